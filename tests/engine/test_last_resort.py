"""A step that can't be recorded however often it is tried: its goal is stopped in the end, and says why."""

import pytest
from django.db import OperationalError

from apps.chat.actions import last_resort, sweeper, transitions
from apps.chat.domain.patience import LONGEST_REST, PATIENCE, Patience
from apps.teams.actions import attempt_ends, leases
from apps.teams.models import Attempt, Goal
from tests.engine.conftest import task

ONE = [{"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}]


class Fault(Exception):
    """What the log shows."""


@pytest.fixture
def clock(monkeypatch):
    """Lets time pass for the patience with what fails: `clock(seconds)`."""
    now = [0.0]
    monkeypatch.setattr(last_resort, "_patience", Patience())
    monkeypatch.setattr(last_resort, "monotonic", lambda: now[0])

    def forward(seconds: float) -> None:
        now[0] += seconds

    return forward


def sweep_for(stage, clock, seconds: float) -> None:
    """As the minutes go by."""
    for _ in range(int(seconds // LONGEST_REST) + 1):
        stage.sweep()
        clock(LONGEST_REST)


@pytest.fixture
def lost(stage):
    """A goal whose only attempt, which can't be made again, has lost its worker."""
    stage.agent("worker", repeatable=False)
    stage.voices(ONE)
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), ONE[0])
        leases.lapse([leases.call_name(stage.begin(1).id)])
    return goal


def broken(*_args, **_more):
    raise Fault


def test_a_goal_whose_lost_work_can_not_be_given_up_is_stopped_after_an_hour(stage, lost, clock, monkeypatch, caplog):
    monkeypatch.setattr(attempt_ends.suspension, "lose", broken)

    sweep_for(stage, clock, PATIENCE - LONGEST_REST)
    assert Goal.objects.get().outcome == "running", "what broke may be mended yet"

    sweep_for(stage, clock, LONGEST_REST)
    goal = Goal.objects.get()
    assert (goal.outcome, goal.failure) == ("stopped", last_resort.STOPPED)
    assert stage.messages(goal)[-1].text == last_resort.STOPPED
    assert Attempt.objects.get().state == "cancelled"
    assert "Fault" in caplog.text
    caplog.clear()
    stage.sweep()  # and nothing of it is due any more


def test_a_room_that_can_not_hear_what_settled_is_stopped_after_an_hour(stage, clock, monkeypatch, caplog):
    stage.agent("worker")
    stage.voices(ONE)
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), ONE[0])
    monkeypatch.setattr(transitions, "_take_note", broken)

    sweep_for(stage, clock, 2 * PATIENCE)

    goal.refresh_from_db()
    assert (goal.outcome, goal.failure) == ("stopped", last_resort.STOPPED)
    caplog.clear()
    stage.sweep()


def test_who_is_mended_within_the_hour_goes_on(stage, lost, clock, monkeypatch, caplog):
    with monkeypatch.context() as patch:
        patch.setattr(attempt_ends.suspension, "lose", broken)
        sweep_for(stage, clock, PATIENCE / 2)
    caplog.clear()

    stage.sweep()

    assert Attempt.objects.get().state == "lost"
    assert stage.pending().question


def test_what_merely_holds_a_step_up_is_waited_for(stage, lost, clock, monkeypatch):
    def away(*_args, **_more):
        raise OperationalError("canceling statement due to lock timeout")

    with monkeypatch.context() as patch:
        patch.setattr(attempt_ends.suspension, "lose", away)
        sweep_for(stage, clock, 2 * PATIENCE)

    sweeper.sweep()

    assert Attempt.objects.get().state == "lost"
