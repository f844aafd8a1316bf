"""What is told of a file that nobody has read: its columns, keys, headings or first lines, in a line."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.actions import add_document
from apps.agents.domain.documents import read_file
from apps.agents.domain.documents.outline import LONGEST, outline
from apps.agents.queries import files_for_goal

KINDS = ["text/csv", "text/tab-separated-values", "application/json", "text/markdown", "text/plain"]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "a.csv",
            "year,revenue\n2014,86.8\n2015,93.6\n\n2016,91\n",
            "rows: 3; columns: year, revenue; first rows: 2014 | 86.8; 2015 | 93.6",
        ),
        ("a.csv", "year;revenue\n2014;86,8\n", "rows: 1; columns: year, revenue; first rows: 2014 | 86,8"),
        ("a.csv", 'note,n\n"two\nlines",1\n', "rows: 1; columns: note, n; first rows: two lines | 1"),
        ("a.tsv", "a\tb\n1\t2\n", "rows: 1; columns: a, b; first rows: 1 | 2"),
        ("a.csv", "only,a,header\n", "rows: 0; columns: only, a, header"),
        ("a.json", '{"b": 1, "a": 2}', "an object with keys: b, a"),
        ("a.json", '[{"id": 1, "name": "x"}, {}]', "a list of 2; the first has keys: id, name"),
        ("a.json", "{broken", "begins: {broken"),
        ("a.md", "# Report\n\ntext\n\n## Sales\n", "headings: Report; Sales"),
        ("a.md", "no heading\n\nat all", "begins: no heading / at all"),
        ("a.txt", "One.\nTwo.\nThree.\nFour.", "begins: One. / Two. / Three."),
    ],
)  # fmt: skip
def test_a_file_is_told_in_a_line(name, text, told):
    assert read_file(name, text.encode(), 10_000).outline == told


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text", ["", "\n\n", '"', "[" * 5000, "," * 5000, "# \n" * 5000, '"' + "x" * 200_000], ids=repr
)
def test_odd_files_are_told_of_too(kind, text):
    assert len(outline(text, kind)) <= LONGEST


@given(text=st.text(max_size=2000), kind=st.sampled_from(KINDS))
def test_an_outline_is_one_short_line_whatever_the_file_holds(text, kind):
    told = outline(text, kind)
    assert len(told) <= LONGEST
    assert "\n" not in told


def test_a_goal_is_told_of_its_attachments_and_of_what_in_the_library_fits_it(workspace):
    goal = uuid.uuid4()
    add_document(
        workspace.pk, None, "meters.md", b"# Gas meters of the halls\n\nGas consumption of the north hall in 2014."
    )
    add_document(workspace.pk, None, "menu.txt", b"Soup, bread and apples.")
    add_document(workspace.pk, uuid.uuid4(), "theirs.txt", b"Gas consumption of the north hall.")
    add_document(workspace.pk, goal, "mine.csv", b"hall,gas\nnorth,3\n")

    told = files_for_goal(workspace.pk, goal, "How much gas did the north hall use?")

    assert [(file.name, file.attached) for file in told] == [("mine.csv", True), ("meters.md", False)]
    assert told[0].outline == "rows: 1; columns: hall, gas; first rows: north | 3"
    assert [file.name for file in files_for_goal(workspace.pk, goal, "xqzt vbnm")] == ["mine.csv"]
