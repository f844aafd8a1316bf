"""Pausing, resuming and stopping: a whole goal, or one sub-team."""

import pytest

from apps.accounts.domain.errors import Conflict
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import notifications, pause, resume, stop
from apps.chat.models import Conversation
from apps.teams.actions import attempts
from apps.teams.models import Attempt, Goal, Task, Team
from tests.engine.conftest import finish, task

BOTH = ("finding old figures", "counting growth rates")


@pytest.fixture
def two_skills(stage):
    """A goal whose one task takes a sub-team of two, which gives its task to one of them after the other."""
    stage.agent("finder", {"result": "found"}, skill=BOTH[0])
    stage.agent("counter", {"result": "counted"}, skill=BOTH[1])
    nested = {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
    plan = {"do": "assign", "tasks": [task("both", needs=BOTH)], "answer": "both"}
    stage.voices({"Do both.": [nested], "*": [plan]})
    return stage


@pytest.fixture
def chain(stage):
    """A goal of two tasks, one after the other."""
    stage.agent("first", {"result": "one"})
    stage.agent("second", {"result": "two"})
    tasks = [task("first", "first"), task("second", "second", after=("first",))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "second"}])
    return stage


def launched(stage) -> Goal:
    """A goal that nobody has begun."""
    with stage.bells_lost():
        return stage.launch()


def at_work(stage) -> tuple[Goal, Attempt]:
    """A goal whose first task is with its agent."""
    goal = launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        return goal, stage.begin(1)


def nested_at_work(stage) -> tuple[Goal, Attempt]:
    """A goal whose sub-team's first task is with its agent."""
    goal = launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        notifications.form_subteam(Task.objects.get().id)
        stage.speak(stage.claim(stage.subteam()), stage.script("Do both.")[0])
        attempt = Attempt.objects.get(task__team=stage.subteam())
        assert attempts.claim_attempt(attempt.id, "a slow worker")
        return goal, attempt


def test_a_goal_paused_before_its_first_turn_waits_and_then_goes_on(chain):
    goal = launched(chain)
    pause(chain.operator, chain.root(goal).id)

    chain.sweep()
    assert chain.room(goal).turns.count() == 0
    assert chain.root(goal).frozen_at is not None

    resume(chain.operator, chain.root(goal).id)
    goal = chain.until_ended(goal)
    assert (goal.outcome, goal.answer) == ("done", "two")
    assert chain.kinds(goal)[:3] == ["goal", "notice", "notice"]


def test_while_paused_a_running_attempt_finishes_and_nothing_new_starts(chain):
    goal, attempt = at_work(chain)
    pause(chain.owner, chain.root(goal).id)

    finish(attempt.id, CallOutcome(Result("one")))
    chain.sweep()
    assert chain.states(goal) == {1: "done", 2: "ready"}
    assert Attempt.objects.get(task__number=2).state == "ready"

    resume(chain.owner, chain.root(goal).id)
    assert chain.until_ended(goal).answer == "two"


def test_what_is_answered_while_paused_concludes_after_the_resume(chain):
    goal = launched(chain)
    with chain.bells_lost():
        claimed = chain.claim()
    pause(chain.owner, chain.root(goal).id)

    chain.speak(claimed, {"do": "conclude", "answer": "Already known."})
    chain.sweep()
    assert Goal.objects.get().outcome == "running"

    resume(chain.owner, chain.root(goal).id)
    assert Goal.objects.get().answer == "Already known."


def test_pausing_twice_and_resuming_what_runs_change_nothing(chain):
    goal = launched(chain)
    resume(chain.owner, chain.root(goal).id)
    pause(chain.owner, chain.root(goal).id)
    pause(chain.owner, chain.root(goal).id)

    assert chain.kinds(goal) == ["goal", "notice"]
    resume(chain.owner, chain.root(goal).id)
    assert chain.until_ended(goal).outcome == "done"


def test_time_that_a_goal_was_paused_does_not_count(chain):
    goal = launched(chain)
    chain.claim()
    before = chain.root(goal).deadline_at
    pause(chain.owner, chain.root(goal).id)
    assert chain.root(goal).deadline_at is None
    Team.objects.update(frozen_at=chain.root(goal).frozen_at - chain.hour)

    with chain.bells_lost():
        resume(chain.owner, chain.root(goal).id)

    assert chain.root(goal).deadline_at - before >= chain.hour


def test_pausing_the_goal_pauses_its_subteam_and_resuming_goes_down_too(two_skills):
    goal, attempt = nested_at_work(two_skills)
    pause(two_skills.owner, two_skills.root(goal).id)

    assert two_skills.subteam().frozen_at is not None
    finish(attempt.id, CallOutcome(Result("found")))
    two_skills.sweep()
    assert dict(Task.objects.filter(team=two_skills.subteam()).values_list("number", "state")) == {
        1: "done",
        2: "ready",
    }

    resume(two_skills.owner, two_skills.root(goal).id)
    assert two_skills.until_ended(goal).answer == "counted"


def test_a_subteam_is_paused_alone(two_skills):
    goal, attempt = nested_at_work(two_skills)
    pause(two_skills.owner, two_skills.subteam().id)

    assert two_skills.root(goal).frozen_at is None
    finish(attempt.id, CallOutcome(Result("found")))
    two_skills.sweep()
    assert Attempt.objects.filter(state="ready").count() == 1

    resume(two_skills.owner, two_skills.subteam().id)
    assert two_skills.until_ended(goal).answer == "counted"


def test_a_stopped_goal_ends_at_once_and_a_result_that_comes_late_is_kept_as_late(chain):
    goal, attempt = at_work(chain)
    stop(chain.operator, chain.root(goal).id)

    goal = Goal.objects.get()
    assert (goal.outcome, goal.failure) == ("stopped", "Stopped by Bob.")
    assert chain.states(goal) == {1: "cancelled", 2: "cancelled"}

    finish(attempt.id, CallOutcome(Result("one")))
    attempt.refresh_from_db()
    assert (attempt.state, attempt.result) == ("late", "one")
    assert chain.states(goal) == {1: "cancelled", 2: "cancelled"}
    assert chain.events(goal).count("goal.ended") == 1


def test_a_turn_that_is_in_flight_when_the_goal_is_stopped_says_nothing_more(chain):
    goal = launched(chain)
    with chain.bells_lost():
        claimed = chain.claim()
    stop(chain.owner, chain.root(goal).id)

    chain.speak(claimed, {"do": "conclude", "answer": "Too late."})

    assert chain.kinds(goal) == ["goal", "notice"]
    assert chain.room(goal).phase == "stopped"


def test_stopping_the_goal_stops_its_subteam(two_skills):
    goal, attempt = nested_at_work(two_skills)
    stop(two_skills.owner, two_skills.root(goal).id)

    assert two_skills.subteam().ended_at is not None
    assert set(Task.objects.values_list("state", flat=True)) == {"cancelled"}
    attempt.refresh_from_db()
    assert attempt.state == "cancelled"
    assert not Conversation.objects.exclude(phase="stopped").exists()


def test_stopping_a_subteam_is_told_to_the_team_above_which_goes_on(two_skills):
    two_skills.voices(
        {
            "Do both.": [two_skills.script("Do both.")[0]],
            "*": [two_skills.script()[0], {"do": "conclude", "answer": "Not much."}],
        }
    )
    goal, _ = nested_at_work(two_skills)
    stop(two_skills.owner, two_skills.subteam().id)

    goal = two_skills.until_ended(goal)
    assert goal.answer == "Not much."
    assert two_skills.states(goal) == {1: "cancelled"}
    failure = next(message for message in two_skills.messages(goal) if message.kind == "failure")
    assert failure.text == "Stopped by Ann."


def test_a_goal_stopped_while_paused_is_not_paused_any_more(chain):
    goal = launched(chain)
    pause(chain.owner, chain.root(goal).id)
    stop(chain.owner, chain.root(goal).id)

    assert (chain.root(goal).frozen_at, chain.root(goal).deadline_at) == (None, None)
    assert Goal.objects.get().outcome == "stopped"


def test_what_has_ended_is_neither_paused_nor_stopped_again(chain):
    goal = chain.until_ended(chain.launch())
    for action in (pause, resume):
        with pytest.raises(Conflict, match="has ended"):
            action(chain.owner, chain.root(goal).id)
    stop(chain.owner, chain.root(goal).id)

    assert Goal.objects.get().outcome == "done"
    assert chain.events(goal).count("goal.ended") == 1
    assert "notice" not in chain.kinds(goal)
