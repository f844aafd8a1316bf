"""Tokens by which an agent dials in: shown once when they are made, kept as a digest."""

import secrets
import uuid

from django.db import transaction
from django.utils import timezone

from apps.accounts.domain.access import USUAL_DAYS, Actor, Role, expiry_after
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require
from apps.accounts.queries.tokens import digest_of
from apps.agents.events import AgentsDeed
from apps.agents.models import Agent, AgentToken
from apps.agents.queries.agent_tokens import usable_agent_tokens
from apps.journal.actions import audit

PREFIX = "ioa_agent_"  # lets secret scanners recognise a leaked one
SHOWN = 16  # characters kept in clear, to tell tokens apart
MOST = 20  # live tokens of one agent


@transaction.atomic
def create_agent_token(actor: Actor, agent_id: uuid.UUID, name: str, days: int | None = USUAL_DAYS) -> str:
    """Make a token with which one agent dials in, and return it; it can't be read again. Owners only.

    `days` None: it never expires. Raises NotFound, and Refused for an empty, long or doubled name and when there are
    too many.
    """
    require(actor, Role.OWNER)
    agent = _agent(actor, agent_id)
    name = name.replace("\x00", "").strip()
    _check_name(agent, name)
    token, expires_at = PREFIX + secrets.token_urlsafe(32), expiry_after(days, timezone.now())
    row = AgentToken.objects.create(
        connection_id=agent.connection_id,
        name=name,
        prefix=token[:SHOWN],
        digest=digest_of(token),
        expires_at=expires_at,
    )
    until = expires_at.isoformat() if expires_at else "never"
    audit(AgentsDeed.AGENT_TOKEN_ISSUED, actor, agent, row.pk, name=name, prefix=row.prefix, expires=until)
    return token


def _check_name(agent: Agent, name: str) -> None:
    live = AgentToken.objects.filter(connection=agent.connection_id, revoked_at=None)
    if not name or len(name) > 80:
        raise Refused(name="Give it a name of 1 to 80 characters: the machine the agent runs on, for example.")
    if usable_agent_tokens(live).filter(name=name).exists():
        raise Refused(name=f"There is a token {name!r} already: revoke it first, or choose another name.")
    if live.count() >= MOST:
        raise Refused(name=f"This agent has {MOST} tokens: revoke one first.")


@transaction.atomic
def revoke_agent_token(actor: Actor, token_id: uuid.UUID) -> None:
    """End a token; the sockets that were opened with it are closed within seconds. Owners only.

    Raises NotFound where it is not of this workspace, or has ended.
    """
    require(actor, Role.OWNER)
    rows = AgentToken.objects.select_for_update(of=("self",)).select_related("connection__agent")
    token = rows.filter(pk=token_id, connection__agent__workspace_id=actor.workspace_id, revoked_at=None).first()
    if token is None:
        raise NotFound("There is no such token in this workspace.")
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    audit(AgentsDeed.AGENT_TOKEN_REVOKED, actor, token.connection.agent, token.pk, name=token.name, prefix=token.prefix)


def _agent(actor: Actor, agent_id: uuid.UUID) -> Agent:
    """The agent, locked so that two tokens of one name can't come in at one time."""
    agent = (
        Agent.objects.select_for_update().filter(pk=agent_id, workspace_id=actor.workspace_id, removed_at=None).first()
    )
    if agent is None:
        raise NotFound("There is no such agent in this workspace.")
    return agent
