"""Checks of files, of tables and of JSON: what holds, what does not, and what can't be told."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.checks import GivenFile, evaluate, read_check

SALES = b"Region;Units Sold;Price\nNorth;12;3.5\n"


def a_file(name: str, content: bytes = b"something", media_type: str = "application/octet-stream", size=None):
    return GivenFile(name, media_type, len(content) if size is None else size, content)


def outcome(line: str, *files: GivenFile, text: str = "Done.") -> tuple[str, str]:
    checked = evaluate(read_check(line), text, files)
    return checked.verification.value, checked.found


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("file csv", [a_file("Sales.CSV")]),
        ("file .csv", [a_file("sales.csv")]),
        ("file csv", [a_file("sales.tsv")]),
        ("file jpg", [a_file("photo.jpeg", b"\xff\xd8\xff\xe0")]),
        ("file png", [a_file("chart", b"\x89PNG\r\n", "image/png")]),
        ("file svg", [a_file("chart", b"<svg/>", "image/svg+xml")]),
        ("file report.pdf", [a_file("other.txt"), a_file("REPORT.pdf", b"%PDF-1.7")]),
        ("table region, units_sold", [a_file("sales.csv", SALES)]),
        ("table a, b", [a_file("x.csv", b"\xef\xbb\xbf\n a ,B\n1,2")]),
        ("table b", [a_file("x.csv", b"a\n1"), a_file("y.csv", b"b\n1")]),
        ("json", [a_file("x.json", b"[1]")]),
        ('json {"type": "object", "required": ["a"]}', [a_file("x.json", b'{"a": 1}')]),
        ('json {"pattern": "^(a+)+$"}', [a_file("x.json", b'"aaa"')]),
    ],
)
def test_what_holds_is_verified(line, files):
    assert outcome(line, *files)[0] == "verified"


@pytest.mark.parametrize(
    ("line", "files", "wrong"),
    [
        ("file csv", [], "No file of type csv came."),
        ("file csv", [a_file("a.txt")], "No file of type csv came. What came: a.txt."),
        ("file a.csv", [a_file("b.csv")], "No file called a.csv came. What came: b.csv."),
        ("file csv", [a_file("a.csv", b"")], "a.csv is empty."),
        ("file png", [a_file("a.png", b"a picture")], "a.png is no png file by its content."),
        ("table a, c", [a_file("x.csv", b"a,b\n1,2")], "x.csv lacks the column c; it has: a, b."),
        ("table a", [a_file("x.csv", b"a,b\n")], "x.csv has no row."),
        ("table a", [a_file("x.csv", b"")], "x.csv lacks the column a; it has: ."),
        ("table a", [], "No table came that has the columns a."),
        ("json", [a_file("x.json", b"{")], "x.json is no valid JSON."),
        ("json", [a_file("x.json", b"NaN")], "x.json is no valid JSON."),
        ("json", [a_file("x.json", b"[" * 100_000)], "x.json is no valid JSON."),
        ('json {"type": "array"}', [a_file("x.json", b"{}")], "has not the form that was asked for"),
    ],
)
def test_what_does_not_hold_is_refuted_with_what_is_wrong(line, files, wrong):
    verification, found = outcome(line, *files)

    assert verification == "refuted"
    assert wrong in found


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("json", [a_file("x.json", b'{"a": 1', size=10_000_000)]),
        ("table a", [a_file("x.csv", b"a" * 70_000, size=10_000_000)]),
        ('json {"$ref": "https://example.org/schema"}', [a_file("x.json", b"{}")]),
        ('json {"\\u0024ref": "#"}', [a_file("x.json", b"{}")]),
        ('json {"type": 7}', [a_file("x.json", b"{}")]),
        ("json [1]", [a_file("x.json", b"{}")]),
        ("json " + '{"properties": {"a": ' * 190 + "{}" + "}}" * 190, [a_file("x.json", b"{}")]),
        ("member", []),
        ("program pytest", []),
        ("person", []),
        ("review", []),
    ],
)
def test_a_check_that_could_not_run_verifies_nothing(line, files):
    verification, found = outcome(line, *files)

    assert verification == "unchecked"
    assert found.endswith(".")


def test_without_a_check_there_is_nothing_to_check():
    assert outcome("") == ("nothing", "")


def test_a_table_and_json_may_stand_in_the_text():
    assert outcome("table a, b", text="So:\n\n| A | B |\n|---|---|\n| 1 | 2 |\n")[0] == "verified"
    assert outcome("table a, c", text="So:\n\n| A | B |\n|---|---|\n| 1 | 2 |\n")[0] == "refuted"
    assert outcome("json", text='Here:\n\n```json\n{"a": 1}\n```\n')[0] == "verified"
    assert outcome("json", text="No.")[0] == "refuted"


NAMES = st.text(st.characters(categories=("L", "N"), max_codepoint=0x17F), min_size=1, max_size=12)


@given(st.lists(NAMES, min_size=1, max_size=8, unique_by=str.casefold), st.sampled_from(",;\t|"), st.data())
def test_a_table_is_verified_exactly_where_no_column_lacks(header, delimiter, data):
    wanted = data.draw(st.lists(NAMES, min_size=1, max_size=4))
    content = "\n".join([delimiter.join(header), delimiter.join("1" for _ in header)]).encode()
    checked = evaluate(
        read_check({"kind": "table", "columns": wanted}), "", [GivenFile("t.csv", "text/csv", len(content), content)]
    )

    there = {name.casefold() for name in header}
    assert (checked.verification == "verified") == all(name.casefold() in there for name in wanted)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20))
def test_all_that_is_json_is_json(document):
    content = json.dumps(document).encode()

    assert outcome("json", a_file("x.json", content))[0] == "verified"


@given(
    st.sampled_from(["file csv", "table a, b", "json", 'json {"type": "object"}']),
    st.binary(max_size=300),
    st.text(max_size=300),
    st.sampled_from(["x.csv", "x.json", "x", "x.png"]),
    st.integers(0, 1000),
)
def test_no_content_breaks_a_check(line, content, text, name, more):
    checked = evaluate(read_check(line), text, [a_file(name, content, size=len(content) + more)])

    assert len(str(checked.stored["found"])) <= 400
