"""The tokens of agents that dial in: whose they are, and the list that owners see."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from apps.accounts.queries.tokens import digest_of
from apps.agents.models import AgentToken


@dataclass(frozen=True)
class AgentTokenView:
    """One row of the list of an agent's tokens; the token itself is not kept."""

    id: uuid.UUID
    name: str
    prefix: str
    created_at: datetime
    expires_at: datetime | None  # None: never
    expired: bool
    last_used_at: datetime | None


@dataclass(frozen=True)
class Dialer:
    """Who dials in: an agent, by one of its tokens."""

    agent_id: uuid.UUID
    workspace_id: uuid.UUID
    token_id: uuid.UUID


def tokens_of(agent_id: uuid.UUID) -> list[AgentTokenView]:
    """Give the tokens of one agent that were not revoked, newest first."""
    return [_view(row) for row in AgentToken.objects.filter(agent_id=agent_id, revoked_at=None).order_by("-pk")]


def usable_agent_tokens(tokens: QuerySet[AgentToken]) -> QuerySet[AgentToken]:
    """Those that were not revoked and have not expired."""
    return tokens.filter(Q(expires_at=None) | Q(expires_at__gt=Now()), revoked_at=None)


def dialer_of(token: str) -> Dialer | None:
    """Give who presents this token; None when it is unknown, revoked or expired."""
    row = usable_agent_tokens(AgentToken.objects.filter(digest=digest_of(token))).select_related("agent").first()
    return Dialer(row.agent_id, row.agent.workspace_id, row.pk) if row else None


def _view(row: AgentToken) -> AgentTokenView:
    expired = row.expires_at is not None and row.expires_at <= timezone.now()
    return AgentTokenView(row.pk, row.name, row.prefix, row.created_at, row.expires_at, expired, row.last_used_at)
