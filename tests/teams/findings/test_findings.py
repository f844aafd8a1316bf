"""Ways of failing that show in a result are told from honest results that use the same words."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.findings import Evidence, FindingKind, asks_again, findings_in
from tests.teams.flaws.test_flaws import HONEST as ANSWERS

GOAL = "Prepare the move of our office to the new building in June."


def kinds(brief, result, goal=GOAL, **more):
    lists = {name: tuple(value) if isinstance(value, list) else value for name, value in more.items()}
    return {one.kind for one in findings_in(Evidence(goal=goal, brief=brief, result=result, **lists))}


RESULTS = yaml.safe_load((Path(__file__).parent / "results.yaml").read_text())


@pytest.mark.parametrize("case", RESULTS["disobeys_task"])
def test_a_result_without_the_form_that_was_asked_for_disobeys(case):
    assert kinds(**case) == {FindingKind.DISOBEYS_TASK}


@pytest.mark.parametrize("case", RESULTS["obeys_task"])
def test_a_result_in_the_form_that_was_asked_for_obeys(case):
    assert kinds(**case) == set()


@pytest.mark.parametrize("case", RESULTS["failures"])
def test_a_failure_is_found(case):
    kind = FindingKind(case["kind"])
    assert kinds(**{name: value for name, value in case.items() if name != "kind"}) == {kind}


@pytest.mark.parametrize("case", RESULTS["honest"])
def test_an_honest_result_is_not_found(case):
    assert kinds(**case) == set()


@pytest.mark.parametrize(("brief", "text"), ANSWERS)
def test_honest_answers_to_anything_are_not_found(brief, text):
    assert kinds(brief, text, goal=brief) == set()


def test_the_form_that_a_person_asks_for_later_is_asked_of_the_answer_alone():
    lines = "The green paint is cheap.\nThe red paint lasts.\nBoth dry fast."
    asked = {"brief": "List what speaks for each paint.", "result": lines, "told": ["Say it in one line."]}
    assert kinds(**asked) == set()
    assert kinds(**asked, is_answer=True) == {FindingKind.DISOBEYS_TASK}


def test_the_same_question_is_a_reset_once_two_answers_did_not_end_it():
    question = "Which building do you mean?"
    assert asks_again(question, (question,)) is None
    assert asks_again(question, (question, "And which floor?")) is None
    found = asks_again(question, (question, " which building do you  mean?"))
    assert found is not None
    assert found.kind is FindingKind.RESETS


@given(st.text(max_size=300), st.text(max_size=200), st.text(max_size=200), st.text(max_size=100))
def test_any_texts_are_looked_at(result, brief, other, said):
    findings_in(Evidence(said, brief, result, given=(other,), own_before=(other,), told=(said,), others=(said,)))


@pytest.mark.parametrize(
    "piece",
    ["1 + 1 ", "- a\n", "| 1 ", "a: 1\n", "1. ", "(a) ", "from 1 to 2 ", "not A but ", "“a ", "in 3 words ", "a.csv "],
)
def test_looking_takes_no_longer_than_reading(piece):
    """Each would take minutes if a pattern went back over what it has read; the suite's own limit ends that."""
    long = piece * (100_000 // len(piece))
    findings_in(Evidence(long, long, long, given=(long,), own_before=(long,), told=(long,), others=("a",)))
