"""A verdict is read from whatever a checker wrote; what is none verifies and refutes nothing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.checks import Verification
from apps.teams.domain.checks.briefs import brief_of_check
from apps.teams.domain.checks.kinds import MemberCheck, ProgramCheck
from apps.teams.domain.checks.verdicts import read_run, read_verdict
from apps.teams.domain.checks.verification import MOST_EVIDENCE, MOST_FOUND, MOST_LINE

HOLDS = '{"holds": true, "wrong": "", "evidence": ["Row 4 adds up."]}'
FAILS = '{"holds": false, "wrong": "Row 4 is 12, not 13.", "evidence": ["row 4"]}'


@pytest.mark.parametrize(
    "said",
    [
        HOLDS,
        f"```json\n{HOLDS}\n```",
        f"I looked at all rows.\n\n{HOLDS}\n",
        f'Asked was {{"holds": false}} or so; my verdict:\n{HOLDS}',
        '{"holds": "yes", "evidence": "Row 4 adds up."}',
        "Verdict: holds\nRow 4 adds up.",
        "**Verdict:** correct.\n\n- Row 4 adds up.",
    ],
)
def test_what_holds_is_read_with_what_was_looked_at(said):
    read = read_verdict(said, "critic")
    assert read.verification is Verification.VERIFIED
    assert "Row 4 adds up." in read.found


@pytest.mark.parametrize(
    "said",
    [
        FAILS,
        f"```\n{FAILS}\n```",
        "Verdict: does not hold.\nRow 4 is 12, not 13.",
        "VERDICT: FAIL\nRow 4 is 12, not 13.",
    ],
)
def test_what_does_not_hold_is_read_with_what_is_wrong(said):
    read = read_verdict(said, "critic")
    assert (read.verification, read.found) == (Verification.REFUTED, "Row 4 is 12, not 13.")


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Fine.",
        "{",
        "[]",
        "null",
        '{"holds": null}',
        '{"holds": "perhaps"}',
        '{"holds": 1}',
        '{"holds": true}',
        '{"holds": false}',
        '{"a": ' * 3000,
        '{"holds": {"holds": true}}',
        "Verdict:",
        "Verdict: perhaps",
    ],
)
def test_what_can_not_be_read_checks_nothing(said):
    assert read_verdict(said, "critic").verification is Verification.UNCHECKED


def run(**said) -> str:
    return json.dumps({"command": "pytest -q", "exit_status": 0, "output": "3 passed"} | said)


@pytest.mark.parametrize(
    ("status", "known"), [(0, "verified"), ("0", "verified"), (1, "refuted"), (-9, "refuted"), ("2", "refuted")]
)
def test_only_the_exit_status_of_a_program_counts(status, known):
    assert read_run(run(exit_status=status, output="all passed, 0 failed"), "runner").verification == known


@pytest.mark.parametrize("status", [None, True, 0.5, "nought", [], ""])
def test_what_is_no_exit_status_checks_nothing(status):
    assert read_run(run(exit_status=status), "runner").verification is Verification.UNCHECKED


def test_a_verdict_is_no_exit_status():
    assert read_run(HOLDS, "runner").verification is Verification.UNCHECKED


def test_the_last_lines_of_a_long_output_are_kept():
    evidence = read_run(run(output="\n".join(f"line {number}" for number in range(500))), "runner").evidence
    assert evidence[0] == "$ pytest -q"
    assert evidence[-1] == "line 499"
    assert len(evidence) < MOST_EVIDENCE


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda one: (
        st.lists(one)
        | st.dictionaries(st.sampled_from(["holds", "wrong", "evidence", "exit_status", "command", "output"]), one)
    ),
)


@given(JSON.map(json.dumps) | st.text())
def test_whatever_is_said_what_is_kept_has_bounds(said):
    for read in (read_verdict(said, "critic"), read_run(said, "runner")):
        kept = read.stored
        assert len(str(kept["found"])) <= MOST_FOUND
        assert len(kept["evidence"]) <= MOST_EVIDENCE
        assert all(len(line) <= MOST_LINE for line in kept["evidence"])


def test_a_brief_says_what_was_asked_how_to_look_and_how_to_answer():
    member = brief_of_check(
        MemberCheck(what="whether it holds for n = 0"), "Proof", "worker", "Prove it.\nBriefly.", ""
    )
    program = brief_of_check(ProgramCheck(what="pytest -q"), "Code", "worker", "Write it.", "1 failed")

    assert "> Prove it.\n> Briefly." in member
    assert all(one in member for one in ("n = 0", '"holds"'))
    assert all(one in program for one in ("pytest -q", '"exit_status"', "1 failed"))
