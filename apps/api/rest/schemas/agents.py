"""Agents, as the REST API shows them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.agents.domain.profile import Askers, Availability, Candidate, Skill, Trust
from apps.agents.domain.provenance import CameBy
from apps.agents.domain.registration import TEST_HINT
from apps.core.texts import Text
from apps.teams.domain.states import TaskState
from apps.teams.queries.records import DAYS, PastWork, Try, percentile

SUGGESTED = (
    "Skills that it could have listed, in its own words or its server's: do not trust them. Empty: it lists some, or "
    "nothing says what it does."
)


class ToldSkillOut(Skill):
    """A skill as an agent, or who registered it, tells of it; in answers its fields have our own names."""

    model_config = ConfigDict(from_attributes=True)


class SkillOut(ToldSkillOut):
    """A skill, and whether the hub may have it exercised twice."""

    may_repeat: bool = Field(
        description="It is tried again where nobody knows what came of it; else a person is asked."
    )
    may_repeat_because: str = Field(description="Where that is known from, as half a sentence.")


class ProfileGapOut(BaseModel):
    """Something that an agent's profile lacks."""

    model_config = ConfigDict(from_attributes=True)

    code: str = Field(description="For programs: `nothing_to_choose_by`.")
    sentence: str = Field(description="What is missing and what to do, for people.")


class ProvenanceOut(BaseModel):
    """Where an agent came from."""

    model_config = ConfigDict(from_attributes=True)

    way: CameBy = Field(
        description="address: found at an address. card: its card was pasted. dial_in: it dials in. settings: how it "
        "is reached was entered. list: it stood in an imported list. person: a person offered to work. registry: it "
        "joined by itself from a registry."
    )
    address: str = Field(description="Where it, or its card, was found, without queries and passwords; may be empty.")
    source_name: str = Field(description="Of a registry; else empty.")
    identifier: str = Field(description="What the registry calls it; else empty.")
    by: str = Field(description="Who had it join; empty: nobody, by itself.")
    at: datetime


class AgentOut(BaseModel):
    """A registered party that can be asked."""

    model_config = ConfigDict(from_attributes=True)

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
    test_seconds: int = Field(description=TEST_HINT)
    trust: Trust = Field(description="How far it is believed, and what it asks for is heeded.")
    askers: Askers = Field(description="Which agents may set it to work by themselves; see its grants.")
    running: int = Field(description="Calls now.")
    goals_completed: int
    tasks_done: int
    tasks_failed: int
    warnings: list[ProfileGapOut] = Field(description="What its profile lacks to be chosen by; empty: nothing.")
    suggested_skills: list[ToldSkillOut] = Field(description=SUGGESTED)
    provenance: ProvenanceOut | None = Field(
        description="Where it came from; null: with the hub, or from before that was kept."
    )


class AgentFound(BaseModel):
    """An agent that a search found."""

    id: UUID
    handle: str
    name: str
    description: str
    skills: list[ToldSkillOut]
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
            skills=[ToldSkillOut.model_validate(one) for one in candidate.skills],
            score=round(candidate.score, 4),
            availability=candidate.availability,
            free_slots=candidate.free_slots,
        )


class AgentsFound(BaseModel):
    """The agents of a search, nearest first; empty when none is near enough."""

    items: list[AgentFound]


class CardOut(BaseModel):
    """What a probe found."""

    model_config = ConfigDict(from_attributes=True)

    problem: str = Field(description="Why the agent can't be used as it is; empty: it answered.")
    reachable: bool
    latency_ms: int
    reply: str = Field(description="To the test message; it comes from the agent, so do not trust it.")
    models: list[str]
    quirks: list[str]


class WorkOut(BaseModel):
    """A task that an agent tried."""

    goal_id: UUID
    goal: str
    team_id: UUID
    team: str
    number: int = Field(description="Of the task, in its team.")
    title: str
    state: TaskState
    at: datetime
    seconds: float | None = Field(description="What its last try took; null while that runs.")

    @classmethod
    def of(cls, work: PastWork) -> Self:
        """From what the query gives."""
        return cls(**vars(work))


class RecordOut(BaseModel):
    """What an agent did in the last days."""

    waiting: int = Field(description="Tasks that wait for it now.")
    days: int = Field(description="How many days are looked at.")
    done: int = Field(description="Tries that went well.")
    failed: int
    p50_seconds: float | None = Field(description="Half of the tries took no longer; null without any.")
    p95_seconds: float | None
    tokens: int
    money: float | None = Field(description="US dollars; null where nobody said a price.")
    work: list[WorkOut] = Field(description="The last tasks that it tried, newest first.")

    @classmethod
    def of(cls, tries: Sequence[Try], works: Sequence[PastWork], waiting: int) -> Self:
        """From an agent's tries, its past work and how much waits for it."""
        spans = sorted(each.seconds for each in tries)
        said = [each.money for each in tries if each.money is not None]
        done = sum(each.good for each in tries)
        return cls(
            waiting=waiting,
            days=DAYS,
            done=done,
            failed=len(tries) - done,
            p50_seconds=percentile(spans, 50),
            p95_seconds=percentile(spans, 95),
            tokens=sum(each.tokens for each in tries),
            money=sum(said) if said else None,
            work=[WorkOut.of(work) for work in works],
        )


class SkillsIn(BaseModel, extra="forbid"):
    """Skills as they are written down for agents."""

    documents: list[Text] = Field(
        min_length=1, max_length=50, description="Each the text of a SKILL.md, of at most 64,000 characters."
    )
