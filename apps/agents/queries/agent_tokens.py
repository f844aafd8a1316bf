"""Tokens of agents that dial in, and the files of their calls."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from apps.accounts.domain.errors import NotFound
from apps.accounts.queries.tokens import digest_of
from apps.agents.models import AgentToken, SocketFile
from apps.files.queries.contents import stored_content


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
    """Who dials in: an agent, over one of its connections, by a token of that; None: by leave of a person."""

    connection_id: uuid.UUID
    agent_id: uuid.UUID
    workspace_id: uuid.UUID
    token_id: uuid.UUID | None


def tokens_of(agent_id: uuid.UUID) -> list[AgentTokenView]:
    """Give the tokens of the workspace's connection to an agent that were not revoked, newest first."""
    rows = AgentToken.objects.filter(connection__agent=agent_id, connection__owner=None, revoked_at=None)
    return [_view(row) for row in rows.order_by("-pk")]


def tokens_over(connection_id: uuid.UUID) -> list[AgentTokenView]:
    """Give the tokens of one connection that were not revoked, newest first."""
    rows = AgentToken.objects.filter(connection=connection_id, revoked_at=None)
    return [_view(row) for row in rows.order_by("-pk")]


def usable_agent_tokens(tokens: QuerySet[AgentToken]) -> QuerySet[AgentToken]:
    """Those that were not revoked and have not expired."""
    return tokens.filter(Q(expires_at=None) | Q(expires_at__gt=Now()), revoked_at=None)


def dialer_of(token: str) -> Dialer | None:
    """Give who presents this token; None when it is unknown, revoked or expired,
    or of a person's connection that is off.
    """
    open_ = Q(connection__owner=None) | Q(connection__enabled=True)
    row = (
        usable_agent_tokens(AgentToken.objects.filter(open_, digest=digest_of(token)))
        .select_related("connection__agent")
        .first()
    )
    if row is None:
        return None
    agent = row.connection.agent
    return Dialer(row.connection_id, agent.pk, agent.workspace_id, row.pk)


def _view(row: AgentToken) -> AgentTokenView:
    expired = row.expires_at is not None and row.expires_at <= timezone.now()
    return AgentTokenView(row.pk, row.name, row.prefix, row.created_at, row.expires_at, expired, row.last_used_at)


def piece_of_file(
    connection_id: uuid.UUID, call_id: uuid.UUID, index: int, offset: int, length: int
) -> tuple[bytes, int]:
    """Give `length` bytes of a file of a call from `offset` on, and the size of the whole. Raises NotFound."""
    rows = SocketFile.objects.filter(call_id=call_id, call__connection_id=connection_id, position=index)
    file = rows.select_related("blob").first()
    if file is None:
        raise NotFound("This call has no such file.")
    content = stored_content(file.blob)
    return b"".join(content.chunks(offset, offset + length)), content.size
