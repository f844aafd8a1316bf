"""Agents as rows and as candidates."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Lower, Now
from django.utils import timezone

from apps.accounts.domain.errors import NotFound
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.profile import Availability, Candidate, skills_from_rows
from apps.agents.domain.registration import MINUTE
from apps.agents.models import Agent, Connection, RecentCall
from apps.agents.queries.workload import running_calls

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class AtWork(TypedDict):
        """What is counted at the moment of reading."""

        running: int

    AgentNow = WithAnnotations[Agent, AtWork]

GONE = "This agent is no longer registered."


def _with_running_calls(agents: QuerySet[Agent]) -> "QuerySet[AgentNow]":
    return agents.select_related("connection").annotate(running=running_calls())


def agents_in(workspace_id: uuid.UUID) -> "QuerySet[AgentNow]":
    """Give the workspace's agents by name, those switched off too, each with `running`, its calls now."""
    return _with_running_calls(Agent.objects.filter(workspace_id=workspace_id, removed_at=None)).order_by(
        "name", "handle"
    )


def agent_by_handle(workspace_id: uuid.UUID, handle: str) -> "AgentNow":
    """Give an agent of the workspace, with `running`. Raises NotFound."""
    agent = agents_in(workspace_id).filter(handle__iexact=handle.removeprefix("@")).first()
    if agent is None:
        raise NotFound(f"There is no agent @{handle.removeprefix('@')} here.")
    return agent


def workspace_connection(agent_id: uuid.UUID) -> uuid.UUID:
    """Give the connection of an agent that is the workspace's. Raises NotFound."""
    known = Agent.objects.filter(pk=agent_id, removed_at=None).values_list("connection_id", flat=True).first()
    if known is None:
        raise NotFound(GONE)
    return known


def address_of(connection_id: uuid.UUID) -> AgentAddress:
    """Give what the gateway needs to call an agent over a connection. Raises NotFound."""
    line = Connection.objects.filter(pk=connection_id, removed_at=None, agent__removed_at=None).first()
    if line is None:
        raise NotFound(GONE)
    return address_over(line)


def workspace_address(agent_id: uuid.UUID) -> AgentAddress:
    """Give what the gateway needs to call an agent over its workspace's connection. Raises NotFound."""
    line = Connection.objects.filter(agent=agent_id, owner=None, agent__removed_at=None).first()
    if line is None:
        raise NotFound(GONE)
    return address_over(line)


def address_over(line: Connection) -> AgentAddress:
    """Give what the gateway needs to call an agent over a connection that was read."""
    return AgentAddress(
        str(line.agent_id), line.connector, line.connector_config, float(line.timeout_seconds), str(line.pk)
    )


def askable_agents(workspace_id: uuid.UUID, only: Iterable[str] | None = None) -> QuerySet[Agent]:
    """Give the workspace's agents that are switched on; `only`: those with these handles, in any case."""
    agents = Agent.objects.filter(workspace_id=workspace_id, enabled=True)
    if only is None:
        return agents
    handles = [handle.removeprefix("@").lower() for handle in only]
    return agents.alias(folded=Lower("handle")).filter(folded__in=handles)


def candidates_by_handle(workspace_id: uuid.UUID, handles: Iterable[str]) -> dict[str, Candidate]:
    """Give the candidate of each handle as it was asked for (any case, with or without @); unknown ones are absent.

    Nothing was searched, so each score is 1.
    """
    wanted = tuple(handles)
    found = {one.handle.lower(): one for one in _candidates(askable_agents(workspace_id, wanted))}
    folded = {handle: handle.removeprefix("@").lower() for handle in wanted}
    return {handle: found[plain] for handle, plain in folded.items() if plain in found}


def first_candidates(workspace_id: uuid.UUID, limit: int) -> list[Candidate]:
    """Give agents that are switched on, those with the most goals completed first, with score 0: none was searched."""
    known = askable_agents(workspace_id).order_by("-goals_completed", "created_at")[:limit]
    return [one.model_copy(update={"score": 0.0}) for one in _candidates(known)]


def candidates_with_scores(cosines: Mapping[uuid.UUID, float]) -> list[Candidate]:
    """Give the candidates of these agents, each with its cosine, in the mapping's order."""
    found = {one.agent_id: one for one in _candidates(Agent.objects.filter(pk__in=list(cosines)))}
    return [
        found[str(key)].model_copy(update={"score": cosine}) for key, cosine in cosines.items() if str(key) in found
    ]


def _candidates(agents: QuerySet[Agent]) -> list[Candidate]:
    known = list(_with_running_calls(agents.defer("vector", "profile_vector", "goal_words")))
    begun = calls_of_minute(agent.connection_id for agent in known if agent.connection.calls_per_minute)
    return [
        _candidate(agent, _free_slots(agent.connection, agent.running, begun.get(agent.connection_id, 0)))
        for agent in known
    ]


def calls_of_minute(connection_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Give connection id -> calls begun within the last minute, of those that take only so many; others are absent."""
    wanted = list(connection_ids)
    if not wanted:
        return {}
    calls = RecentCall.objects.filter(connection_id__in=wanted, at__gt=Now() - MINUTE).values("connection_id")
    return {row["connection_id"]: row["calls"] for row in calls.annotate(calls=Count("pk"))}


def _free_slots(line: Connection, running: int, begun: int) -> int:
    """How many calls may begin now."""
    if line.busy_until is not None and line.busy_until > timezone.now():
        return 0
    slots = line.concurrency - running
    return max(0, min(slots, line.calls_per_minute - begun) if line.calls_per_minute else slots)


def _candidate(agent: Agent, free_slots: int) -> Candidate:
    return Candidate(
        agent_id=str(agent.pk),
        handle=agent.handle,
        name=agent.name,
        description=agent.description,
        skills=skills_from_rows(agent.skills),
        score=1.0,
        availability=Availability(agent.connection.availability),
        free_slots=free_slots,
        goals_completed=agent.goals_completed,
    )


@dataclass(frozen=True)
class PresenceFigures:
    """Agents that are switched on, and of these those that don't answer, or not always."""

    on: int
    offline: int
    unstable: int


def presence() -> PresenceFigures:
    """Of all workspaces."""
    return PresenceFigures(
        **Agent.objects.filter(enabled=True).aggregate(
            on=Count("pk"),
            offline=Count("pk", filter=Q(connection__availability=Availability.OFFLINE)),
            unstable=Count("pk", filter=Q(connection__availability=Availability.UNSTABLE)),
        )
    )


def handles_of(workspace_id: uuid.UUID, names: Sequence[str]) -> dict[str, str]:
    """Give name -> handle for agents that may be asked; a name is a handle or a display name, in any case.

    Names that nobody has are absent. A handle wins over a display name, the older of two namesakes over the newer.
    """
    folded = {name: " ".join(name.split()).removeprefix("@").lower() for name in names}
    rows = (
        askable_agents(workspace_id)
        .annotate(small_name=Lower("name"), small_handle=Lower("handle"))
        .order_by("-created_at")
    )
    named = dict(rows.filter(small_name__in=folded.values()).values_list("small_name", "handle"))
    named |= dict(rows.filter(small_handle__in=folded.values()).values_list("small_handle", "handle"))
    return {name: named[plain] for name, plain in folded.items() if plain in named}
