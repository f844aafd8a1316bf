"""Where what a call wrote goes: a version of what it had read, or a file of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.files.domain.names import name_key
from apps.teams.domain.versions import KnownFile, Placement, VersionState, place

ACCEPTED, CONFLICT = VersionState


def known(current, newest, *read):
    return {"report.md": KnownFile("report.md", current, newest, frozenset(read))}


@pytest.mark.parametrize(
    ("files", "named", "becomes", "state"),
    [
        ({}, "report.md", Placement("report.md"), ACCEPTED),
        (known(1, 1), "report.md", Placement("report (2).md"), ACCEPTED),
        (known(1, 1, 1), "report.md", Placement("report.md", 2, 1, 1), ACCEPTED),
        (known(1, 1, 1), "REPORT.md", Placement("report.md", 2, 1, 1), ACCEPTED),
        (known(2, 2, 1), "report.md", Placement("report.md", 3, 1, 2), CONFLICT),
        (known(2, 3, 1, 3), "report.md", Placement("report.md", 4, 3, 2), CONFLICT),
        (known(2, 3, 2, 3), "report.md", Placement("report.md", 4, 2, 2), ACCEPTED),
    ],
    ids=["new", "unread", "read", "other letters", "read an older", "read a conflict", "read both"],
)
def test_a_name_becomes(files, named, becomes, state):
    (placed,) = place([named], files, set(files))
    assert placed == becomes
    assert placed.state is state


def test_a_call_writes_a_file_once_and_what_else_has_its_name_is_another():
    placed = place(["report.md", "Report.md"], known(1, 1, 1), {"report.md"})
    assert placed == [Placement("report.md", 2, 1, 1), Placement("Report (2).md")]


FILES = st.builds(
    lambda name, current, more, read: KnownFile(name, current, current + more, frozenset(read)),
    st.sampled_from(["a.md", "B.md", "b (2).md", "c"]),
    st.integers(1, 5),
    st.integers(0, 3),
    st.sets(st.integers(1, 8), max_size=4),
)


@given(
    st.lists(FILES, unique_by=lambda file: file.name),
    st.lists(st.sampled_from(["a.md", "A.MD", "b.md", "b (2).md", "c", "d"]), max_size=8),
)
def test_nothing_is_overwritten_and_no_two_are_the_same(files, names):
    there = {name_key(file.name): file for file in files}
    placed = place(names, there, there)
    assert len({(name_key(at.name), at.number) for at in placed}) == len(names)
    for at in placed:
        file = there.get(name_key(at.name))
        if file is None:
            assert (at.number, at.based_on) == (1, None)
        else:
            assert at.number == file.newest + 1
            assert at.based_on in file.read
            assert (at.state is ACCEPTED) is (at.based_on == file.current)
