"""Where agents came from."""

from dataclasses import dataclass
from datetime import datetime

from apps.agents.domain.provenance import CameBy
from apps.agents.models import Agent
from apps.core.read_models import fill_from_row


@dataclass(frozen=True)
class ProvenanceView:
    """Where an agent came from. `by`: who had it join, empty where it did so by itself.

    `source_name`, `identifier`: the registry and what it is called there, else empty.
    """

    way: CameBy
    address: str
    source_name: str
    identifier: str
    by: str
    at: datetime


def provenance_in(agent: Agent) -> ProvenanceView | None:
    """Of an agent that was loaded with it; None: it came with the hub, or before that was kept."""
    row = getattr(agent, "provenance", None)
    return None if row is None else fill_from_row(ProvenanceView, row, way=CameBy(row.way))
