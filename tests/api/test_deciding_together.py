"""Several decisions in one call of the REST API: each is decided or refused by itself."""

import pytest

from tests.api.test_checks_by_persons import asked, claimed, program_of, waiting  # noqa: F401 - a fixture
from tests.engine.conftest import nothing_broke, stage  # noqa: F401 - fixtures


def test_the_card_says_what_may_come_of_it_and_two_programs_decide_it_once(asked):  # noqa: F811 - a fixture
    first, second = program_of(asked.operator), program_of(asked.owner)
    card = waiting(first)
    assert card["risks"] == ["nothing"]
    sent = {"approvals": [card["id"]], "verdict": "approve"}

    assert first.post("/approvals/decide", sent).json() == {
        "outcomes": [{"approval": card["id"], "decided": True, "refused": ""}]
    }
    (late,) = second.post("/approvals/decide", sent).json()["outcomes"]
    assert not late["decided"]
    assert late["refused"].startswith("This was already settled by operator")


def test_one_that_is_refused_stops_no_other(asked):  # noqa: F811 - a fixture
    program = program_of(asked.operator)
    card = waiting(program)
    missing = "00000000-0000-0000-0000-000000000000"
    body = {"approvals": [missing, card["id"]], "verdict": "deny", "reason": "Too curt."}
    outcomes = program.post("/approvals/decide", body).json()["outcomes"]
    assert [(one["approval"], one["decided"], one["refused"]) for one in outcomes] == [
        (missing, False, "There is no such question."),
        (card["id"], True, ""),
    ]


@pytest.mark.parametrize(
    "body",
    [
        {"approvals": [], "verdict": "approve"},
        {"approvals": ["x"], "verdict": "approve"},
        {"approvals": ["00000000-0000-0000-0000-000000000000"], "verdict": "perhaps"},
        {"approvals": ["00000000-0000-0000-0000-000000000000"] * 51, "verdict": "deny"},
    ],
)
def test_what_is_no_decision_is_refused(asked, body):  # noqa: F811 - a fixture
    assert program_of(asked.operator).post("/approvals/decide", body).status_code == 422
