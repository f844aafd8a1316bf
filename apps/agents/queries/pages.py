"""The registry a page at a time."""

import uuid

from apps.accounts.domain.errors import NotFound
from apps.agents.domain.profile import Availability
from apps.agents.models import Agent
from apps.agents.queries.agents import agents_in


def agents_after(
    workspace_id: uuid.UUID,
    handle: str,
    limit: int,
    *,
    availability: Availability | None = None,
    enabled: bool | None = None,
) -> list[tuple[Agent, int]]:
    """Give the workspace's agents by handle, those after the given one, each with the number of its calls now.

    Only those of that presence, and only those that are on or off, where either is given.
    """
    wanted = {"availability": availability, "enabled": enabled}
    agents = agents_in(workspace_id).filter(handle__gt=handle).order_by("handle")
    agents = agents.filter(**{name: value for name, value in wanted.items() if value is not None})
    return [(agent, agent.running) for agent in agents[:limit]]


def agent_with_running(workspace_id: uuid.UUID, handle: str) -> tuple[Agent, int]:
    """Give one agent by its handle, with or without @, and the number of its calls now. Raises NotFound."""
    agents = agents_in(workspace_id).filter(handle__iexact=handle.removeprefix("@"))
    for agent in agents[:1]:
        return agent, agent.running
    raise NotFound(f"There is no agent @{handle.removeprefix('@')} here.")
