"""A workspace's agents as IoA's clients know them: each by one name."""

import uuid
from collections.abc import Mapping, Sequence

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.agents import actions
from apps.agents.actions import wire_talks
from apps.agents.actions.configs import check_profile
from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.detection import handle_for
from apps.agents.domain.provenance import CameBy, CameFrom
from apps.agents.queries import search_agents
from apps.agents.queries.agents import agent_by_handle, askable_agents, candidates_by_handle
from apps.agents.queries.handles import handles_of
from apps.api.ioa.wire_schemas import Assistant, AssistantEntry, AssistantIn

FOR_EACH = 3  # agents that are found for a capability
LONGEST = 3600  # seconds of a call: a client may lead a whole talk in it
STAMP = "%Y-%m-%d-%H-%M-%S"


def names_by_handle(workspace_id: uuid.UUID, told: Mapping[str, str]) -> dict[str, str]:
    """Give the name under which each handle (-> its display name) is found again: of namesakes only one has the name.

    The others go by their handle.
    """
    found = handles_of(workspace_id, list(told.values()))
    return {handle: name if found.get(name) == handle else handle for handle, name in told.items()}


def all_assistants(workspace_id: uuid.UUID) -> list[AssistantEntry]:
    """Give the agents that are switched on, the oldest first."""
    rows = list(
        askable_agents(workspace_id)
        .order_by("created_at", "handle")
        .values_list("handle", "name", "description", "created_at")
    )
    names = names_by_handle(workspace_id, {handle: name for handle, name, _, _ in rows})
    return [
        AssistantEntry(name=names[handle], desc=desc, created_at=made_at.strftime(STAMP))
        for handle, _, desc, made_at in rows
    ]


def retrieve(workspace_id: uuid.UUID, capabilities: Sequence[str]) -> list[Assistant]:
    """Give the three agents that fit each capability best, each agent once; nobody where none fits."""
    found = {one.handle: one for wanted in capabilities for one in search_agents(workspace_id, wanted, limit=FOR_EACH)}
    names = names_by_handle(workspace_id, {handle: one.name for handle, one in found.items()})
    return [Assistant(name=names[handle], desc=one.description) for handle, one in found.items()]


def look_up(workspace_id: uuid.UUID, names: Sequence[str]) -> list[Assistant | None]:
    """Give the agent of each name, under the name that was asked for; None where there is none."""
    handles = handles_of(workspace_id, names)
    known = candidates_by_handle(workspace_id, handles.values())
    return [
        Assistant(name=name, desc=known[handles[name]].description) if handles.get(name) in known else None
        for name in names
    ]


def register(actor: Actor, told: AssistantIn) -> None:
    """Register an agent that dials in, unless one of this name is here. Owners only.

    Raises Refused as `register_agent` does.
    """
    require(actor, Role.OWNER)
    if known := handles_of(actor.workspace_id, [told.name]):
        _tell_again(actor, known[told.name])
        return
    values = {
        "handle": handle_for(told.name),
        "name": told.name,
        "description": told.desc,
        "connector": SOCKET,
        "timeout_seconds": LONGEST,
    }
    actions.register_agent(actor.workspace_id, check_profile(values), by=actor, came=CameFrom(CameBy.DIAL_IN))


def _tell_again(actor: Actor, handle: str) -> None:
    """A client registers whenever it is started: it has to hear its tasks again."""
    wire_talks.tell_again(agent_by_handle(actor.workspace_id, handle).pk)
