"""Connections over REST: each person's own, shown to nobody else."""

import pytest
from django.test import Client

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import open_to
from apps.accounts.queries import actor_for
from tests import factories

KEY = "sesame-opens"
MINE = {"connector": "http", "connector_config": {"url": "https://mine.example/run", "headers": f"X-Key: {KEY}"}}
PLACE = "/api/v1/agents/scout/connections"


@pytest.fixture
def office(db):
    of = factories.workspace()
    factories.agent(of, "scout")
    return of


@pytest.fixture
def program(office):
    def of(role):
        actor = actor_for(factories.person(office, role))
        token = issue_token(actor, "nightly", open_to(actor.role))
        return Client(headers={"Authorization": f"Bearer {token}"})

    return of


def test_a_member_makes_changes_and_takes_away_their_own(program):
    operator = program("operator")
    made = operator.post(PLACE, MINE, content_type="application/json")
    assert (made.status_code, made.json()["mine"], made.json()["secrets"]) == (201, True, ["headers"])
    assert KEY not in made.text
    one = f"{PLACE}/{made.json()['id']}"
    changed = operator.patch(one, {"enabled": False, "concurrency": 2}, content_type="application/json").json()
    assert (changed["enabled"], changed["concurrency"], changed["secrets"]) == (False, 2, ["headers"])
    assert operator.post(PLACE, MINE, content_type="application/json").status_code == 409
    assert operator.delete(one).status_code == 204
    assert [each["owner"] for each in operator.get(PLACE).json()["items"]] == [""]


def test_nobody_else_sees_where_it_leads_or_changes_it(program):
    operator, owner = program("operator"), program("owner")
    one = f"{PLACE}/{operator.post(PLACE, MINE, content_type='application/json').json()['id']}"
    listed = owner.get(PLACE)
    assert [each["connector_config"] is None for each in listed.json()["items"]] == [False, True]
    assert "mine.example" not in listed.text
    assert owner.patch(one, {"enabled": False}, content_type="application/json").status_code == 403
    assert owner.delete(one).status_code == 403
    assert owner.get(f"{one}/tokens").status_code == 403


def test_the_workspaces_is_its_owners_and_stays(program):
    owner = program("owner")
    (line,) = owner.get(PLACE).json()["items"]
    one = f"{PLACE}/{line['id']}"
    assert program("operator").patch(one, {"enabled": False}, content_type="application/json").status_code == 403
    assert owner.patch(one, {"enabled": False}, content_type="application/json").json()["enabled"] is False
    assert owner.delete(one).status_code == 409
    assert owner.patch(one, {"concurrency": 0}, content_type="application/json").status_code == 422


def test_a_token_of_ones_own_lets_ones_own_agent_dial_in(program):
    operator = program("operator")
    made = operator.post(PLACE, {"connector": "socket"}, content_type="application/json").json()
    tokens = f"{PLACE}/{made['id']}/tokens"
    assert operator.post(tokens, {"name": "laptop"}, content_type="application/json").json()["token"]
    (token,) = operator.get(tokens).json()["items"]
    assert operator.delete(f"{tokens}/{token['id']}").status_code == 204
    assert operator.get(tokens).json()["items"] == []
