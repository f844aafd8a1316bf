"""Files opened in place: what the page of each kind shows, and what hostile ones do to it: nothing."""

import json
import re

import pytest

from apps.agents.actions import add_document
from apps.teams.models import FileVersion
from apps.teams.queries.trees import files_of
from apps.web.rendering.files import artifact_view
from tests import factories
from tests.markup import shown

EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)><i hx-get="/" hx-trigger="load">'
LIVE = re.compile(r"<script>|<img src=x|<i hx-get|<svg onload|<iframe|<object|<embed")


@pytest.fixture
def opened(signed_in, world):
    """The page of a file with such a content, as a person gets it."""

    def give(name, media_type, content, query=""):
        content = content if isinstance(content, bytes) else content.encode()
        made = world.root.artifact(world.root.team.tasks.get(number=2), name, media_type, content)
        answer = signed_in.get(f"/files/{made['id']}/{query}")
        assert answer.status_code == 200
        assert not LIVE.search(answer.content.decode().split("<main")[1].split("</main>")[0])
        return shown(answer)

    return give


def column(html, place):
    """The cells of a column, from 0, in the order of the rows."""
    rows = html.split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
    return [re.findall(r"<td[^>]*>(.*?)</td>", row)[place] for row in rows]


class TestTables:
    SALES = "town,sold\nBonn,9\nAachen,1200\nCologne,\nEssen,-3.5\n"

    def test_has_its_rows_with_figures_at_the_end_edge(self, opened):
        html = opened("sales.csv", "text/csv", self.SALES)
        assert column(html, 0) == ["Bonn", "Aachen", "Cologne", "Essen"]
        assert '<td class="n" dir="auto">1200</td>' in html
        assert "Rows 1 to 4 of 4" in html

    @pytest.mark.parametrize(
        ("query", "towns"),
        [
            ("?sort=2", ["Essen", "Bonn", "Aachen", "Cologne"]),
            ("?sort=2&order=down", ["Aachen", "Bonn", "Essen", "Cologne"]),
            ("?sort=1", ["Aachen", "Bonn", "Cologne", "Essen"]),
        ],
    )
    def test_is_sorted_by_a_link_figures_as_numbers_and_empty_cells_last(self, opened, query, towns):
        html = opened("sales.csv", "text/csv", self.SALES, query)
        assert column(html, 0) == towns
        assert f'aria-sort="{"descending" if "down" in query else "ascending"}"' in html

    @pytest.mark.parametrize("query", ["?sort=0", "?sort=99", "?sort=²", "?sort=-1", "?page=x", "?sort=12345678"])
    def test_an_order_that_there_is_not_is_that_of_the_file(self, opened, query):
        assert column(opened("sales.csv", "text/csv", self.SALES, query), 0)[0] == "Bonn"

    def test_has_pages_that_keep_the_order(self, opened):
        rows = "".join(f"{number}\n" for number in range(250))
        html = opened("many.csv", "text/csv", f"n\n{rows}", "?sort=1&order=down&page=2")
        assert column(html, 0)[0] == "149"
        assert "Rows 101 to 200 of 250" in html
        assert 'href="?sort=1&amp;order=down&amp;page=3"' in html

    def test_says_at_how_many_rows_and_columns_it_was_cut(self, opened):
        head = ",".join(f"c{number}" for number in range(60))
        html = opened("large.csv", "text/csv", head + "\n" + "1,2\n" * 6000)
        assert "Only the first 5,000 rows are shown and sorted" in html
        assert "Only the first 50 columns are shown" in html
        assert "of 5000" in html

    def test_says_so_where_the_file_is_too_large_to_be_read_whole(self, opened):
        html = opened("long.csv", "text/csv", "a,b\n" + f"{'x' * 1000},1\n" * 1500)
        assert "rows are shown and sorted: it has more" in html

    def test_markup_in_it_is_words(self, opened):
        html = opened("evil.csv", "text/csv", f'{EVIL},b\n{EVIL},"=cmd()|x"\n')
        assert "&lt;script&gt;" in html

    @pytest.mark.parametrize(
        "content",
        [
            'a,b\n"' + "x" * 200_000,
            "one line",
            "",
            "\n\n\n",
            b"a,b\n\xff\xfe,2\n",
            "a,b\n\x00,1\n",
            "a\r1\r2",
            "a\n" + "," * 90_000,
        ],
        ids=["unclosed", "one line", "empty", "blank", "broken encoding", "zero", "old line ends", "huge row"],
    )
    def test_what_can_hardly_be_read_is_shown_all_the_same(self, opened, content):
        assert "Download" in opened("odd.csv", "text/csv", content)

    GERMAN = "Ort;Größe\nÄ;1.000,5\nB;9,5\nC;\nD;-3\nE;(100)\n"

    @pytest.mark.parametrize(
        "text",
        [GERMAN, f"sep=;\n{GERMAN}", GERMAN.replace(";", "\t"), GERMAN.replace(";", "|")],
        ids=["plain", "hint", "tabs", "bars"],
    )
    def test_its_cells_are_told_apart_by_what_its_lines_agree_on(self, opened, text):
        html = opened("sales.csv", "text/csv", text, "?sort=2")
        assert column(html, 1) == ["(100)", "-3", "9,5", "1.000,5", ""]
        assert '<td class="n" dir="auto">1.000,5</td>' in html

    @pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "utf-8-sig"])
    def test_a_document_is_shown_in_the_encoding_in_which_agents_read_it(self, signed_in, world, encoding):
        content = self.GERMAN.encode(encoding)
        document_id = add_document(world.workspace.pk, None, f"{encoding}.csv", content)
        html = shown(signed_in.get(f"/documents/{document_id}/"))
        assert column(html, 0)[0] == "Ä"
        assert "Größe" in shown(signed_in.get(f"/documents/{document_id}/?as=text"))

    def test_numbers_that_are_none_are_words(self, opened):
        html = opened("nan.csv", "text/csv", "a\nnan\ninf\n1\n", "?sort=1")
        assert column(html, 0) == ["1", "inf", "nan"]


class TestTexts:
    def test_markdown_is_rendered_with_the_pictures_of_its_goal(self, opened, world):
        chart = FileVersion.objects.get(file__name="revenue.svg")
        html = opened("report.md", "text/markdown", "# Sums\n\n**Ten**\n\n![Growth](revenue.svg)\n\n![no](other.png)")
        assert "<h1>Sums</h1>" in html
        assert "<strong>Ten</strong>" in html
        assert f'<img src="/files/{chart.pk}/revenue.svg"' in html
        assert "other.png" not in html.split("<h1>Sums</h1>")[1]

    def test_markdown_as_it_is_written(self, opened):
        html = opened("report.md", "text/markdown", "# Sums", "?as=text")
        assert "<h1>Sums</h1>" not in html
        assert "# Sums" in re.sub(r"<[^>]+>", "", html)

    def test_markup_in_markdown_is_words(self, opened):
        html = opened("evil.md", "text/markdown", f"{EVIL}\n\n[x](javascript:alert(1))\n\n![](http://a.example/p.png)")
        assert 'href="javascript:' not in html
        assert '<img src="http' not in html

    def test_markdown_that_is_too_large_is_shown_as_written_and_said_to_be(self, opened):
        html = opened("book.md", "text/markdown", "# Sums\n" * 60_000)
        assert "too large to be rendered" in html
        assert "Only its beginning is shown here" in html

    def test_code_is_coloured_by_the_name_of_its_file(self, opened):
        html = opened("sum.py", "text/plain", 'def add(a):\n    return "```"\n')
        assert '<span class="k">def</span>' in html

    def test_a_page_of_html_is_code(self, opened):
        html = opened("page.html", "text/plain", f"<svg onload=alert(1)>{EVIL}<iframe src=/></iframe>")
        assert "&lt;" in html

    def test_any_other_text_stands_as_it_is(self, opened):
        assert "&lt;b&gt; two lines</pre>" in opened("notes.txt", "text/plain", "<b> two\nlines")


class TestJson:
    def test_each_object_and_list_can_be_folded(self, opened):
        html = opened("a.json", "application/json", '{"who": {"name": "Ä", "at": [1, 2.50, null, true]}, "who": 1e999}')
        assert html.count("<details open>") == 2
        assert "<details>" in html, "the third level is folded"
        assert '<span class="m">2.50</span>' in html, "in its own digits"
        assert '<span class="m">1e999</span>' in html
        assert html.count('<b dir="auto">who</b>') == 2, "a member that comes twice is shown twice"

    def test_markup_in_it_is_words(self, opened):
        html = opened("evil.json", "application/json", json.dumps({EVIL: [EVIL, {"a": EVIL}]}))
        assert html.count("&lt;script&gt;") == 3

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ("[" * 200_000 + "]" * 200_000, "can&#x27;t be read as JSON"),
            ("{broken", "can&#x27;t be read as JSON"),
            ("[" + "1," * 800_000 + "1]", "too large to be unfolded"),
            ("[" + "1," * 20_000 + "1]", "… and 17,001 more"),
            ("[" * 60 + "]" * 60, "1 inside"),
            ('["' + "x" * 9000 + '"]', "… (9,002 characters)"),
            ("[" + "9" * 9000 + "]", "… (9,000 characters)"),
        ],
        ids=["deep", "broken", "large", "long list", "nested", "long word", "long number"],
    )
    def test_what_is_out_of_proportion_is_cut_and_said_to_be(self, opened, content, said):
        assert said in opened("odd.json", "application/json", content)


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif", "webp", "svg+xml"])
def test_a_picture_is_shown_by_an_img_element_alone(opened, signed_in, kind):
    html = opened("a.bin", f"image/{kind}", "<svg onload=alert(1)>")
    address = re.search(r'<img src="(/files/[^"]+)"', html)[1]
    answer = signed_in.get(address)
    assert answer["Content-Type"].startswith(f"image/{kind}")
    assert "sandbox" in answer["Content-Security-Policy"]


def test_what_is_not_shown_can_be_downloaded(opened):
    html = opened("a.bin", "application/octet-stream", b"\x00\x01")
    assert "This kind of file is not shown here" in html
    assert "?download=1" in html


def test_a_pdf_is_for_the_browsers_viewer_which_may_load_nothing(opened, signed_in):
    html = opened("paper.pdf", "application/pdf", "%PDF-1.4")
    answer = signed_in.get(re.search(r'href="(/files/[^"]+/open/paper.pdf)"', html)[1])
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("inline")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("media_type", ["text/html", "image/svg+xml", "text/plain"])
def test_nothing_but_a_pdf_is_opened_without_a_sandbox(signed_in, world, media_type):
    made = world.root.artifact(world.root.team.tasks.get(number=2), "x.pdf", media_type, b"<script>alert(1)</script>")
    answer = signed_in.get(f"/files/{made['id']}/open/x.pdf")
    assert answer.status_code == 302
    led = signed_in.get(answer["Location"])
    assert "sandbox" in led["Content-Security-Policy"]
    assert led["Content-Type"].split(";")[0] != "text/html"


def test_versions_are_listed_with_links(signed_in, world):
    task = world.root.team.tasks.get(number=2)
    made = world.root.artifact(task, "plan.md", "text/markdown", b"first")
    first = FileVersion.objects.get(pk=made["id"])
    columns = {"called": "plan.md", "media_type": "text/markdown", "size": 6, "created_at": first.created_at}
    blob = factories.blob(world.workspace, b"second", goal_id=world.goal.pk)
    second = FileVersion.objects.create(file=first.file, number=2, based_on=1, blob_id=blob, **columns)
    html = shown(signed_in.get(f"/files/{first.pk}/"))
    assert f'href="/files/{second.pk}/">Version 2</a>' in html
    assert "first" in html.split("file-body")[1]
    assert "second" in shown(signed_in.get(f"/files/{first.file_id}/")), "a file's own address has the current one"


def test_a_document_of_the_library_opens_the_same_way(signed_in, world):
    document = factories.document(world.workspace)
    html = shown(signed_in.get(f"/documents/{document.pk}/"))
    assert "<h1>Filings</h1>" in html
    assert f"/documents/{document.pk}/filings.md?download=1" in html
    assert signed_in.get(f"/documents/{document.pk}/open/filings.md").status_code == 302


def test_rooms_lead_to_the_pages_of_files(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/?tab=files").content.decode()
    table = FileVersion.objects.get(file__name="figures.csv")
    assert html.count(f'href="/files/{table.pk}/"') >= 2


def test_files_of_another_workspace_have_no_page(client, world):
    client.force_login(factories.person(factories.workspace("Elsewhere")))
    chart = FileVersion.objects.get(file__name="revenue.svg")
    document = factories.document(world.workspace)
    assert client.get(f"/files/{chart.pk}/").status_code == 404
    assert client.get(f"/files/{chart.pk}/open/a.pdf").status_code == 404
    assert client.get(f"/documents/{document.pk}/").status_code == 404
    assert client.get(f"/documents/{document.pk}/open/a.pdf").status_code == 404


def test_a_preview_in_a_room_tells_cells_apart_as_the_page_does(world):
    head = "sep=;\nOrt;Größe\nKöln;1.000,5\n".encode()
    world.root.artifact(world.root.team.tasks.get(number=2), "orte.csv", "text/csv", head)
    [facts] = [one for one in files_of(world.goal.pk) if one.name == "orte.csv"]
    table = artifact_view(facts, head).table
    assert [cell.text for cell in (*table.head, *table.rows[0])] == ["Ort", "Größe", "Köln", "1.000,5"]
