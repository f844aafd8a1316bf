"""Agents, as the REST API shows them."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field

from apps.agents.domain.calls import Card
from apps.agents.domain.profile import Askers, Availability, Candidate, Skill, Trust, stored_skills
from apps.agents.domain.repeating import Judged
from apps.agents.models import Agent
from apps.agents.queries.credentials import shown
from apps.agents.queries.directory import repeating


class SkillOut(Skill):
    """A skill, and whether the hub may have it exercised twice."""

    may_repeat: bool = Field(
        description="It is tried again where nobody knows what came of it; else a person is asked."
    )
    may_repeat_because: str = Field(description="Where that is known from, as half a sentence.")


class AgentOut(BaseModel):
    """A registered party that can be asked."""

    id: UUID
    handle: str = Field(description="Its name in this workspace; what goes into a goal's `team`.")
    name: str
    description: str
    skills: list[SkillOut] = Field(description="What it says it can do, as A2A AgentSkill objects.")
    connector: str = Field(description="How it is reached: builtin, openai, http, ...")
    connector_config: dict[str, object] = Field(description="Its settings, without secrets.")
    secrets: list[str] = Field(description="Names of the secrets that its configuration holds; never what they are.")
    enabled: bool = Field(description="False: never asked, left out of formation.")
    availability: Availability
    last_seen_at: datetime | None
    problem: str = Field(description="What its last check found wrong, as a sentence; empty: nothing.")
    out_since: datetime | None = Field(description="Since when that keeps it out of formation; null: it does not.")
    concurrency: int = Field(description="Most calls at one time.")
    calls_per_minute: int = Field(description="Most calls that begin within one minute; 0: as many as there are.")
    timeout_seconds: int = Field(description="A call that takes longer fails.")
    trust: Trust = Field(description="How far it is believed, and what it asks for is heeded.")
    askers: Askers = Field(description="Which agents may set it to work by themselves; see its grants.")
    running: int = Field(description="Calls now.")
    goals_completed: int
    tasks_done: int
    tasks_failed: int

    @classmethod
    def of(cls, agent: Agent, running: int) -> Self:
        """From a row and the number of its calls now."""
        config = shown(agent.connector_config)
        return cls(
            id=agent.pk,
            handle=agent.handle,
            name=agent.name,
            description=agent.description,
            skills=[
                _skill_out(skill, one) for skill, one in zip(stored_skills(agent.skills), repeating(agent), strict=True)
            ],
            connector=agent.connector,
            connector_config=config.values,
            secrets=list(config.secrets),
            enabled=agent.enabled,
            availability=Availability(agent.availability),
            last_seen_at=agent.last_seen_at,
            problem=agent.problem,
            out_since=agent.out_since,
            concurrency=agent.concurrency,
            calls_per_minute=agent.calls_per_minute,
            timeout_seconds=agent.timeout_seconds,
            trust=Trust(agent.trust),
            askers=Askers(agent.askers),
            running=running,
            goals_completed=agent.goals_completed,
            tasks_done=agent.tasks_done,
            tasks_failed=agent.tasks_failed,
        )


def _skill_out(skill: Skill, judged: Judged) -> SkillOut:
    return SkillOut(**skill.model_dump(), may_repeat=judged.repeatable, may_repeat_because=judged.why)


class AgentFound(BaseModel):
    """An agent that a search found."""

    id: UUID
    handle: str
    name: str
    description: str
    skills: list[Skill]
    score: float = Field(description="How near its profile is to the words, -1 to 1; higher is nearer.")
    availability: Availability
    free_slots: int = Field(description="Calls it can take now.")

    @classmethod
    def of(cls, candidate: Candidate) -> Self:
        """From what the search gave."""
        return cls(
            id=UUID(candidate.agent_id),
            handle=candidate.handle,
            name=candidate.name,
            description=candidate.description,
            skills=list(candidate.skills),
            score=round(candidate.score, 4),
            availability=candidate.availability,
            free_slots=candidate.free_slots,
        )


class AgentsFound(BaseModel):
    """The agents of a search, nearest first; empty when none is near enough."""

    items: list[AgentFound]


class CardOut(BaseModel):
    """What a probe found."""

    problem: str = Field(description="Why the agent can't be used as it is; empty: it answered.")
    reachable: bool
    latency_ms: int
    reply: str = Field(description="To the test message; it comes from the agent, so do not trust it.")
    models: list[str]
    quirks: list[str]

    @classmethod
    def of(cls, card: Card) -> Self:
        """From what the probe found."""
        return cls(**{**vars(card), "models": list(card.models), "quirks": list(card.quirks)})
