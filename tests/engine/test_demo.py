"""The demo team: a goal that is played over the real registry, the real calls and the real approval."""

import pytest
from django.utils.translation import override

from apps.accounts.domain.errors import Forbidden
from apps.agents.actions.demo_team import register_demo_team
from apps.agents.connectors.demo import connector
from apps.agents.domain.demo_team import BY_HANDLE, COSTS
from apps.agents.models import Agent
from apps.agents.queries import find_for_need
from apps.agents.queries.agents import first_candidates
from apps.chat import actions
from apps.chat.models import Message
from apps.teams.models import Approval, Attempt, Goal, Team
from tests.people import waiting


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch):
    monkeypatch.setattr(connector, "PACE", 0.0)


def until_asked(stage) -> Approval:
    stage.until(waiting)
    return stage.pending()


def test_it_nests_twice_fails_once_and_waits_for_the_approval(stage):
    goal = actions.watch_demo(stage.operator).goal
    until_asked(stage)

    assert sorted(Team.objects.filter(goal=goal).values_list("depth", flat=True)) == [0, 1, 2]
    tries = Attempt.objects.filter(task__title="Find the trains").order_by("number")
    assert list(tries.values_list("number", "state")) == [(1, "failed"), (2, "done")]
    assert Attempt.objects.exclude(task__title="Find the trains").exclude(state="done").count() == 0
    assert not Goal.objects.get(pk=goal.pk).ended_at


@pytest.mark.parametrize(("answer", "fate"), [("Approve", "You approved it"), ("Deny", "You did not approve it")])
def test_the_end_follows_what_the_visitor_pressed(stage, answer, fate):
    goal = actions.watch_demo(stage.operator).goal
    actions.decide(stage.operator, until_asked(stage).id, answer)

    ended = stage.until_ended(goal)
    assert ended.outcome == "done"
    assert "Demo agents: scripted." in ended.answer
    assert fate in ended.answer


def test_what_the_visitor_says_is_answered_and_comes_into_the_letter(stage):
    with stage.bells_lost():
        goal = actions.watch_demo(stage.operator).goal
    stage.until(lambda: Team.objects.filter(goal=goal).count() > 1)
    actions.post_message(stage.operator, stage.root(goal).id, "Bring boots, please.")
    actions.decide(stage.operator, until_asked(stage).id, "Approve")

    assert "P.S. Bring boots, please." in stage.until_ended(goal).answer


def test_a_model_of_the_workspace_is_not_asked(stage, monkeypatch):
    monkeypatch.setattr("apps.chat.voices.voice_for", lambda _: pytest.fail("the demo is led by a script"))
    goal = actions.watch_demo(stage.operator).goal
    until_asked(stage)

    spoke = Message.objects.filter(conversation__team__goal=goal, kind="assign").values_list("voice", flat=True)
    assert set(spoke) == {"demo"}


def test_its_agents_come_once_and_are_chosen_for_no_other_goal(stage):
    register_demo_team(stage.workspace.id)
    register_demo_team(stage.workspace.id)

    assert set(Agent.objects.values_list("handle", flat=True)) == set(BY_HANDLE)
    assert find_for_need(stage.workspace.id, COSTS.skill) == []
    assert [one.handle for one, _ in find_for_need(stage.workspace.id, COSTS.skill, only=[COSTS.handle])]
    assert first_candidates(stage.workspace.id, 8) == []


def test_a_viewer_may_not_begin_it_and_no_agent_comes(stage):
    with pytest.raises(Forbidden):
        actions.watch_demo(stage.viewer)

    assert not Agent.objects.exists()


def test_it_is_played_in_the_language_in_which_it_was_begun(stage):
    with override("de"):
        goal = actions.watch_demo(stage.operator).goal
    actions.decide(stage.operator, until_asked(stage).id, "Approve")

    ended = stage.until_ended(goal)
    assert ended.text.startswith("Plane einen Tag am Meer")
    assert Attempt.objects.filter(task__title="Die Züge finden", state="failed").count() == 1
    assert "Liebe Eltern" in ended.answer
