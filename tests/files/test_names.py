"""Names of files: when two are the same, and which is free."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.documents.decoding import clean_name
from apps.files.domain.names import LONGEST_NAME, name_key, numbered_name

HOSTILE = ["a.md", "A.MD", "a (2).md", "a", ".md", "..", "x." + "y" * 250, "ß" * 200, "\U0001d160" * 199 + ".md"]
NAMES = st.one_of(
    st.text(max_size=300),
    st.builds("{}.{}".format, st.text(max_size=210), st.text(max_size=210)),
    st.sampled_from(HOSTILE),
)


@pytest.mark.parametrize(
    ("name", "taken", "free"),
    [
        ("report.md", [], "report.md"),
        ("report.md", ["report.md"], "report (2).md"),
        ("report.md", ["report.md", "report (2).md"], "report (3).md"),
        ("Report.MD", ["report.md"], "Report (2).MD"),
        ("report", ["report"], "report (2)"),
        (".profile", [".profile"], ".profile (2)"),
        ("data.tar.gz", ["data.tar.gz"], "data.tar (2).gz"),
        ("a" * 197 + ".md", ["a" * 197 + ".md"], "a" * 193 + " (2).md"),
        ("x." + "y" * 198, ["x." + "y" * 198], "x." + "y" * 194 + " (2)"),
    ],
)
def test_a_name_that_is_taken_gets_a_number_before_its_extension(name, taken, free):
    assert numbered_name(name, {name_key(one) for one in taken}) == free


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Report.md", "report.MD", True),
        ("STRASSE.txt", "straße.txt", True),
        ("caf\u00e9.txt", "cafe\u0301.txt", True),
        ("report.md", "report (2).md", False),
        ("report.md", "report .md", False),
    ],
)
def test_names_are_the_same_where_a_disk_would_take_them_for_one(one, other, same):
    assert (name_key(one) == name_key(other)) is same


@given(st.lists(NAMES, max_size=20))
def test_no_two_names_that_were_given_one_after_the_other_are_the_same(names):
    taken = set()
    for name in map(clean_name, names):
        free = numbered_name(name, taken)
        assert name_key(free) not in taken
        assert len(free) <= LONGEST_NAME
        taken.add(name_key(free))


@given(st.text(max_size=190), st.sampled_from([".md", ".csv", ".svg", ".jpeg"]), st.integers(1, 30))
def test_a_numbered_name_keeps_its_extension(stem, extension, times):
    name, taken = clean_name(f"a{stem}b{extension}"), set()
    for _ in range(times):
        free = numbered_name(name, taken)
        taken.add(name_key(free))
        assert free.endswith(extension)


@given(st.text())
def test_a_name_in_another_spelling_of_unicode_is_the_same(name):
    assert name_key(unicodedata.normalize("NFD", name)) == name_key(unicodedata.normalize("NFC", name))
