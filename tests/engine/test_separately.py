"""What can't be done for one keeps nobody else waiting: at a sweep, at a look for lost authority, at a worker's end."""

import uuid
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError, transaction

from apps.chat.actions import lost_authority, sweeper, turns
from apps.chat.jobs import attempts as jobs
from apps.chat.jobs import process, writer
from apps.chat.models import Conversation, Turn
from apps.journal.actions import clock
from apps.teams.models import Attempt, Member, Task, Team
from apps.teams.queries import work
from apps.teams.queries.checks import checks_due
from tests import factories
from tests.engine.conftest import task

ONE = [{"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}]


@pytest.fixture
def goals(stage):
    """Two, whose first turns are in the hands of workers that are lost; the first's is looked after first."""
    stage.agent("worker")
    stage.voices(ONE)
    with stage.bells_lost():
        found = [stage.launch(), stage.launch()]
        for late, goal in zip((9, 1), found, strict=True):
            turns.claim(stage.room(goal).id, "lost")
            Turn.objects.filter(conversation=stage.room(goal)).update(lease_until=clock() - timedelta(seconds=late))
        yield found


@contextmanager
def unreadable(goal):
    """A block in which nothing can be done for this goal."""
    rows = Conversation.objects.filter(team__goal=goal)
    sound = rows.get().memory
    rows.update(memory={"failures": "many"})
    yield
    rows.update(memory=sound)


def test_a_goal_that_can_not_be_read_keeps_no_other_lease_and_no_bell_waiting(stage, goals, monkeypatch, caplog):
    looked = []
    monkeypatch.setattr(sweeper, "_ring", looked.append)

    with unreadable(goals[0]):
        sweeper.sweep()

    assert f"the step of {stage.room(goals[0]).id} could not be recorded; a later look tries again" in caplog.messages
    caplog.clear()
    assert [stage.room(goal).turn_state for goal in goals] == ["in_flight", "due"]
    assert len(looked) == 1

    stage.until(lambda: stage.room(goals[0]).turn_state == "due")


def test_a_goal_that_is_locked_keeps_no_other_going_in_the_name_of_who_lost_authority(goals, monkeypatch):
    stopped = []

    def stop(scene):
        if scene.goal.id == goals[0].id:
            raise OperationalError("canceling statement due to lock timeout")
        stopped.append(scene.goal.id)

    monkeypatch.setattr(lost_authority, "goals_unauthorised", lambda _: [goal.id for goal in goals])
    monkeypatch.setattr(lost_authority, "_stop", stop)

    lost_authority.stop_unauthorised()

    assert stopped == [goals[1].id]


def away(*_):
    raise OperationalError("the connection is closed")


def test_what_was_taken_and_can_not_be_begun_gives_its_slot_back(stage, monkeypatch, caplog):
    slots = []
    monkeypatch.setattr(jobs.bells, "are_heard_here", lambda: True)
    monkeypatch.setattr(jobs.calls, "try_slot", lambda: slots.append(1) or True)
    monkeypatch.setattr(jobs.calls, "release_slot", slots.pop)
    monkeypatch.setattr(jobs.leases, "lapse", away)

    with jobs.claimed_slots() as taking, transaction.atomic():
        for _ in range(3):
            taking.try_slot()
            taking.take(uuid.uuid4())  # of which there is nothing to read

    assert (slots, taking.taken) == ([], set())
    assert sum(message.endswith("could not be begun") for message in caplog.messages) == 3
    caplog.clear()


@pytest.mark.parametrize("gone", ["leases.release", "unrepeatable"])
def test_a_worker_ends_in_order_where_the_database_is_away(stage, monkeypatch, gone):
    done = []
    monkeypatch.setattr(process.bells, "hear", lambda _: None)
    monkeypatch.setattr(process.calls, "leave", lambda _: [f"attempt:{uuid.uuid4()}"])
    monkeypatch.setattr(process.calls, "drain", lambda seconds: done.append(seconds) or [])
    monkeypatch.setattr(process.pool.lanes, "close", lambda: done.append("lanes"))
    monkeypatch.setattr(writer, "stop", lambda: done.append("writer"))
    monkeypatch.setattr(f"apps.chat.jobs.process.{gone}", away)

    process.drain()

    # who can't ask which calls must not be made twice waits for all of them
    assert done == [process.LONGEST_DRAIN if gone == "unrepeatable" else 0, "lanes", "writer"]


LATE, MANY = timedelta(minutes=1), work.SWEEP_BATCH


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("look", "columns"),
    [
        (work.unconsumed_tasks, {"state": "done"}),
        (work.unconsumed_questions, {"state": "asking"}),
        (work.subteams_due, {"state": "ready", "seats": [{}]}),
        (checks_due, {"state": "working", "verification": "unchecked", "claimed_at": clock}),
        (work.attempts_expired, {"state": "working"}),
    ],
    ids=["settled", "asked", "subteams", "checks", "attempts"],
)
def test_however_many_can_not_be_looked_after_one_more_is_found_at_one_of_the_next_looks(look, columns):
    """Any of them may be of one goal that can't be read, and settled before the one that waits."""
    columns = {name: value() if callable(value) else value for name, value in columns.items()}
    of = factories.workspace()
    agent = factories.agent(of, "worker")
    room = factories.small_goal(of, factories.person(of)).root
    owner = Member.objects.create(team=room.team, kind="agent", agent=agent, joined_at=clock())
    tasks = Task.objects.bulk_create(
        Task(team=room.team, number=number, title="A", brief="A", owner=owner, assigned_turn=1, briefed_after=1, **at)
        for number in range(1, MANY + 2)
        for at in [columns | {"state_at": clock() - (MANY - number) * LATE, "origin": room.story.goal.origin}]
    )
    ids = [one.id for one in tasks]
    if look is work.attempts_expired:
        ids = [one.id for one in Attempt.objects.bulk_create(_lost(one, agent) for one in tasks)]

    found = {key for _ in range(20) for key in look(clock() + (MANY + 2) * LATE)}

    assert len(look(clock() + (MANY + 2) * LATE)) == MANY
    assert found == set(ids)


def _lost(task, agent):
    times = {"not_before": task.state_at, "started_at": task.state_at, "lease_until": task.state_at}
    return Attempt(
        task=task, number=1, origin=task.origin, agent=agent, connection=agent.connection, state="running", **times
    )


def test_work_that_can_not_be_begun_keeps_no_other_goal_from_its_agent(stage, caplog):
    """It is first in the line of an agent that does one thing at a time."""
    stage.agent("worker", concurrency=1)
    stage.voices(ONE)
    with stage.bells_lost():
        bad, sound = stage.launch(), stage.launch()
        for goal in (bad, sound):
            stage.speak(stage.claim(stage.root(goal)), ONE[0])
    Team.objects.filter(goal=bad).update(grant={"turns": "many"})

    for _ in range(3):
        sweeper.sweep()

    assert Attempt.objects.get(task__team__goal=sound).state == "done"
    assert "could not be begun" in caplog.text
    caplog.clear()
    Team.objects.filter(goal=bad).update(grant=bad.limits)
    stage.until_ended(bad)
    stage.until_ended(sound)
