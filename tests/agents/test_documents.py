import codecs
import uuid
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions import add_document, remove_document
from apps.agents.actions.library import MOST_OF_GOAL
from apps.agents.domain.documents import UnreadableError, read_file
from apps.agents.domain.documents.chunking import HUGE, PIECE, split
from apps.agents.domain.documents.decoding import CSV, MARKDOWN, PLAIN, clean_name
from apps.agents.models import Document, Passage
from apps.agents.queries import document_to_read, files_in_view, search_passages
from apps.agents.queries.documents import text_of_pages
from apps.files.queries.contents import stored_content
from tests.pdf import pdf_of

LIMIT = 1000

TABLE = """| hall | energy (MWh) |
|---|---|
| north | 1,204 |
| south | 998 |
"""
REPORT = f"""# Energy report

Halls are heated with gas.

## Figures

Measured by month.

{TABLE}
### Method

Meters were read by hand.

## Outlook

```
# not a heading
```
"""


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.pdf", b"%PDF-1.7 ...", "PDF without text that can be read"),
        ("a.docx", b"PK\x03\x04....", "packed file"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "image"),
        ("a.bin", b"MZ\x00\x00\x03\x00\x00\x01", "not a text file. Give text, Markdown, CSV, TSV, JSON or PDF"),
        ("a.bin", b"\x00\x01\x02", "not a text file"),
        ("a.txt", b"text with a \x00 in it", "not a text file"),
        ("a.txt", bytes(range(128, 160)) * 4 + b"abc", "not a text file"),
        ("a.txt", b"", "holds no text"),
        ("a.md", b"\n---\n***\n", "holds no text"),
        ("a.txt", "🎉".encode(), "holds no text"),
        ("a.txt", codecs.BOM_UTF8 + b"\xff\xfe\xfa words", "damaged"),
        ("a.txt", b"x" * (LIMIT + 1), "larger than"),
        ("", b"words", "needs a name"),
        ("..", b"words", "needs a name"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_plain_sentence(name, content, reason):
    with pytest.raises(UnreadableError, match=reason):
        read_file(name, content, LIMIT)


@pytest.mark.parametrize(
    "content",
    [
        "Größe: 12 €".encode(),
        "Größe: 12 €".encode("utf-8-sig"),
        "Größe: 12 €".encode("utf-16"),
        "Größe: 12 €".encode("utf-16-le"),
        "Größe: 12 €".encode("utf-16-be"),
        "Größe: 12 €".encode("utf-32"),
        "Größe: 12 €".encode("cp1252"),
    ],
)
def test_text_is_read_in_the_encodings_that_people_have(content):
    (piece,) = read_file("a.txt", content, LIMIT).pieces
    assert piece.text == "Größe: 12 €"


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\files\\a.csv", "a.csv"),
        ("a\x00\u202efdp.md", "afdp.md"),
        (" .hidden", "hidden"),
        ("n" * 300 + ".csv", "n" * 196 + ".csv"),
    ],
)
def test_names_lose_paths_and_what_misleads(given_name, kept):
    assert clean_name(given_name) == kept


def test_markdown_is_split_by_headings_and_each_piece_knows_those_above_it():
    pieces = [(piece.heading, piece.text) for piece in split(REPORT, MARKDOWN)]
    assert [heading for heading, _ in pieces] == [
        "Energy report",
        "Energy report / Figures",
        "Energy report / Figures / Method",
        "Energy report / Outlook",
    ]
    assert pieces[0][1] == "# Energy report\n\nHalls are heated with gas."
    assert "# not a heading" in pieces[3][1]


def test_a_table_stays_with_its_header_and_with_the_words_before_it():
    figures = next(piece.text for piece in split(REPORT, MARKDOWN) if "1,204" in piece.text)
    assert "Measured by month." in figures
    assert TABLE.strip() in figures


def test_a_long_table_is_not_cut():
    table = TABLE + "".join(f"| hall {number} | {number} |\n" for number in range(200))
    assert PIECE < len(table) < HUGE
    (piece,) = split(table, MARKDOWN)
    assert piece.text == table.strip()


def test_pieces_in_the_middle_of_a_huge_file_of_values_name_the_columns():
    rows = "hall,energy\n" + "".join(f"hall {number},{number}\n" for number in range(2000))
    first, second, *_ = split(rows, CSV)
    assert (first.heading, second.heading) == ("", "columns: hall,energy")
    assert first.text.startswith("hall,energy\n")
    assert second.text.splitlines()[0] in rows.splitlines()


@given(st.text(), st.sampled_from([MARKDOWN, PLAIN, CSV]))
def test_every_piece_is_a_verbatim_part_of_the_text(text, media_type):
    for piece in split(text, media_type):
        assert piece.text in text


@given(st.lists(st.sampled_from(["# h", "word", "|a|b|", "", "```", "x" * 1500]), max_size=20).map("\n".join))
def test_no_word_of_a_text_is_lost(text):
    kept = "".join(piece.text for piece in split(text, MARKDOWN))
    words = [line for line in text.split("\n") if line.strip() and not line.startswith(("#", "```"))]
    assert kept.count("word") == words.count("word")
    assert kept.count("x") == sum(line.count("x") for line in words)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(content):
    with suppress(UnreadableError):
        assert read_file("a.txt", content, LIMIT).pieces


def test_a_document_is_stored_with_passages_that_have_vectors(workspace):
    key = add_document(workspace.pk, None, "report.md", REPORT.encode())
    row = Document.objects.get(pk=key)
    assert (row.name, row.media_type, row.size) == ("report.md", MARKDOWN, len(REPORT.encode()))
    assert [passage.position for passage in row.passages.order_by("position")] == [0, 1, 2, 3]
    assert not Passage.objects.filter(vector=None).exists()
    assert b"".join(stored_content(document_to_read(workspace.pk, key).blob).chunks()) == REPORT.encode()


def test_a_refused_document_leaves_nothing_behind(workspace):
    with pytest.raises(Refused) as refusal:
        add_document(workspace.pk, None, "a.pdf", b"%PDF-1.7")
    assert "PDF" in refusal.value.fields["files"]
    assert not Document.objects.exists()


def test_a_pdf_is_read_page_by_page_and_found_by_its_words(workspace):
    key = add_document(workspace.pk, None, "halls.pdf", pdf_of("The south hall used 998 MWh.", "", "Heated with gas."))
    row = Document.objects.get(pk=key)
    assert (row.media_type, row.outline) == (
        "application/pdf",
        "pages: 3; begins: The south hall used 998 MWh. / Heated with gas.",
    )
    best = search_passages(workspace.pk, None, "How much energy did the south hall use?")[0]
    assert (best.document, best.heading, best.text) == ("halls.pdf", "Page 1", "The south hall used 998 MWh.")
    assert text_of_pages(key, row.blob_id) == "[Page 1]\nThe south hall used 998 MWh.\n\n[Page 3]\nHeated with gas."


NOT_READ = [
    ("scan.pdf", pdf_of("", ""), "application/pdf"),
    ("broken.pdf", b"%PDF-1.7", "application/pdf"),
    ("hall.png", b"\x89PNG\r\n\x1a\n....", "image/png"),
    ("plan.docx", b"PK\x03\x04....", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("all.zip", b"PK\x03\x04....", "application/zip"),
    ("tool.bin", b"MZ\x00\x00\x03\x00\x00\x01", "application/octet-stream"),
]


@pytest.mark.parametrize(("name", "content", "media_type"), NOT_READ)
def test_what_holds_no_text_goes_along_with_a_goal_and_stays_out_of_the_library(workspace, name, content, media_type):
    with pytest.raises(Refused):
        add_document(workspace.pk, None, name, content)
    row = Document.objects.get(pk=add_document(workspace.pk, uuid.uuid4(), name, content))
    assert (row.media_type, row.passages.count()) == (media_type, 0)
    assert "not read by the hub" in row.outline
    assert b"".join(stored_content(row.blob).chunks()) == content


def test_a_goal_takes_so_many_files_and_no_more(workspace):
    goal = uuid.uuid4()
    for _ in range(MOST_OF_GOAL):
        add_document(workspace.pk, goal, "a.txt", b"words")
    with pytest.raises(Refused, match="one file too many"):
        add_document(workspace.pk, goal, "a.txt", b"words")
    assert [file.name for file in files_in_view(workspace.pk, goal)][:3] == ["a.txt", "a (2).txt", "a (3).txt"]


def test_a_goal_sees_the_library_and_its_own_attachments(workspace, other_workspace):
    goal, other_goal = uuid.uuid4(), uuid.uuid4()
    add_document(workspace.pk, None, "library.txt", b"words")
    add_document(workspace.pk, goal, "mine.txt", b"words")
    add_document(workspace.pk, other_goal, "theirs.txt", b"words")
    add_document(other_workspace.pk, None, "foreign.txt", b"words")
    views = [(view.name, view.attached) for view in files_in_view(workspace.pk, goal)]
    assert views == [("mine.txt", True), ("library.txt", False)]


def test_of_a_large_library_the_newest_are_listed_and_all_attachments(workspace):
    goal = uuid.uuid4()
    for number in range(4):
        add_document(workspace.pk, None, f"library {number}.txt", b"words")
        add_document(workspace.pk, goal, f"mine {number}.txt", b"words")
    names = [view.name for view in files_in_view(workspace.pk, goal, 2)]
    assert names == [*(f"mine {number}.txt" for number in range(4)), "library 2.txt", "library 3.txt"]


def test_a_search_finds_the_passage_and_stays_within_what_the_goal_sees(workspace, other_workspace):
    goal = uuid.uuid4()
    add_document(workspace.pk, None, "report.md", REPORT.encode())
    add_document(workspace.pk, uuid.uuid4(), "secret.txt", b"Energy of the halls: 7777")
    add_document(other_workspace.pk, None, "foreign.txt", b"Energy of the halls: 8888")
    found = search_passages(workspace.pk, goal, "How much energy did the south hall use?")
    assert found[0].heading == "Energy report / Figures"
    assert {passage.document for passage in found} == {"report.md"}


def test_an_exact_name_or_figure_is_found_by_its_words(workspace):
    add_document(workspace.pk, None, "report.md", REPORT.encode())
    add_document(workspace.pk, None, "parts.txt", b"The valve XKQ-99871 is out of stock.")
    assert search_passages(workspace.pk, None, "XKQ-99871")[0].document == "parts.txt"


@pytest.mark.parametrize("text", ["", "🎉", "!!!", "asdf qwer zxcv", "how to the of"])
def test_nonsense_finds_no_passage(workspace, text):
    add_document(workspace.pk, None, "report.md", REPORT.encode())
    assert search_passages(workspace.pk, None, text) == []


def test_a_document_can_be_taken_out_of_its_own_library_only(workspace, other_workspace):
    key = add_document(workspace.pk, None, "report.md", REPORT.encode())
    with pytest.raises(NotFound):
        remove_document(other_workspace.pk, key)
    with pytest.raises(NotFound):
        document_to_read(other_workspace.pk, key)
    remove_document(workspace.pk, key)
    assert not Passage.objects.exists()
