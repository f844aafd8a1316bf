"""Agents as people see them: cards of a directory that can be searched and filtered, and one agent with all of it."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet

from apps.agents.domain.profile import Availability, Skill, skills_from_rows
from apps.agents.domain.repeatability import RepeatJudgement, judge_skill
from apps.agents.events import AgentsDeed
from apps.agents.models import Agent
from apps.agents.queries.agents import agent_by_handle, agents_in
from apps.agents.queries.connectors import connector_name, descriptor_of_kind, inside_kinds
from apps.agents.queries.discovery import search_agents
from apps.agents.queries.workload import running_calls
from apps.core.texts import is_storable
from apps.journal.queries import last_deeds

if TYPE_CHECKING:
    from apps.agents.queries.agents import AgentNow

MOST_FOUND = 96  # agents that a search shows
NAMED = 1.0  # the score of an agent whose name or handle has the words


@dataclass(frozen=True)
class RemovedAgent:
    """What is still said of an agent that was taken out."""

    handle: str
    name: str
    removed_at: datetime


@dataclass(frozen=True)
class DirectoryEntry:
    """What a directory shows of an agent. `running`: its calls now; `score`: how well it fits, where one searched.

    `repeating`: of each skill, whether it may be exercised twice. `problem`: what its last check found wrong;
    `out_since`: since when that keeps it out of formation; `off_since`:
    since when it is switched off.
    """

    id: uuid.UUID
    handle: str
    name: str
    description: str
    skills: tuple[Skill, ...]
    repeating: tuple[RepeatJudgement, ...]
    connector: str
    enabled: bool
    availability: Availability
    last_seen_at: datetime | None
    problem: str
    out_since: datetime | None
    off_since: datetime | None
    created_at: datetime
    concurrency: int
    running: int
    tasks_done: int
    tasks_failed: int
    goals_completed: int
    score: float | None = None

    @property
    def offers(self) -> list[tuple[Skill, RepeatJudgement]]:
        """Each skill with whether it may be exercised twice."""
        return list(zip(self.skills, self.repeating, strict=True))

    @property
    def is_offline(self) -> bool:
        """Whether it did not answer when it was last asked."""
        return self.availability is Availability.OFFLINE

    @property
    def is_inside(self) -> bool:
        """Whether it runs in the hub, so that it is there whenever the hub is."""
        return descriptor_of_kind(self.connector).inside

    @property
    def connector_name(self) -> str:
        """How it is reached, in words."""
        return connector_name(self.connector)

    @property
    def success(self) -> int | None:
        """The share of its tasks that it did, in percent; None before its first."""
        ended = self.tasks_done + self.tasks_failed
        return round(100 * self.tasks_done / ended) if ended else None


@dataclass(frozen=True)
class Wanted:
    """What a directory is narrowed to; what is empty does not narrow it. `busy`: whether a call of it runs now."""

    text: str = ""
    availability: Availability | None = None
    skill: str = ""
    connector: str = ""
    enabled: bool | None = None
    busy: bool | None = None


@dataclass(frozen=True)
class Choices:
    """What the agents of a workspace can be narrowed by: connector kinds, and the tags of their skills by number."""

    connectors: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Presence:
    """How many agents a workspace has that may be asked, and how they are."""

    total: int
    online: int
    offline: int
    working: int


def directory(
    workspace_id: uuid.UUID, *, offset: int, limit: int, wanted: Wanted | None = None
) -> tuple[list[DirectoryEntry], int]:
    """Give a page of the workspace's agents and how many there are: by name, or best first where a text is wanted."""
    wanted = wanted or Wanted()
    agents = narrow_agents(agents_in(workspace_id), wanted)
    if not wanted.text:
        return _cards(agents[offset : offset + limit]), agents.count()
    scores = _scores(workspace_id, wanted.text)
    best = sorted(agents.filter(pk__in=scores), key=lambda agent: -scores[agent.pk])
    return _cards(best[offset : offset + limit], scores), len(best)


def fitting_agents(workspace_id: uuid.UUID, text: str, limit: int = 24) -> list[DirectoryEntry]:
    """Give the agents that fit a text and may be asked, best first."""
    scores = {uuid.UUID(one.agent_id): one.score for one in search_agents(workspace_id, text, limit=limit)}
    cards = _cards(agents_in(workspace_id).filter(pk__in=scores), scores)
    return sorted(cards, key=lambda card: -(card.score or 0))


def profile(workspace_id: uuid.UUID, handle: str) -> DirectoryEntry:
    """Give one agent. Raises NotFound."""
    (card,) = _cards([agent_by_handle(workspace_id, handle)])
    return card


def removed_agent(workspace_id: uuid.UUID, handle: str) -> RemovedAgent | None:
    """Give who had this handle last and was removed, whose link still stands where it worked; None: there was none."""
    if not is_storable(handle):
        return None
    gone = Agent.objects.filter(workspace_id=workspace_id, handle__iexact=handle).exclude(removed_at=None)
    row = gone.order_by("-removed_at").first()
    return RemovedAgent(row.handle, row.name, row.removed_at) if row and row.removed_at else None


def choices(workspace_id: uuid.UUID, most: int = 40) -> Choices:
    """Give what the workspace's agents can be narrowed by; of tags the most frequent ones."""
    agents = Agent.objects.filter(workspace_id=workspace_id, removed_at=None)
    kinds = agents.order_by("connection__connector").values_list("connection__connector", flat=True).distinct()
    counted: dict[str, int] = {}
    for skills in agents.values_list("skills", flat=True)[:1000]:
        for tag in {tag for skill in skills for tag in skill.get("tags", ())}:
            counted[tag] = counted.get(tag, 0) + 1
    tags = sorted(counted, key=lambda tag: (-counted[tag], tag))[:most]
    return Choices(tuple(kinds), tuple(sorted(tags)))


def has_outside(workspace_id: uuid.UUID) -> bool:
    """Whether an agent of the workspace runs elsewhere than in the hub."""
    agents = Agent.objects.filter(workspace_id=workspace_id, removed_at=None)
    return agents.exclude(connection__connector__in=inside_kinds()).exists()


def presence(workspace_id: uuid.UUID) -> Presence:
    """Count the agents that are switched on."""
    agents = Agent.objects.filter(workspace_id=workspace_id, enabled=True)
    offline = Q(connection__availability=Availability.OFFLINE)
    counts = agents.alias(running=running_calls("connection")).aggregate(
        total=Count("id"), offline=Count("id", filter=offline), working=Count("id", filter=Q(running__gt=0))
    )
    return Presence(counts["total"], counts["total"] - counts["offline"], counts["offline"], counts["working"])


def narrow_agents(agents: "QuerySet[AgentNow]", wanted: Wanted) -> "QuerySet[AgentNow]":
    """Give those of the agents that are wanted; the text is not looked at."""
    if wanted.availability is not None:
        agents = agents.filter(connection__availability=wanted.availability, enabled=True)
    if wanted.enabled is not None:
        agents = agents.filter(enabled=wanted.enabled)
    if wanted.connector:
        agents = agents.filter(connection__connector=wanted.connector)
    if wanted.skill:
        tagged = ([{"tags": [wanted.skill]}], [{"id": wanted.skill}], [{"name": wanted.skill}])
        agents = agents.filter(reduce(or_, (Q(skills__contains=each) for each in tagged)))
    if wanted.busy is not None:
        agents = agents.filter(running__gt=0) if wanted.busy else agents.filter(running=0)
    return agents


def _scores(workspace_id: uuid.UUID, text: str) -> dict[uuid.UUID, float]:
    """Who fits by meaning, and who is called so: those switched off are found by their name alone."""
    scores = {uuid.UUID(one.agent_id): one.score for one in search_agents(workspace_id, text, limit=MOST_FOUND)}
    words = text.strip().removeprefix("@")
    called = Q(name__icontains=words) | Q(handle__icontains=words) | Q(description__icontains=words)
    rows = agents_in(workspace_id).filter(called).values_list("pk", "name", "handle")[:MOST_FOUND]
    for key, name, handle in rows:
        named = words.lower() in f"{name} {handle}".lower()
        scores[key] = NAMED if named else scores.get(key, 0.0)
    return scores


def _skills(agent: Agent) -> tuple[Skill, ...]:
    return skills_from_rows(agent.skills)


def _repeat_judgements(agent: Agent) -> Iterator[RepeatJudgement]:
    """Give of each skill whether it may be exercised twice, and where that is known from."""
    line = agent.connection
    harmless = descriptor_of_kind(line.connector).harmless
    for skill in _skills(agent):
        yield judge_skill(skill.repeatable, harmless, line.connector_config, skill.repeatable_from)


def _cards(agents: "Iterable[AgentNow]", scores: Mapping[uuid.UUID, float] | None = None) -> list[DirectoryEntry]:
    rows = list(agents)
    off = last_deeds(AgentsDeed.AGENT_SWITCHED_OFF, [agent.pk for agent in rows if not agent.enabled])
    known = scores or {}
    return [_card(agent, off.get(agent.pk, agent.created_at), known.get(agent.pk)) for agent in rows]


def _card(agent: Agent, off_since: datetime, score: float | None) -> DirectoryEntry:
    return DirectoryEntry(
        id=agent.pk,
        handle=agent.handle,
        name=agent.name,
        description=agent.description,
        skills=_skills(agent),
        repeating=tuple(_repeat_judgements(agent)),
        connector=agent.connection.connector,
        enabled=agent.enabled,
        availability=Availability(agent.connection.availability),
        last_seen_at=agent.connection.last_seen_at,
        problem=agent.connection.problem,
        out_since=agent.connection.out_since,
        off_since=None if agent.enabled else off_since,
        created_at=agent.created_at,
        concurrency=agent.connection.concurrency,
        running=getattr(agent, "running", 0),
        tasks_done=agent.tasks_done,
        tasks_failed=agent.tasks_failed,
        goals_completed=agent.goals_completed,
        score=score,
    )
