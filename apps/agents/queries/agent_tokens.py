"""The tokens of agents that dial in: whose they are, and the list that owners see."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from apps.accounts.queries.tokens import digest_of
from apps.agents.models import AgentToken


@dataclass(frozen=True)
class AgentTokenView:
    """One row of the list of an agent's tokens; the token itself is not kept."""

    id: uuid.UUID
    name: str
    prefix: str
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True)
class Dialer:
    """Who dials in: an agent, by one of its tokens."""

    agent_id: uuid.UUID
    workspace_id: uuid.UUID
    token_id: uuid.UUID


def tokens_of(agent_id: uuid.UUID) -> list[AgentTokenView]:
    """Give the live tokens of one agent, newest first."""
    rows = AgentToken.objects.filter(agent_id=agent_id, revoked_at=None).order_by("-pk")
    return [AgentTokenView(row.pk, row.name, row.prefix, row.created_at, row.last_used_at) for row in rows]


def dialer_of(token: str) -> Dialer | None:
    """Give who presents this token; None when it is unknown or revoked."""
    row = AgentToken.objects.filter(digest=digest_of(token), revoked_at=None).select_related("agent").first()
    return Dialer(row.agent_id, row.agent.workspace_id, row.pk) if row else None
