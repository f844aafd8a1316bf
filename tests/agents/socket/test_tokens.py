"""Agent tokens: who may make and end them, and what is kept of them."""

import json
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Forbidden, NotFound, Refused
from apps.accounts.queries.sealing import unseal_text
from apps.agents.actions import agent_tokens
from apps.agents.actions.agent_tokens import create_agent_token, revoke_agent_token
from apps.agents.connectors.socket.mailbox import open_call
from apps.agents.domain.calls import Colleagues, RunRequest
from apps.agents.domain.socket_protocol.outgoing import open_payload
from apps.agents.models import AgentToken, SocketCall
from apps.agents.queries.agent_tokens import dialer_of, tokens_of
from tests import factories


@pytest.fixture
def agent(workspace, register):
    return register(workspace, "scout", "Finds what others overlook.")


def person(workspace, role):
    return Actor(uuid.uuid4(), workspace.pk, role, "Ann Owner")


@pytest.fixture
def owner(workspace):
    return person(workspace, Role.OWNER)


def test_a_token_says_whose_it_is_until_it_is_revoked(agent, owner):
    token = create_agent_token(owner, agent.pk, "laptop")
    assert dialer_of(token).agent_id == agent.pk
    (row,) = tokens_of(agent.pk)
    assert (row.name, token.startswith(row.prefix), row.last_used_at) == ("laptop", True, None)

    revoke_agent_token(owner, row.id)
    assert dialer_of(token) is None
    assert tokens_of(agent.pk) == []


def test_a_token_ends_when_it_expires_and_is_told_as_expired(agent, owner):
    token = create_agent_token(owner, agent.pk, "laptop", days=7)
    (row,) = tokens_of(agent.pk)
    assert timedelta(days=6.9) < row.expires_at - timezone.now() <= timedelta(days=7)
    assert not row.expired
    assert dialer_of(token)

    AgentToken.objects.update(expires_at=timezone.now())
    assert dialer_of(token) is None
    assert tokens_of(agent.pk)[0].expired


def test_a_token_lasts_90_days_unless_it_is_asked_to_last_for_ever(agent, owner):
    create_agent_token(owner, agent.pk, "laptop")
    create_agent_token(owner, agent.pk, "phone", days=None)
    endless, usual = tokens_of(agent.pk)
    assert (endless.expires_at, endless.expired) == (None, False)
    assert timedelta(days=89) < usual.expires_at - timezone.now() <= timedelta(days=90)


def test_the_name_of_a_token_that_expired_is_free(agent, owner):
    create_agent_token(owner, agent.pk, "laptop")
    AgentToken.objects.update(expires_at=timezone.now())
    assert create_agent_token(owner, agent.pk, "laptop")


def test_only_a_digest_is_kept(agent, owner):
    token = create_agent_token(owner, agent.pk, "laptop")
    kept = [str(value) for value in AgentToken.objects.values().get().values()]
    assert not any(token in value for value in kept)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "\x00"])
def test_a_token_needs_a_name(agent, owner, name):
    with pytest.raises(Refused, match="1 to 80 characters"):
        create_agent_token(owner, agent.pk, name)


def test_a_name_is_used_once_at_a_time(agent, owner):
    create_agent_token(owner, agent.pk, "laptop")
    with pytest.raises(Refused, match="already"):
        create_agent_token(owner, agent.pk, "laptop")
    revoke_agent_token(owner, tokens_of(agent.pk)[0].id)
    assert create_agent_token(owner, agent.pk, "laptop")


def test_an_agent_has_a_bounded_number_of_tokens(agent, owner, monkeypatch):
    monkeypatch.setattr(agent_tokens, "MOST", 1)
    create_agent_token(owner, agent.pk, "laptop")
    with pytest.raises(Refused, match="revoke one first"):
        create_agent_token(owner, agent.pk, "phone")


@pytest.mark.parametrize("role", [Role.VIEWER, Role.OPERATOR])
def test_only_owners_make_and_end_tokens(agent, owner, workspace, role):
    create_agent_token(owner, agent.pk, "laptop")
    other = person(workspace, role)
    with pytest.raises(Forbidden):
        create_agent_token(other, agent.pk, "phone")
    with pytest.raises(Forbidden):
        revoke_agent_token(other, tokens_of(agent.pk)[0].id)


def test_another_workspace_finds_neither_agent_nor_token(agent, owner, other_workspace):
    create_agent_token(owner, agent.pk, "laptop")
    stranger = person(other_workspace, Role.OWNER)
    with pytest.raises(NotFound):
        create_agent_token(stranger, agent.pk, "phone")
    with pytest.raises(NotFound):
        revoke_agent_token(stranger, tokens_of(agent.pk)[0].id)


def test_a_token_ends_once(agent, owner):
    create_agent_token(owner, agent.pk, "laptop")
    token_id = tokens_of(agent.pk)[0].id
    revoke_agent_token(owner, token_id)
    with pytest.raises(NotFound):
        revoke_agent_token(owner, token_id)


@pytest.mark.django_db
def test_the_token_of_a_task_is_sealed_until_the_call_is_delivered():
    agent = factories.agent(factories.workspace(), "scout")
    colleagues = Colleagues("http://hub/api/v1/colleagues", "ioa_task_canary")
    open_call(agent.connection_id, RunRequest(key="k", goal="g", brief="b", colleagues=colleagues))
    kept = SocketCall.objects.get().request
    assert "canary" not in json.dumps(kept)
    assert open_payload(kept, unseal_text)["colleagues"] == {"url": colleagues.url, "token": colleagues.token}


def test_a_call_whose_token_no_key_opens_is_delivered_without_colleagues():
    assert open_payload({"brief": "b", "colleagues": {"url": "u", "token": "in clear, of before"}}, unseal_text) == {
        "brief": "b",
        "colleagues": None,
    }
