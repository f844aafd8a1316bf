"""The registry a page at a time."""

import uuid

from apps.accounts.domain.errors import NotFound
from apps.agents.models import Agent
from apps.agents.queries.agents import agents_in
from apps.agents.queries.directory import Wanted, narrowed


def agents_after(workspace_id: uuid.UUID, handle: str, limit: int, wanted: Wanted) -> list[tuple[Agent, int]]:
    """Give the workspace's agents by handle, those after the given one, each with the number of its calls now.

    Only those that are wanted; a wanted text is left out here, since a search has an order of its own.
    """
    agents = narrowed(agents_in(workspace_id), wanted).filter(handle__gt=handle).order_by("handle")
    return [(agent, agent.running) for agent in agents[:limit]]


def agent_with_running(workspace_id: uuid.UUID, handle: str) -> tuple[Agent, int]:
    """Give one agent by its handle, with or without @, and the number of its calls now. Raises NotFound."""
    agents = agents_in(workspace_id).filter(handle__iexact=handle.removeprefix("@"))
    for agent in agents[:1]:
        return agent, agent.running
    raise NotFound(f"There is no agent @{handle.removeprefix('@')} here.")


def agent_with_running_by_id(workspace_id: uuid.UUID, agent_id: uuid.UUID) -> tuple[Agent, int]:
    """Give one agent and the number of its calls now. Raises NotFound."""
    for agent in agents_in(workspace_id).filter(pk=agent_id):
        return agent, agent.running
    raise NotFound("There is no such agent here.")
