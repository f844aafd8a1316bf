"""Teams, and talks in their rooms."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from apps.api.rest.schemas.parts import SpentOut, WhoOut
from apps.chat.domain.display import Display
from apps.chat.domain.room_protocols.talk import MAX_ROUNDS, Act
from apps.chat.domain.states import Phase
from apps.core.numbers import Whole
from apps.core.texts import Text
from apps.teams.domain.limits import Limits

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
    rounds: Whole = Field(default=2, ge=1, le=MAX_ROUNDS)


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
