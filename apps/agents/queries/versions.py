"""How an agent's registration changed over time."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from apps.agents.domain.versions import changes
from apps.agents.models import AgentVersion


@dataclass(frozen=True)
class VersionView:
    """One version of an agent. `by` is empty for the product itself; `changes` are sentences."""

    number: int
    at: datetime
    by: str
    changes: tuple[str, ...]


def versions_of(agent_id: uuid.UUID, limit: int) -> list[VersionView]:
    """Give the last versions of an agent, newest first, each with what it changed."""
    rows = list(AgentVersion.objects.filter(agent_id=agent_id).order_by("-number")[: limit + 1])
    older = [row.profile for row in rows[1:]] + [None]
    views = [
        VersionView(row.number, row.at, row.by, tuple(changes(before, row.profile)))
        for row, before in zip(rows, older, strict=True)
    ]
    return views[:limit]
