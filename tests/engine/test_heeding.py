"""Bells may be heard in any order; what settled is told in the order in which it settled."""

from itertools import permutations

import pytest

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import notifications, stop
from apps.teams.models import Goal, Task
from tests.engine.conftest import finish, task


@pytest.fixture
def settled(stage) -> Goal:
    """A goal whose three tasks have settled, the third one's result being its answer; nobody was told of any."""
    for handle in ("one", "two", "three"):
        stage.agent(handle)
    given = [task("a", "one"), task("b", "two"), task("c", "three", after=("a",))]
    stage.voices([{"do": "assign", "tasks": given, "answer": "c"}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        for number in (2, 1, 3):
            finish(stage.begin(number).id, CallOutcome(Result(f"Result {number}.")))
    return goal


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_every_result_is_told_in_the_order_of_settling_whichever_bell_is_heard_first(stage, settled, order):
    for number in order:
        notifications.notify_task_settled(Task.objects.get(number=number).id)

    told = [(message.kind, message.task_number) for message in stage.messages(settled)]
    assert told[-3:] == [("result", 2), ("result", 1), ("conclusion", 3)]
    assert stage.until_ended(settled).answer == "Result 3."


def test_what_settled_before_a_stop_is_told_before_it(stage, settled):
    stop(stage.owner, stage.root(settled).id)

    assert stage.until_ended(settled).answer == "Result 3."
    assert stage.kinds(settled)[-3:] == ["result", "result", "conclusion"]
