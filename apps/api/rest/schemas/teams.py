"""Teams, their rooms, their tasks, and what waits for a person."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from apps.agents.domain.profile import Availability, Candidate
from apps.api.rest.schemas.parts import ChainOut, SpentOut, WhoOut
from apps.chat.domain.display import Display, TaskDisplay
from apps.chat.domain.room_protocols.talk import MAX_ROUNDS, Act
from apps.chat.domain.states import Phase
from apps.chat.queries.tasks import ShownTask
from apps.core.sentences import Words
from apps.core.texts import Text
from apps.teams.domain.checks import Verification
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import ApprovalKind, ApprovalState, PermitScope, TaskState
from apps.teams.queries.elsewhere import SeenWork
from apps.teams.queries.facts import TaskTexts

of_facts, of_talk = partial(AliasPath, "facts"), partial(AliasPath, "talk")


class TalkIn(BaseModel):
    """A talk that members shall have."""

    model_config = ConfigDict(extra="forbid")

    protocol: Text = Field(description="disclosure, round, debate, open_floor, or one that a plug-in adds.")
    question: Text
    members: list[Text] = Field(
        default_factory=list, description="Handles in the order in which they speak; empty: all members but the lead."
    )
    sides: list[Text] = Field(
        default_factory=list, description="What each of `members` stands for; the same words are one side."
    )
    rounds: int = Field(default=2, ge=1, le=MAX_ROUNDS)


class ContributionOut(BaseModel):
    """One turn of a talk; its words stand in the room."""

    model_config = ConfigDict(from_attributes=True)

    by: str
    act: Act


class TalkOut(BaseModel):
    """A talk that goes on under a protocol. What came of one stands in the room, as `outcome` of a notice's data."""

    model_config = ConfigDict(from_attributes=True)

    protocol: str
    question: str
    members: list[str]
    sides: list[str]
    round: int
    rounds: int
    turns: list[ContributionOut]
    by_person: bool = Field(description="Whether a person began it.")


class BriefIn(BaseModel):
    """What a team is to do from now on."""

    model_config = ConfigDict(extra="forbid")

    brief: Text = Field(description="It replaces what the team was for; its open tasks and all teams below end.")


class DissolveIn(BaseModel):
    """What the team above is told."""

    model_config = ConfigDict(extra="forbid")

    note: Text = Field("", description="Empty: that the task is to be done without a team of its own.")


class TeamMember(WhoOut):
    """A member of a team."""

    lead: bool


class TeamOut(BaseModel):
    """A team and where its conversation stands."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    goal: UUID = Field(validation_alias=of_facts("goal_id"))
    parent: UUID | None = Field(
        validation_alias=of_facts("parent_id"), description="The team above; null for the goal's own."
    )
    executes: int | None = Field(
        validation_alias=of_facts("executes"), description="Number of the parent's task that it carries out."
    )
    name: str
    purpose: str = Field(validation_alias=of_facts("purpose"))
    depth: int = Field(validation_alias=of_facts("depth"))
    status: Display = Field(validation_alias="state")
    since: datetime = Field(description="Since when it has that status.")
    phase: Phase = Field(validation_alias=of_talk("phase"))
    round: int = Field(validation_alias=of_talk("round"))
    turn: int = Field(
        validation_alias=of_talk("turn"), description="Number of the turn that is due, in flight or was last."
    )
    floor: WhoOut | None = Field(description="Who speaks, or is to speak next; null once it has ended.")
    talk: TalkOut | None = Field(
        validation_alias=of_talk("protocol_talk"),
        description="That goes on under a protocol; null: none.",
    )
    members: list[TeamMember] = Field(validation_alias=of_facts("members"))
    subteams: list[UUID]
    limits: Limits = Field(validation_alias=of_facts("grant"), description="What it and all below it may spend.")
    spent: SpentOut
    formation: dict[str, Any] = Field(
        validation_alias=of_facts("formation"),
        description="Why this team: query, seats, who was left out and why, what is missing.",
    )
    waiting: int = Field(description="Decisions that wait for a person, here and below.")
    created_at: datetime = Field(validation_alias=of_facts("created_at"))
    ended_at: datetime | None = Field(validation_alias=of_facts("ended_at"))


class ForeignTaskOut(BaseModel):
    """A task at another hub, as that hub says it."""

    model_config = ConfigDict(from_attributes=True)

    title: str
    state: str
    owner: str
    begun_at: datetime | None
    ended_at: datetime | None


class ForeignRoomOut(BaseModel):
    """A team and its room at another hub, as that hub says it: do not trust it."""

    model_config = ConfigDict(from_attributes=True)

    place: str = Field(description="1 is the room of the task; 1.2 is the second one right below it.")
    name: str
    state: str
    since: datetime | None
    members: list[str]
    tasks: list[ForeignTaskOut]
    messages: int
    speaker: str = Field(description="Who said the last words.")
    words: str
    hub: str = Field(description="Where it is, as the hub above it says; empty: at that hub itself.")


class SeenWorkOut(BaseModel):
    """What another hub told last of a task that it works on."""

    model_config = ConfigDict(from_attributes=True)

    hub: str = Field(description="Its host.")
    url: str = Field(description="The goal there, for who has an account; empty where that is not known.")
    state: str = Field(description="Of the task, as A2A has it.")
    rooms: list[ForeignRoomOut] = Field(description="Empty where the hub shows the states of the task alone.")
    left_out: int = Field(description="Rooms that are not kept: there are 24 at most.")
    began_at: datetime
    seen_at: datetime = Field(description="When it last told something else.")
    away_since: datetime | None = Field(description="Since when it can't be reached; null: it can.")

    @classmethod
    def of(cls, seen: SeenWork) -> "SeenWorkOut":
        """With its rooms as one list."""
        rooms = [{**dict(room), "place": place} for place, room in seen.room.walk()] if seen.room else []
        left_out = seen.room.left_out if seen.room else 0
        return cls.model_validate({**vars(seen), "rooms": rooms, "left_out": left_out}, from_attributes=True)


class TaskOut(BaseModel):
    """Work given to a member."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    team: UUID = Field(validation_alias="team_id")
    number: int = Field(description="Within the team, from 1.")
    title: str
    brief: str
    owner: WhoOut
    state: TaskState
    state_at: datetime
    status: TaskDisplay = Field(description="What a person is shown; that of the sub-team where one carries it out.")
    since: datetime | None = Field(description="Since when it has that status, while it runs.")
    lasted: float | None = Field(description="Seconds it took, once it is over; null where it never began.")
    needs: list[str]
    after: list[int] = Field(description="Numbers of the tasks it depends on.")
    is_answer: bool = Field(description="Its result concludes the conversation.")
    result: str
    failure: str
    question: str = Field(description="What its agent asks, while it asks.")
    check: dict[str, Any] = Field(
        validation_alias="planned_check",
        description="How it is seen that its result is right: a `kind` and what it needs; empty: not at all.",
    )
    claimed_at: datetime | None = Field(description="When whoever does it last said that it is done.")
    verification: Verification = Field(
        description="What its check said of the claim. nothing: no check was planned. unchecked: it has not run, or "
        "could not. A task that is refuted is never done."
    )
    checked_at: datetime | None = Field(description="When its check ran.")
    checked_by: WhoOut | None = Field(description="Who looked at it; null: the hub itself, or nobody.")
    found: str = Field(description="How it was seen, why it was not checked, or what is wrong.")
    evidence: list[str] = Field(description="What the check looked at. It comes from agents, so do not trust it.")
    elsewhere: SeenWorkOut | None = Field(description="Of a task that another hub works on, or did; else null.")
    chain: ChainOut

    @classmethod
    def of(cls, row: TaskTexts, shown: ShownTask) -> "TaskOut":
        """From what the queries gave."""
        how = {"status": shown.display, "since": shown.since, "lasted": shown.lasted}
        there = {"elsewhere": SeenWorkOut.of(row.elsewhere) if row.elsewhere else None}
        return cls.model_validate({**vars(row), **how, **there}, from_attributes=True)


class SuccessorOut(BaseModel):
    """An agent that a task might be given to."""

    handle: str
    name: str
    score: float = Field(description="How near its profile is to the task, -1 to 1; higher is nearer.")
    availability: Availability
    left_out: str = Field(description="Why it can't be given the task; empty: it can.")

    @classmethod
    def of(cls, one: Candidate, left_out: str) -> "SuccessorOut":
        """As REST shows it."""
        return cls(
            handle=one.handle,
            name=one.name,
            score=round(one.score, 4),
            availability=one.availability,
            left_out=left_out,
        )


class OwnResultIn(BaseModel):
    """What a person did in place of an agent."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(description="The task's result, in Markdown.")


class ReassignIn(BaseModel):
    """Who shall do a task."""

    model_config = ConfigDict(extra="forbid")

    agent: Text = Field(description="Its handle.")


class PartOut(BaseModel):
    """A part of what would be sent. Much of it is agents' words, so do not trust it."""

    model_config = ConfigDict(from_attributes=True)

    title: str
    text: str
    more: int = Field(description="Characters that are left out here; they stand in the room.")


class ErrandOut(BaseModel):
    """What an agent would be set to do."""

    model_config = ConfigDict(from_attributes=True)

    chain: str = Field(description="By whom: person, goal, team, agents, in words.")
    to: str = Field(description="The handle of who would do it.")
    parts: list[PartOut]


class ApprovalOut(BaseModel):
    """A decision that waits, or waited, for a person."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    goal: UUID = Field(validation_alias="goal_id")
    goal_title: str
    team: UUID = Field(validation_alias="team_id")
    task: int | None = Field(validation_alias="task_number")
    kind: ApprovalKind
    question: Words
    options: list[str] = Field(
        description="Answers that are offered; for `question` and `approval` words are welcome too, and for `check` "
        "they say what is wrong."
    )
    errand: ErrandOut | None = Field(
        description="Of a `permit`: what would be done, should it be approved. Of a `check`: the result to look at, "
        "and who gave it."
    )
    state: ApprovalState
    answer: str
    scope: PermitScope = Field(description="Of a `permit`: how far the leave reaches that was given.")
    reason: str = Field(description="Of a `permit`: why it was denied.")
    expires_at: datetime | None = Field(
        description="Of a `permit`: when it is denied in nobody's name, if nobody decides. Null: it waits for as long "
        "as its goal."
    )
    asked_at: datetime
    decided_at: datetime | None
    decided_by: str


class DecisionIn(BaseModel):
    """A person's answer."""

    model_config = ConfigDict(extra="forbid")

    answer: Text = Field(description="One of the options, or words.")
    scope: PermitScope = Field(
        PermitScope.ONCE,
        description="Of a `permit`: for just this, or for the same wish in the team or goal.",
    )
    brief: Text = Field("", description="Of a `permit`: what the task is changed to before it is approved, once.")
    reason: Text = Field("", description="Of a `permit`: why it is denied.")
