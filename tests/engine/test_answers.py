"""What is no answer is never done: its agent is told of it once, and then the team is."""

import pytest

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.teams.models import Approval, Attempt
from tests.asked import assignment
from tests.engine.conftest import finish, task

WORK = {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}
GIVE_UP = {"do": "conclude", "answer": "Nobody did it.", "verdict": "failed"}
REFUSAL = {"result": "I'm sorry, but I can't do this."}
CLAIM = {"result": "I saved report.csv."}


def test_a_refusal_is_not_done_and_the_coordinator_learns_of_it(stage):
    stage.agent("worker", REFUSAL)
    stage.voices([WORK, GIVE_UP])
    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "failed"
    assert stage.states(goal) == {1: "failed"}
    told = [message.text for message in stage.messages(goal) if message.kind == "failure"]
    assert told == ["It was refused: “I'm sorry, but I can't do this.”"]


def test_who_refuses_is_not_asked_again_and_its_words_are_kept(stage):
    stage.agent("worker", REFUSAL)
    stage.voices([WORK, GIVE_UP])
    stage.until_ended(stage.launch())

    attempt = Attempt.objects.get()
    assert (attempt.state, attempt.result) == ("failed", REFUSAL["result"])


def test_a_claim_without_its_file_is_sent_back_once_with_what_is_wrong(stage):
    stage.agent("worker", {"result": "Here are the figures: {told}"})
    stage.voices([WORK])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), WORK)
        first = stage.begin(1)
        finish(first.id, CallOutcome(Result("I saved report.csv.")))

    assert "report.csv was made, but no such file came" in stage.until_ended(goal).answer
    request = assignment(Attempt.objects.get(number=2).id).request
    assert request.work_key != str(first.task_id), "an agent that knows the work by its key would answer as before"


@pytest.mark.parametrize("steps", [[CLAIM], [{"result": ""}], [{"result": "```python\nprint(1)"}]])
def test_what_stays_no_answer_fails(stage, steps):
    stage.agent("worker", *steps)
    stage.voices([WORK, GIVE_UP])
    goal = stage.until_ended(stage.launch())

    assert stage.states(goal) == {1: "failed"}
    assert Attempt.objects.count() == 2


def test_work_that_must_not_be_done_twice_is_left_to_a_person(stage):
    stage.agent("worker", CLAIM, repeatable=False)
    stage.voices([WORK])
    goal = stage.launch()

    stage.until(lambda: Approval.objects.filter(state="pending", kind="outcome").exists())
    assert stage.states(goal) == {1: "unknown"}


def test_words_of_refusal_that_were_asked_for_are_an_answer(stage):
    stage.agent("worker", REFUSAL)
    letter = {
        "do": "assign",
        "tasks": [task("work", "worker", brief="Write a letter that declines.")],
        "answer": "work",
    }
    stage.voices([letter])

    assert stage.until_ended(stage.launch()).answer == REFUSAL["result"]
