"""Steering a part of a goal: another brief for a team, or its end, with all that is below it."""

import pytest
from django.utils import timezone

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import dissolve, notifications, pause, rebrief
from apps.chat.models import Message
from apps.chat.queries.tree import tree
from apps.journal.models import AuditEntry
from apps.teams.actions import attempts
from apps.teams.models import Attempt, Goal, Task, Team
from tests.engine.conftest import finish, task

BOTH = ("finding old figures", "counting growth rates")
ANEW = {"do": "assign", "tasks": [task("new", "counter")], "answer": "new"}


@pytest.fixture
def nested(stage):
    """A goal whose one task takes a sub-team of two, whose first task is with its agent."""
    stage.agent("finder", {"result": "found"}, skill=BOTH[0])
    stage.agent("counter", {"result": "counted"}, skill=BOTH[1])
    below = {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
    plan = {"do": "assign", "tasks": [task("both", needs=BOTH)], "answer": "both"}
    stage.voices({"Do both.": [below], "Count the bridges.": [below, ANEW], "*": [plan, ANEW]})
    with stage.bells_lost():
        stage.goal = stage.launch()
        stage.speak(stage.claim(), plan)
        notifications.form_subteam(Task.objects.get().id)
        stage.speak(stage.claim(stage.subteam()), below)
        stage.attempt = Attempt.objects.get(task__team=stage.subteam())
        assert attempts.claim_attempt(stage.attempt.id, "a slow worker")
    return stage


def node_of(stage):
    return tree(stage.goal.pk, timezone.now()).nodes[stage.subteam().pk]


def test_a_team_with_another_brief_leaves_what_is_open_and_plans_anew(nested):
    team = nested.subteam()
    with nested.bells_lost():
        rebrief(nested.operator, team.pk, " Count the bridges. ")

    team.refresh_from_db()
    assert (team.purpose, team.task.brief, team.ended_at) == ("Count the bridges.", "Count the bridges.", None)
    assert set(Task.objects.filter(team=team, number__lte=2).values_list("state", flat=True)) == {"cancelled"}
    goal = nested.until_ended(nested.goal)
    assert (goal.outcome, goal.answer) == ("done", "counted")
    said = Message.objects.filter(conversation__team=team, kind="notice").values_list("text", flat=True)
    assert "From now on, by Bob: Count the bridges." in said
    assert AuditEntry.objects.filter(deed="team.rebriefed", object_id=team.pk).exists()


def test_the_goals_own_team_takes_another_brief_and_what_is_below_ends(nested):
    rebrief(nested.owner, nested.root(nested.goal).pk, "Count the bridges.")
    below = Team.objects.get(goal=nested.goal, depth=1)
    assert below.ended_at is not None
    assert Task.objects.get(team=nested.root(nested.goal), number=1).state == "cancelled"
    assert nested.until_ended(nested.goal).answer == "counted"


def test_a_dissolved_team_ends_and_the_team_above_decides_anew(nested):
    team = nested.subteam()
    dissolve(nested.operator, team.pk)

    team.refresh_from_db()
    assert team.ended_at is not None
    assert set(Task.objects.filter(team=team).values_list("state", flat=True)) == {"cancelled"}
    above = Message.objects.filter(conversation__team=team.parent, kind="say").values_list("text", flat=True)
    assert list(above) == [f"Have “{team.name}” done without a team of its own."]
    goal = nested.until_ended(nested.goal)
    assert (goal.outcome, goal.answer) == ("done", "counted")
    assert AuditEntry.objects.filter(deed="team.dissolved", object_id=team.pk).exists()


def test_what_is_said_to_the_team_above_is_ones_own_words(nested):
    dissolve(nested.owner, nested.subteam().pk, "Let @counter do it alone.")
    assert Message.objects.filter(kind="say", text="Let @counter do it alone.").count() == 1


def test_a_paused_part_says_who_of_it_has_stopped(nested):
    assert node_of(nested).halted is None
    pause(nested.owner, nested.subteam().pk)
    assert node_of(nested).halted == (0, 1)
    assert [face.handle for face in node_of(nested).at_work] == ["finder"]

    finish(nested.attempt.pk, CallOutcome(Result("found")))
    assert node_of(nested).halted == (1, 1)
    assert node_of(nested).at_work == ()


def test_a_goals_own_team_can_not_be_dissolved_and_nothing_after_the_end(nested):
    with pytest.raises(Conflict, match="stop the goal"):
        dissolve(nested.owner, nested.root(nested.goal).pk)
    team = nested.subteam()
    dissolve(nested.owner, team.pk)
    for act in (lambda: dissolve(nested.owner, team.pk), lambda: rebrief(nested.owner, team.pk, "More.")):
        with pytest.raises(Conflict, match="has ended"):
            act()


@pytest.mark.parametrize("brief", ["", "  \x00", "x" * 9_000])
def test_a_brief_says_something_within_bounds(nested, brief):
    with pytest.raises(Refused) as refused:
        rebrief(nested.owner, nested.subteam().pk, brief)
    assert list(refused.value.fields) == ["brief"]
    assert Goal.objects.get().outcome == "running"


def test_who_may_only_look_and_strangers_steer_nothing(nested):
    team = nested.subteam().pk
    for act in (lambda who: rebrief(who, team, "More."), lambda who: dissolve(who, team)):
        with pytest.raises(Forbidden):
            act(nested.viewer)
        with pytest.raises(NotFound):
            act(nested.stranger)


def test_who_is_at_work_in_a_team_that_is_dissolved_is_waited_for_to_leave_it(nested):
    team = nested.subteam()
    with nested.bells_lost():
        dissolve(nested.operator, team.pk)
    team.refresh_from_db()
    leaving = tree(nested.goal.pk, team.ended_at).nodes[team.pk].leaving
    assert (leaving.confirmed, leaving.agents, leaving.is_waited_for) == (0, 1, True)
    attempts.note_left(nested.attempt.pk)
    assert tree(nested.goal.pk, team.ended_at).nodes[team.pk].leaving.confirmed == 1
