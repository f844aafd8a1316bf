"""Agents as rows and as candidates."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Lower, Now
from django.utils import timezone

from apps.accounts.domain.errors import NotFound
from apps.accounts.queries import person_behind
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.connectors import PERSON
from apps.agents.domain.demo_team import DEMO, PARTS
from apps.agents.domain.profile import Availability, Candidate, skills_from_rows
from apps.agents.domain.registration import MINUTE
from apps.agents.domain.roles import role_of
from apps.agents.models import Agent, Connection, RecentCall
from apps.agents.queries.workload import running_calls
from apps.core.sentences import sentence
from apps.core.texts import is_storable
from apps.journal.queries.compiled import CompiledQuery

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class AtWork(TypedDict):
        """What is counted at the moment of reading."""

        running: int

    AgentNow = WithAnnotations[Agent, AtWork]

GONE = "This agent is no longer registered."


def _with_running_calls(agents: QuerySet[Agent]) -> "QuerySet[AgentNow]":
    """Count the calls that run now over the workspace's connection."""
    return agents.select_related("connection").annotate(running=running_calls("connection"))


def agents_in(workspace_id: uuid.UUID) -> "QuerySet[AgentNow]":
    """Give the workspace's agents by name, those switched off too, each with `running`, its calls now."""
    return _with_running_calls(Agent.objects.filter(workspace_id=workspace_id, removed_at=None)).order_by(
        "name", "handle"
    )


@dataclass(frozen=True)
class CalledAgent:
    """An agent with how it is now. `role`: what it is for, in a few words; `human`: it is a person who does tasks."""

    handle: str
    name: str
    role: str
    working: bool
    offline: bool
    human: bool


def agents_called(
    workspace_id: uuid.UUID, words: str, *, of: Iterable[str] | None = None, without: Iterable[str] = (), limit: int
) -> list[CalledAgent]:
    """Give agents that are switched on and whose name or handle has the words; those that begin so come first.

    `of`: none but those of these handles; `without`: none of these.
    """
    called = Q(name__icontains=words) | Q(handle__icontains=words)
    first = Q(handle__istartswith=words) | Q(name__istartswith=words)
    rows = agents_in(workspace_id).filter(called, enabled=True).exclude(handle__in=list(without))
    rows = rows if of is None else rows.filter(handle__in=list(of))
    begins = Case(When(first, then=0), default=1, output_field=IntegerField())
    return [
        CalledAgent(
            row.handle,
            row.name,
            role_of(row.skills),
            working=row.running > 0,
            offline=row.connection.availability == Availability.OFFLINE,
            human=row.connection.connector == PERSON,
        )
        for row in rows.order_by(begins, "name", "handle")[:limit]
    ]


def agent_by_handle(workspace_id: uuid.UUID, handle: str) -> "AgentNow":
    """Give an agent of the workspace, with `running`. Raises NotFound."""
    named = agents_in(workspace_id).filter(handle__iexact=handle.removeprefix("@"))
    agent = named.first() if is_storable(handle) else None
    if agent is None:
        raise NotFound(sentence("There is no agent @{value} here.", value=handle.removeprefix("@")))
    return agent


def workspace_connection(agent_id: uuid.UUID) -> uuid.UUID:
    """Give the connection of an agent that is the workspace's. Raises NotFound."""
    known = Agent.objects.filter(pk=agent_id, removed_at=None).values_list("connection_id", flat=True).first()
    if known is None:
        raise NotFound(GONE)
    return known


def line_of_workspace(agent_id: uuid.UUID, connector: str) -> uuid.UUID:
    """The same where it is of this kind. Raises NotFound."""
    line = Connection.objects.filter(pk=workspace_connection(agent_id)).values_list("pk", "connector").get()
    if line[1] != connector:
        raise NotFound("This agent is reached by an address and does not dial in: register another name.")
    return line[0]


def address_of(connection_id: uuid.UUID) -> AgentAddress:
    """Give what the gateway needs to call an agent over a connection. Raises NotFound."""
    line = Connection.objects.filter(pk=connection_id, removed_at=None, agent__removed_at=None).first()
    if line is None:
        raise NotFound(GONE)
    return address_over(line)


def line_for(agent_id: uuid.UUID, people: "QuerySet[Any]") -> Connection | None:
    """Give the connection that somebody may use who is no part of a task's tries: their own, else the workspace's.

    `people`: who that is, as a query of one id. None: they have to connect theirs.
    """
    lines = Connection.objects.filter(Q(owner=None) | Q(owner__in=people), agent=agent_id, enabled=True)
    return lines.filter(agent__removed_at=None).order_by(F("owner").asc(nulls_last=True)).first()


def address_over(line: Connection) -> AgentAddress:
    """Give what the gateway needs to call an agent over a connection that was read."""
    return AgentAddress(
        str(line.agent_id),
        line.connector,
        line.connector_config,
        float(line.timeout_seconds),
        str(line.pk),
        float(line.test_seconds),
    )


def askable_agents(workspace_id: uuid.UUID, only: Iterable[str] | None = None) -> QuerySet[Agent]:
    """Give the workspace's agents that are switched on; `only`: those with these handles, in any case."""
    agents = Agent.objects.filter(workspace_id=workspace_id, enabled=True)
    if only is None:
        return agents
    return _with_handles(agents, [handle.removeprefix("@").lower() for handle in only])


def _with_handles(agents: QuerySet[Agent], folded: list[str]) -> QuerySet[Agent]:
    return agents.alias(folded=Lower("handle")).filter(folded__any_of=folded)


def candidates_by_handle(
    workspace_id: uuid.UUID, handles: Iterable[str], origin: uuid.UUID | None = None
) -> dict[str, Candidate]:
    """Give the candidate of each handle as it was asked for (any case, with or without @); unknown ones are absent.

    Nothing was searched, so each score is 1. `origin`: in whose name they would be called; see `with_lines`.
    """
    folded = {handle: handle.removeprefix("@").lower() for handle in handles if is_storable(handle)}
    if not folded:
        return {}
    rows = _BY_HANDLE.of(workspace_id, list(folded.values()), origin)
    found = {one.handle.lower(): one for one in candidates_of(rows)}
    return {handle: found[plain] for handle, plain in folded.items() if plain in found}


def first_candidates(
    workspace_id: uuid.UUID, limit: int, origin: uuid.UUID | None = None, besides: Iterable[uuid.UUID] = ()
) -> list[Candidate]:
    """Give agents that are switched on, those with the most goals completed first, with score 0: none was searched.

    `besides`: who is known already, and is left out.
    """
    known = candidates_of(_first(limit + len(PARTS)).of(workspace_id, origin, list(besides)))
    working = [one for one in known if one.connector != DEMO]
    return [one.model_copy(update={"score": 0.0}) for one in working[:limit]]


WITHOUT_VECTORS = ("vector", "profile_vector", "read_skills")
"""For `defer` of agents: what costs more to read than all that is looked at."""


def with_lines(agents: QuerySet[Agent], origin: uuid.UUID) -> "QuerySet[AgentNow]":
    """With what `candidates_of` looks at, and `own`: the connection of the person behind `origin`, if one is on."""
    own = Connection.objects.filter(agent=OuterRef("pk"), owner__in=person_behind(origin), enabled=True)
    return _with_running_calls(agents).annotate(own=Subquery(own.values("pk")[:1]))


def _lean(agents: QuerySet[Agent], origin: uuid.UUID) -> "QuerySet[AgentNow]":
    return with_lines(agents.defer(*WITHOUT_VECTORS, "goal_words"), origin)


@cache
def _first(limit: int) -> "CompiledQuery[AgentNow]":
    def build(workspace: uuid.UUID, origin: uuid.UUID, besides: list[uuid.UUID]) -> "QuerySet[AgentNow]":
        others = askable_agents(workspace).exclude(pk__any_of=besides)
        return _lean(others.order_by("-goals_completed", "created_at")[:limit], origin)

    return CompiledQuery(build, uuid.UUID, uuid.UUID, list)


_BY_HANDLE: "CompiledQuery[AgentNow]" = CompiledQuery(
    lambda workspace, handles, origin: _lean(_with_handles(askable_agents(workspace), handles), origin),
    uuid.UUID,
    list,
    uuid.UUID,
)


def candidates_of(known: "Sequence[AgentNow]") -> list[Candidate]:
    """Each as the connection is that a call in the name of an origin would go over.

    Where there is none that it may use, work that is given all the same waits until somebody connects.
    """
    lines = _lines_of(known)
    begun = calls_of_minute(line.pk for line, _ in lines.values() if line.calls_per_minute)
    return [_candidate(agent, lines.get(agent.pk), begun) for agent in known]


def _lines_of(agents: "Collection[AgentNow]") -> dict[uuid.UUID, tuple[Connection, int]]:
    """Agent -> the connection to use and its calls now: a person's own before the workspace's; only what is on."""
    common = {agent.pk: (agent.connection, agent.running) for agent in agents if agent.connection.enabled}
    own = [key for agent in agents if (key := getattr(agent, "own", None))]
    if not own:
        return common
    mine = Connection.objects.filter(pk__in=own)
    mine = mine.annotate(running=running_calls("pk"))
    return {**common, **{line.agent_id: (line, line.running) for line in mine}}


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


def _candidate(agent: Agent, used: tuple[Connection, int] | None, begun: Mapping[uuid.UUID, int]) -> Candidate:
    if used is None:
        availability, free_slots = Availability.UNSTABLE, 0
    else:
        line, running = used
        availability, free_slots = Availability(line.availability), _free_slots(line, running, begun.get(line.pk, 0))
    return Candidate(
        agent_id=str(agent.pk),
        handle=agent.handle,
        name=agent.name,
        description=agent.description,
        skills=skills_from_rows(agent.skills),
        score=1.0,
        availability=availability,
        free_slots=free_slots,
        goals_completed=agent.goals_completed,
        tasks_done=agent.tasks_done,
        tasks_failed=agent.tasks_failed,
        connector=used[0].connector if used else "",
        prices=_prices(used[0].connector_config) if used else None,
    )


def _prices(config: Mapping[str, object]) -> tuple[float, float] | None:
    """What a model costs, where whoever connected it said both prices."""
    match config.get("prompt_price"), config.get("completion_price"):
        case (int() | float()) as prompt, (int() | float()) as completion:
            return float(prompt), float(completion)
    return None


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
