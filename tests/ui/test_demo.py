"""Who is offered the demo team, and what its button does."""

import pytest

from apps.accounts.domain.access import Role
from apps.agents.domain.demo_team import WRITER
from apps.agents.models import Agent
from apps.teams.models import Goal
from tests import factories
from tests.markup import shown

BUTTON = "Watch a demo team"


@pytest.fixture
def newcomer(client, db):
    """Sign somebody of a workspace without goals in: `newcomer(role)`."""
    of = factories.workspace("Empty")

    def newcomer(role: Role):
        client.force_login(factories.person(of, role.value))
        return client

    return newcomer


@pytest.mark.parametrize(("role", "offered"), [(Role.OPERATOR, True), (Role.VIEWER, False)])
def test_an_empty_home_offers_it_to_who_may_give_goals(newcomer, role, offered):
    assert (BUTTON in shown(newcomer(role).get("/"))) == offered


def test_a_home_with_goals_does_not_offer_it(signed_in):
    assert BUTTON not in shown(signed_in.get("/"))


@pytest.mark.parametrize(("role", "offered"), [(Role.OPERATOR, True), (Role.VIEWER, False)])
def test_who_may_give_goals_finds_it_among_the_templates_whatever_was_done_here(world, client, role, offered):
    client.force_login(factories.person(world.workspace, role.value))
    assert (BUTTON in shown(client.get("/templates/"))) == offered


def test_pressed_twice_it_is_one_goal_that_one_is_led_to(newcomer):
    client = newcomer(Role.OPERATOR)
    sent = [client.post("/goals/demo/", {"key": "demo-1"}) for _ in range(2)]

    goal = Goal.objects.get()
    assert [answer.url for answer in sent] == [f"/goals/{goal.pk}/"] * 2


def test_a_team_that_was_switched_off_is_said_and_nothing_begins(newcomer):
    client = newcomer(Role.OPERATOR)
    client.post("/goals/demo/", {"key": "demo-1"})
    Agent.objects.filter(handle=WRITER.handle).update(enabled=False)

    answer = client.post("/goals/demo/", {"key": "demo-2"})
    assert answer.status_code == 422
    assert f"@{WRITER.handle}" in shown(answer)
    assert Goal.objects.count() == 1


def test_the_demos_owner_who_is_called_you_is_not_told_you_are_you(signed_in, world):
    world.owner.display_name = "You"
    world.owner.save()
    page = shown(signed_in.get("/settings/"))
    assert "Signed in as You" in page
    assert "You are You" not in page
