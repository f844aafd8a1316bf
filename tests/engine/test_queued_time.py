"""A goal that waits for a worker to begin it uses up none of its minutes."""

from datetime import timedelta

import pytest
from django.db.models import F

from apps.chat.actions import change_limits, pause, post_message, resume, stop, turns
from apps.journal.actions import clock
from apps.teams.models import Goal, Team
from apps.teams.queries.limits import spent_of_team

HOUR = timedelta(hours=1)


def an_hour_passes() -> None:
    """As if all that stands so far had been so an hour before."""
    times = ("created_at", "queued_at", "frozen_at", "ended_at", "deadline_at")
    Team.objects.update(**{name: F(name) - HOUR for name in times})


def minutes(goal) -> int:
    return round(spent_of_team(Team.objects.select_related("goal").get(goal=goal, parent=None), clock()).minutes)


@pytest.fixture
def goal(stage):
    """One with half an hour, that no worker has begun."""
    stage.voices([{"do": "say", "text": "Let me think.", "next_speaker": "coordinator"}])
    with stage.bells_lost():
        yield stage.launch(limits={"minutes": 30})


def test_its_minutes_run_from_when_it_is_begun(stage, goal):
    an_hour_passes()
    assert minutes(goal) == 0

    claimed = turns.claim(stage.room(goal).id, "worker")

    assert claimed is not None
    assert minutes(goal) == 0
    left = stage.root(goal).deadline_at - clock()
    assert timedelta(minutes=29) < left <= timedelta(minutes=30)


def test_nobody_is_asked_for_more_time_before_it_is_begun(stage, goal):
    an_hour_passes()
    change_limits(stage.owner, goal.id, {"minutes": 5})
    assert stage.root(goal).deadline_at is None
    assert stage.root(goal).frozen_at is None


def test_time_in_which_it_is_paused_while_it_waits_does_not_count_twice(stage, goal):
    an_hour_passes()
    pause(stage.owner, stage.root(goal).id)
    an_hour_passes()
    resume(stage.owner, stage.root(goal).id)
    an_hour_passes()
    assert minutes(goal) == 0

    turns.claim(stage.room(goal).id, "worker")
    assert minutes(goal) == 0
    an_hour_passes()
    assert minutes(goal) == 60


def test_one_that_is_stopped_before_it_began_took_no_time(stage, goal):
    an_hour_passes()
    stop(stage.owner, stage.root(goal).id)
    an_hour_passes()
    assert minutes(goal) == 0
    assert stage.root(goal).queued_at is None


def test_a_further_round_waits_like_a_new_goal(stage, goal):
    turns.claim(stage.room(goal).id, "worker")
    an_hour_passes()
    stop(stage.owner, stage.root(goal).id)
    assert minutes(goal) == 60
    an_hour_passes()
    post_message(stage.owner, stage.root(goal).id, "Go on.")
    assert Goal.objects.get().outcome == "running"
    an_hour_passes()
    assert minutes(goal) == 60

    change_limits(stage.owner, goal.id, {"minutes": 90})
    turns.claim(stage.room(goal).id, "worker")
    assert minutes(goal) == 60
    left = stage.root(goal).deadline_at - clock()
    assert timedelta(minutes=29) < left <= timedelta(minutes=30)
