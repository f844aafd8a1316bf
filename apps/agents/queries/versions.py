"""How an agent's registration changed over time."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from apps.agents.domain.versions import ITSELF, changes
from apps.agents.models import AgentVersion
from apps.core.sentences import Sentence, sentence


@dataclass(frozen=True)
class VersionView:
    """One version of an agent. `by` is empty for the product itself; `changes` are sentences."""

    number: int
    at: datetime
    by: str
    changes: tuple[Sentence, ...]


def versions_of(agent_id: uuid.UUID, limit: int) -> list[VersionView]:
    """Give the last versions of an agent, newest first, each with what it changed."""
    rows = list(AgentVersion.objects.filter(agent_id=agent_id).order_by("-number")[: limit + 1])
    return [
        VersionView(row.number, row.at, ITSELF if row.by == ITSELF else row.by, _changes(row, before))
        for row, before in zip_longest(rows[:limit], rows[1:])
        if row is not None
    ]


def _changes(row: AgentVersion, before: AgentVersion | None) -> tuple[Sentence, ...]:
    if before is None and row.number > 1:
        return (sentence("What changed is not known any more."),)
    return tuple(changes(before.profile if before else None, row.profile))
