"""The connections to an agent as somebody may see them: where a person's own leads is shown to nobody else."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from apps.accounts.domain.access import Actor
from apps.agents.domain.profile import Availability
from apps.agents.models import AgentSocket, Connection
from apps.agents.queries.credentials import ShownConfig, shown_config


@dataclass(frozen=True)
class ConnectionView:
    """One connection. `owner`: the user name, "" for the workspace's; `config` is None where it is another person's."""

    id: uuid.UUID
    owner: str
    mine: bool
    connector: str
    config: ShownConfig | None
    enabled: bool
    availability: Availability
    last_seen_at: datetime | None
    problem: str
    concurrency: int
    calls_per_minute: int
    timeout_seconds: int
    test_seconds: int
    created_at: datetime

    @property
    def connector_config(self) -> dict[str, object] | None:
        """Its plain settings, where they may be seen."""
        return self.config.values if self.config else None

    @property
    def secrets(self) -> tuple[str, ...] | None:
        """The names of its secrets, where they may be seen."""
        return self.config.secrets if self.config else None


def connections_of(actor: Actor, agent_id: uuid.UUID) -> list[ConnectionView]:
    """Give the connections to an agent, the workspace's first, then by age."""
    rows = Connection.objects.filter(agent=agent_id, agent__workspace=actor.workspace_id, removed_at=None)
    rows = rows.select_related("owner").order_by("created_at", "pk")
    views = [_view(actor, line) for line in rows]
    return sorted(views, key=lambda view: view.owner != "")


def connection_of(actor: Actor, agent_id: uuid.UUID, connection_id: uuid.UUID) -> ConnectionView | None:
    """Give one of them; None: there is none of this id."""
    return next((each for each in connections_of(actor, agent_id) if each.id == connection_id), None)


def _view(actor: Actor, line: Connection) -> ConnectionView:
    mine = line.owner_id == actor.user_id
    return ConnectionView(
        id=line.pk,
        owner=line.owner.username if line.owner else "",
        mine=mine,
        connector=line.connector,
        config=shown_config(line.connector_config) if mine or line.owner_id is None else None,
        enabled=line.enabled,
        availability=Availability(line.availability),
        last_seen_at=line.last_seen_at,
        problem=line.problem if mine or line.owner_id is None else "",
        created_at=line.created_at,
        concurrency=line.concurrency,
        calls_per_minute=line.calls_per_minute,
        timeout_seconds=line.timeout_seconds,
        test_seconds=line.test_seconds,
    )


def brings_tools(connection_id: uuid.UUID) -> bool:
    """Whether what dials in over a connection is a server of tools."""
    return AgentSocket.objects.filter(connection=connection_id).exclude(tools=[]).exists()
