"""The page of the library: what agents may read is listed, put in and taken out."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.agents.models import Document
from apps.agents.queries.documents import search_passages
from tests import factories
from tests.markup import shown
from tests.pdf import pdf_of

PAGE = "/settings/documents/"
NOTES = b"# Lamps\n\nThe lamps of the hall are changed in June.\n"


def put(browser, name="notes.md", content=NOTES):
    return browser.post(PAGE, {"file": SimpleUploadedFile(name, content)}, follow=True)


def library(world):
    return Document.objects.filter(workspace=world.workspace, goal_id=None)


@pytest.mark.parametrize(
    ("name", "content"), [("notes.md", NOTES), ("notes.pdf", pdf_of("The lamps of the hall are changed in June."))]
)
def test_a_document_that_is_added_is_listed_and_found_by_what_it_says(as_operator, world, name, content):
    page = shown(put(as_operator, name, content))
    assert "The document is in the library." in page
    row = page.split('class="settings-list"')[1].split("</ul>")[0]
    document = library(world).get(name=name)
    assert f'href="/documents/{document.pk}/"' in row
    assert f"{len(content)} B" in row
    assert "<time" in row
    assert f'href="{PAGE}"' in shown(as_operator.get(f"/documents/{document.pk}/")).split("</h1>")[0].split("<main")[1]
    (found,) = search_passages(world.workspace.pk, None, "When are the lamps changed?")
    assert found.document == name


def test_a_document_is_taken_out(as_operator, world):
    put(as_operator)
    document = library(world).get()
    page = shown(as_operator.post(f"{PAGE}{document.pk}/remove/", follow=True))
    assert "The document is removed." in page
    assert "There is no document yet." in page
    assert not library(world).exists()


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("tool.exe", b"MZ\x00\x01", "“tool.exe”"),
        ("scan.pdf", pdf_of(""), "“scan.pdf”"),
        ("empty.txt", b"", "empty"),
        ("big.txt", b"a" * 2**20 + b"a", "a file has at most 1 MB"),
    ],
)
def test_what_no_agent_could_search_is_refused_on_the_page(as_operator, world, settings, name, content, why):
    settings.IOA_FILE_LIMIT = 2**20
    answer = put(as_operator, name, content)
    assert answer.status_code == 422
    assert why in shown(answer)
    assert not library(world).exists()


def test_without_a_file_the_page_says_so(as_operator):
    answer = as_operator.post(PAGE, {})
    assert answer.status_code == 422
    assert "required" in shown(answer)


def test_a_viewer_reads_the_list_and_changes_nothing(as_viewer, world):
    document = factories.document(world.workspace, name="rules.md")
    page = shown(as_viewer.get(PAGE))
    assert "rules.md" in page
    assert "operators and owners add documents" in page
    assert f'action="{PAGE}' not in page
    assert put(as_viewer).status_code == 403
    assert as_viewer.post(f"{PAGE}{document.pk}/remove/").status_code == 403
    assert [row.name for row in library(world)] == ["rules.md"]


def test_what_came_with_a_goal_and_what_is_anothers_is_neither_listed_nor_removed(as_operator, world):
    attached = factories.document(world.workspace, name="attached.md", goal_id=world.goal.pk)
    foreign = factories.document(factories.workspace("Elsewhere"), name="foreign.md")
    page = shown(as_operator.get(PAGE))
    assert "attached.md" not in page
    assert "foreign.md" not in page
    for document in (attached, foreign):
        assert as_operator.post(f"{PAGE}{document.pk}/remove/").status_code == 404


def test_a_long_list_has_pages_the_newest_first(as_operator, world):
    for number in range(51):
        factories.document(world.workspace, name=f"file-{number}.md")
    first, last = shown(as_operator.get(PAGE)), shown(as_operator.get(f"{PAGE}?page=99"))
    assert "file-50.md" in first
    assert "file-0.md" not in first
    assert 'href="?page=2"' in first
    assert "2 of 2" in last
    assert "file-0.md" in last
    assert "file-50.md" not in last
