"""Agents as people see them: cards of a directory, and how many are online or at work."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from apps.agents.domain.profile import Availability, Skill
from apps.agents.models import Agent
from apps.agents.queries.agents import agent_by_handle, agents_in
from apps.agents.queries.discovery import search_agents


@dataclass(frozen=True)
class AgentCard:
    """What a directory shows of an agent. `running`: its calls now; `score`: how well it fits, where one searched."""

    handle: str
    name: str
    description: str
    skills: tuple[Skill, ...]
    connector: str
    enabled: bool
    availability: Availability
    last_seen_at: datetime | None
    concurrency: int
    running: int
    tasks_done: int
    tasks_failed: int
    goals_completed: int
    score: float | None = None

    @property
    def is_offline(self) -> bool:
        """Whether it did not answer when it was last asked."""
        return self.availability is Availability.OFFLINE


@dataclass(frozen=True)
class Presence:
    """How many agents a workspace has that may be asked, and how they are."""

    total: int
    online: int
    offline: int
    working: int


def directory(workspace_id: uuid.UUID, *, offset: int, limit: int) -> tuple[list[AgentCard], int]:
    """Give a page of the workspace's agents by name, and how many there are."""
    agents = agents_in(workspace_id)
    return [_card(agent) for agent in agents[offset : offset + limit]], agents.count()


def found(workspace_id: uuid.UUID, text: str, limit: int = 24) -> list[AgentCard]:
    """Give the agents that fit a text, best first."""
    scores = {one.agent_id: one.score for one in search_agents(workspace_id, text, limit=limit)}
    cards = [_card(agent, scores[str(agent.pk)]) for agent in agents_in(workspace_id).filter(pk__in=scores)]
    return sorted(cards, key=lambda card: -(card.score or 0))


def profile(workspace_id: uuid.UUID, handle: str) -> AgentCard:
    """Give one agent. Raises NotFound."""
    return _card(agent_by_handle(workspace_id, handle))


def presence(workspace_id: uuid.UUID) -> Presence:
    """Count the agents that are switched on."""
    agents = Agent.objects.filter(workspace_id=workspace_id, enabled=True)
    offline = Q(availability=Availability.OFFLINE)
    counts = agents.aggregate(
        total=Count("id", distinct=True),
        offline=Count("id", filter=offline, distinct=True),
        working=Count("id", filter=Q(attempts__state="running"), distinct=True),
    )
    return Presence(counts["total"], counts["total"] - counts["offline"], counts["offline"], counts["working"])


def _card(agent: Agent, score: float | None = None) -> AgentCard:
    return AgentCard(
        handle=agent.handle,
        name=agent.name,
        description=agent.description,
        skills=tuple(Skill.model_validate(skill) for skill in agent.skills),
        connector=agent.connector,
        enabled=agent.enabled,
        availability=Availability(agent.availability),
        last_seen_at=agent.last_seen_at,
        concurrency=agent.concurrency,
        running=getattr(agent, "running", 0),
        tasks_done=agent.tasks_done,
        tasks_failed=agent.tasks_failed,
        goals_completed=agent.goals_completed,
        score=score,
    )
