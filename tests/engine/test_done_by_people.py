"""What people do about a task that failed or goes on: try it later, do it themselves, put it back while it is held."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.domain.errors import Conflict, Refused
from apps.chat.actions import do_task, pause, put_back_task, resume, retry_task
from apps.teams.models import Attempt, Task
from tests.engine.conftest import task

GIVEN = {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}
ASKED = {"do": "ask_person", "question": "What now?"}
FAILS = {"error": "Out of paint.", "permanent": True}


def failed(stage):
    """A task that failed, in a goal that waits for a person."""
    stage.agent("worker", FAILS)
    stage.voices([GIVEN, ASKED])
    goal = stage.launch()
    stage.until(lambda: Task.objects.filter(state="failed").exists())
    return goal, Task.objects.get()


def test_what_a_person_does_is_the_tasks_result_and_the_room_shows_it_as_theirs(stage):
    goal, broken = failed(stage)
    do_task(stage.operator, broken.id, "Painted by hand.")
    ended = stage.until_ended(goal)
    assert ended.answer == "Painted by hand."
    said = stage.messages(goal)[-1]
    assert (said.kind, said.text, said.member.user_id) == ("conclusion", "Painted by hand.", stage.operator.user_id)
    assert Task.objects.get().found == f"{stage.operator.name} did it, and nobody looked at the result."


def test_only_what_failed_is_done_by_a_person_and_only_with_words(stage):
    goal, broken = failed(stage)
    with pytest.raises(Refused):
        do_task(stage.operator, broken.id, "  ")
    do_task(stage.operator, broken.id, "Painted by hand.")
    with pytest.raises(Conflict, match="Only a task that failed"):
        do_task(stage.owner, broken.id, "Painted twice.")
    assert stage.until_ended(goal).answer == "Painted by hand."


def test_a_try_that_is_put_off_waits_and_the_room_says_for_how_long(stage):
    goal, broken = failed(stage)
    retry_task(stage.operator, broken.id, 300.0)
    waits = Attempt.objects.get(number=2)
    assert waits.state == "ready"
    assert waits.not_before > timezone.now() + timedelta(seconds=200)
    assert "“Work” is tried again in 5 min." in [message.text for message in stage.messages(goal)]


def test_what_goes_on_in_a_held_team_is_put_back_and_begins_anew_with_the_team(stage):
    stage.agent("worker", {"result": "Begun anew."})
    stage.voices([GIVEN])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), GIVEN)
        stage.begin(1)
        with pytest.raises(Conflict, match="not paused"):
            put_back_task(stage.operator, Task.objects.get().id)
        pause(stage.operator, stage.root(goal).id)
        put_back_task(stage.operator, Task.objects.get().id)
        tries = [(one.number, one.state) for one in Attempt.objects.order_by("number")]
        assert tries == [(1, "cancelled"), (2, "ready")]
        resume(stage.operator, stage.root(goal).id)
    assert stage.until_ended(goal).answer == "Begun anew."
