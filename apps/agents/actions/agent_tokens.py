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
from apps.agents.models import Agent, AgentToken, Connection
from apps.agents.queries.agent_tokens import usable_agent_tokens
from apps.core.sentences import sentence
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
    return _issue(actor, agent, agent.connection_id, name, days)


@transaction.atomic
def create_own_token(actor: Actor, connection_id: uuid.UUID, name: str, days: int | None = USUAL_DAYS) -> str:
    """As `create_agent_token`, for a connection of the actor's own. Raises NotFound where it is none."""
    require(actor, Role.OPERATOR)
    rows = Connection.objects.filter(agent__workspace=actor.workspace_id, owner=actor.user_id, removed_at=None)
    agent_id = rows.filter(pk=connection_id).values_list("agent_id", flat=True).first()
    if agent_id is None:
        raise NotFound("This connection is not yours, or is gone.")
    return _issue(actor, _agent(actor, agent_id), connection_id, name, days)


def _issue(actor: Actor, agent: Agent, connection_id: uuid.UUID, name: str, days: int | None) -> str:
    name = name.replace("\x00", "").strip()
    _check_name(connection_id, name)
    token, expires_at = PREFIX + secrets.token_urlsafe(32), expiry_after(days, timezone.now())
    row = AgentToken.objects.create(
        connection_id=connection_id,
        name=name,
        prefix=token[:SHOWN],
        digest=digest_of(token),
        expires_at=expires_at,
    )
    until = expires_at.isoformat() if expires_at else "never"
    audit(AgentsDeed.AGENT_TOKEN_ISSUED, actor, agent, row.pk, name=name, prefix=row.prefix, expires=until)
    return token


def _check_name(connection_id: uuid.UUID, name: str) -> None:
    live = AgentToken.objects.filter(connection=connection_id, revoked_at=None)
    if not name or len(name) > 80:
        raise Refused(name="Give it a name of 1 to 80 characters: the machine the agent runs on, for example.")
    if usable_agent_tokens(live).filter(name=name).exists():
        raise Refused(
            name=sentence("There is a token {name!r} already: revoke it first, or choose another name.", name=name)
        )
    if live.count() >= MOST:
        raise Refused(name=sentence("This agent has {most} tokens: revoke one first.", most=MOST))


@transaction.atomic
def revoke_agent_token(actor: Actor, token_id: uuid.UUID) -> None:
    """End a token; the sockets that were opened with it are closed within seconds. Owners, and whose it is.

    Raises NotFound where it is not of this workspace, or has ended.
    """
    rows = AgentToken.objects.select_for_update(no_key=True, of=("self",)).select_related("connection__agent")
    token = rows.filter(pk=token_id, connection__agent__workspace_id=actor.workspace_id, revoked_at=None).first()
    if token is None:
        raise NotFound("There is no such token in this workspace.")
    require(actor, Role.OPERATOR if token.connection.owner_id == actor.user_id else Role.OWNER)
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    audit(AgentsDeed.AGENT_TOKEN_REVOKED, actor, token.connection.agent, token.pk, name=token.name, prefix=token.prefix)


def _agent(actor: Actor, agent_id: uuid.UUID) -> Agent:
    """The agent, locked so that two tokens of one name can't come in at one time."""
    agent = (
        Agent.objects.select_for_update(no_key=True)
        .filter(pk=agent_id, workspace_id=actor.workspace_id, removed_at=None)
        .first()
    )
    if agent is None:
        raise NotFound("There is no such agent in this workspace.")
    return agent
