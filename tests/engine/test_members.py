"""An agent is brought into a team while it works, and takes over what another one has to do there."""

import pytest

from apps.accounts.domain.errors import Conflict, Forbidden, Refused
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import add_member, stop, swap_member
from apps.chat.models import Message
from apps.teams.models import Attempt, Goal, Member, Task
from tests.engine.conftest import finish, task


def at_work(stage, **request):
    """A goal with two tasks of one agent, of which the first is at work, and an agent that is no member."""
    stage.agent("first")
    stage.agent("other", {"result": "other did it."})
    tasks = [task("one", "first"), task("two", "first", after=["one"])]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "two"}, {"do": "conclude", "answer": "Done."}])
    goal = stage.launch("A dinner for 12 people", **request)
    stage.speak(stage.claim(), stage.script()[0])
    return goal, stage.begin(1)


def handles(goal):
    return set(Member.objects.filter(team__goal=goal).exclude(agent=None).values_list("agent__handle", flat=True))


def test_an_agent_is_brought_in_and_the_room_is_told(stage):
    with stage.bells_lost():
        goal, _ = at_work(stage)
        add_member(stage.operator, stage.root(goal).id, "@other")
        assert handles(goal) == {"first", "other"}
        told = Message.objects.filter(kind="formation").latest("number")
        assert told.text == "Joined: @other, brought in by Bob."
        with pytest.raises(Conflict, match="a member already"):
            add_member(stage.operator, stage.root(goal).id, "other")


def test_a_team_that_was_named_by_hand_may_use_who_was_added(stage):
    with stage.bells_lost():
        goal, _ = at_work(stage, team=("first",))
        add_member(stage.owner, stage.root(goal).id, "other")
    assert Goal.objects.get(pk=goal.pk).wanted_handles == ["first", "other"]


def test_another_agent_takes_over_all_that_a_member_has_to_do(stage):
    with stage.bells_lost():
        goal, first = at_work(stage)
        swap_member(stage.operator, stage.root(goal).id, "first", "other")
        assert set(Task.objects.values_list("owner__agent__handle", "state")) == {
            ("other", "ready"),
            ("other", "planned"),
        }
        finish(first.id, CallOutcome(Result("Too late.")))
    goal = stage.until_ended(goal)
    assert goal.outcome == "done"
    assert set(Task.objects.values_list("result", flat=True)) == {"other did it."}
    assert Attempt.objects.get(pk=first.id).result in ("", "Too late.")


def test_who_has_nothing_to_do_and_who_is_not_there_is_not_swapped(stage):
    with stage.bells_lost():
        goal, _ = at_work(stage)
        root = stage.root(goal).id
        with pytest.raises(Refused, match="no member"):
            swap_member(stage.owner, root, "other", "first")
        with pytest.raises(Refused, match="no agent @nobody"):
            swap_member(stage.owner, root, "first", "nobody")
        with pytest.raises(Conflict, match="has it already"):
            swap_member(stage.owner, root, "first", "first")
        add_member(stage.owner, root, "other")
        with pytest.raises(Conflict, match="nothing to do here"):
            swap_member(stage.owner, root, "other", "first")


def test_who_may_only_look_changes_nobody_and_after_the_end_nobody_does(stage):
    with stage.bells_lost():
        goal, _ = at_work(stage)
        root = stage.root(goal).id
        with pytest.raises(Forbidden):
            add_member(stage.viewer, root, "other")
        stop(stage.owner, root)
        with pytest.raises(Conflict, match="has finished"):
            add_member(stage.owner, root, "other")
    assert handles(goal) == {"first"}
