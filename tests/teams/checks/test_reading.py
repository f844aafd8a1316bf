"""A plan names a check in a line; whatever it writes becomes a check or nothing, and never an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.utterances import TaskDraft
from apps.teams.domain.checks import check_of, read_check
from apps.teams.domain.checks.kinds import (
    FiguresCheck,
    FileCheck,
    JsonCheck,
    MemberCheck,
    PersonCheck,
    ProgramCheck,
    ReviewCheck,
    TableCheck,
)


@pytest.mark.parametrize(
    ("line", "check"),
    [
        ("", None),
        ("none", None),
        ("Nothing", None),
        ("file csv", FileCheck(name="csv")),
        ("file: report.pdf", FileCheck(name="report.pdf")),
        ("File `out.png`", FileCheck(name="out.png")),
        ("table region, units sold", TableCheck(columns=("region", "units sold"))),
        ('json {"type": "object"}', JsonCheck(form='{"type": "object"}')),
        ("json", JsonCheck()),
        ("figures", FiguresCheck()),
        ("figures sales.csv, notes.md", FiguresCheck(sources=("sales.csv", "notes.md"))),
        ("program pytest -q", ProgramCheck(what="pytest -q")),
        ("member @critic the proof", MemberCheck(handle="critic", what="the proof")),
        ("member", MemberCheck()),
        ("person whether we may say so", PersonCheck(what="whether we may say so")),
        ("review both sides are heard", ReviewCheck(what="both sides are heard")),
        ("the sum must be 100", ReviewCheck(what="the sum must be 100")),
        ("table", ReviewCheck(what="table")),
        ("file", ReviewCheck(what="file")),
    ],
)
def test_a_line_names_a_check(line, check):
    assert read_check(line) == check


@pytest.mark.parametrize(
    ("said", "check"),
    [
        ({}, None),
        (None, None),
        (7, None),
        ({"kind": "nothing"}, None),
        ({"kind": "file", "name": "csv"}, FileCheck(name="csv")),
        ({"kind": "table", "columns": ["a"]}, TableCheck(columns=("a",))),
        ({"kind": "no such"}, ReviewCheck(what='{"kind": "no such"}')),
        ({"kind": "file"}, ReviewCheck(what='{"kind": "file"}')),
    ],
)
def test_an_object_names_one_too(said, check):
    assert read_check(said) == check


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda one: st.dictionaries(st.text(), one)))
def test_no_plan_is_lost_for_what_stands_in_its_check(said):
    draft = TaskDraft.model_validate({"key": "a", "title": "A", "brief": "Do.", "owner": "one", "check": said})

    stored = draft.check.model_dump(mode="json") if draft.check else {}
    assert check_of(stored) == draft.check
