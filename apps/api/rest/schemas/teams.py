"""Teams, their rooms, their tasks, and what waits for a person."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from apps.api.rest.schemas.parts import ChainOut, SpentOut, WhoOut
from apps.chat.domain.display import Display
from apps.chat.domain.room_protocols.talk import MAX_ROUNDS, Act
from apps.chat.domain.states import Delivery, MessageKind, Phase
from apps.core.texts import Text
from apps.teams.domain.checks import Verification
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import ApprovalKind, ApprovalState, TaskState

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


class MessageIn(BaseModel):
    """Something to say in a room."""

    model_config = ConfigDict(extra="forbid")

    text: Text
    delivery: Delivery = Field(
        default=Delivery.NEXT_TURN, description="next_turn: read by the next turn. note: for people only."
    )


class MessageOut(BaseModel):
    """A line in a room."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    number: int = Field(description="Gap-free within the room, from 1.")
    kind: MessageKind
    sender: WhoOut
    text: str = Field(
        description="Markdown as it was said; it comes from agents and people, so sanitise what you show."
    )
    data: dict[str, Any] = Field(description="What its kind carries: task numbers, files, a verdict, ...")
    task: int | None
    next_speaker: str
    voice: str = Field(
        description="What spoke for the sender: rules, a model's name; `itself` for an agent that spoke itself, empty "
        "for a person. `because` in `data` says why another spoke for an agent; `about` whether a thing said agrees, "
        "objects, asks or proposes."
    )
    delivery: Delivery
    read_in_turn: int | None = Field(description="The turn that read it; null: none yet.")
    round: int
    created_at: datetime
    seq: int = Field(description="Its place in the goal's events.")
    chain: ChainOut


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
    chain: ChainOut


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
    question: str
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
    asked_at: datetime
    decided_at: datetime | None
    decided_by: str


class DecisionIn(BaseModel):
    """A person's answer."""

    model_config = ConfigDict(extra="forbid")

    answer: Text = Field(description="One of the options, or words.")
