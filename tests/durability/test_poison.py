"""A step that can never be recorded: its goal is given up with a reason, and the goals beside it never notice."""

import pytest

from apps.chat.models import Turn
from apps.teams.models import Attempt, Goal, Task
from tests.durability.conftest import LONG_AGO
from tests.durability.oracle import assert_sound
from tests.durability.poison import POISONED
from tests.engine.conftest import task

pytestmark = pytest.mark.processes

SOUND = 8


ASSIGN = {"do": "assign", "tasks": [task("solo", "solo")], "answer": "solo"}
GIVE_UP = {"do": "conclude", "answer": "Nothing came of it.", "verdict": "partial"}


def give(field) -> Goal:
    """One goal that is poisoned among others that are not, all due at one moment."""
    field.one_task()
    field.voices({f"{POISONED} work": [ASSIGN, GIVE_UP], "*": [ASSIGN]})
    with field.bells_lost():
        for number in range(SOUND):
            field.launch(f"Do the work {number}")
        return super(type(field), field).launch(f"{POISONED} work")


def until_it_is_given_up(field, poisoned: Goal) -> None:
    """What ten seconds would do, again and again, to what its worker could not record."""

    def ended() -> bool:
        Turn.objects.filter(outcome="open", conversation__team__goal=poisoned).update(lease_until=LONG_AGO)
        Attempt.objects.filter(state="running", task__team__goal=poisoned).update(lease_until=LONG_AGO)
        return not Goal.objects.filter(id=poisoned.id, outcome="running").exists()

    field.until(ended)


@pytest.mark.parametrize(("step", "outcome"), [("turn", "failed"), ("end", "partial")])
def test_a_step_that_nobody_can_record_ends_its_own_goal_and_no_other(field, step, outcome):
    poisoned = give(field)
    field.workers.start(IOA_TEST_POISON=step)

    sound = Goal.objects.exclude(id=poisoned.id)
    field.until(lambda: not sound.filter(outcome="running").exists())
    field.assert_all_is_well()
    assert Turn.objects.filter(conversation__team__goal__in=sound, outcome="lost").count() == 0
    assert set(Attempt.objects.filter(task__team__goal__in=sound).values_list("number", flat=True)) == {1}
    poisoned.refresh_from_db()
    assert poisoned.outcome == "running", "it is tried again while nobody knows what is wrong"

    until_it_is_given_up(field, poisoned)
    poisoned.refresh_from_db()
    assert_sound(poisoned)
    assert poisoned.outcome == outcome
    why = [poisoned.failure, *Task.objects.filter(team__goal=poisoned).values_list("failure", flat=True)]
    assert any("lost" in reason for reason in why), field.story()
    assert "Poison" in field.workers.log.read_text()
