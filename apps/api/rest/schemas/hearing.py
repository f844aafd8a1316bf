"""Whom words in a room will reach, and who may be named there."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from apps.api.rest.schemas.messages import DELIVERIES
from apps.chat.domain.mentionable import Attendance, MentionKind
from apps.chat.domain.states import Delivery
from apps.core.sentences import Words
from apps.core.texts import Text


class UnsentWordsIn(BaseModel):
    """Words that have not been sent."""

    model_config = ConfigDict(extra="forbid")

    text: Text
    delivery: Delivery = Field(default=Delivery.NEXT_TURN, description=DELIVERIES)


class HearerOut(BaseModel):
    """Somebody whom the words wake."""

    model_config = ConfigDict(from_attributes=True)

    handle: str
    name: str
    why: Words = Field(description="Why, as half a sentence: speaks next, is told now, at task 2, ...")
    offline: bool = Field(description="It can't be reached now: it will wait.")


class NamedOut(BaseModel):
    """Somebody whom the words name."""

    model_config = ConfigDict(from_attributes=True)

    handle: str
    name: str


class HearingOut(BaseModel):
    """Whom the words reach if they are sent as things stand. `not_waking` and `adding` of a message change that."""

    model_config = ConfigDict(from_attributes=True)

    wakes: list[HearerOut] = Field(description="Who acts on them; a note wakes nobody.")
    told: list[NamedOut] = Field(description="People who are named, and told of it.")
    outside: list[NamedOut] = Field(
        description="Agents that are named and not in the team: they hear nothing, unless the message is `adding` them."
    )
    note: Words = Field(description="What else there is to know: the team is paused, nobody is at work, ...")


class MentionableOut(BaseModel):
    """Somebody who may be named with @."""

    model_config = ConfigDict(from_attributes=True)

    handle: str = Field(description="What to write behind the @.")
    name: str
    kind: MentionKind
    role: str = Field(description="Of an agent: what it is for, the name of its first skill; else empty.")
    in_team: bool = Field(description="Whether it is a member of the team.")
    human: bool = Field(description="Of an agent: it is a person who does tasks.")
    attendance: Attendance = Field(
        description="working, idle, offline: of an agent. looking: a person with the goal before them. away: one who "
        "is not. none: a team."
    )
    seen_at: datetime | None = Field(description="Of a person: when they were here last; null: never.")


class MentionablesOut(BaseModel):
    """Who may be named: members of the team, other teams of the goal, people, other agents."""

    model_config = ConfigDict(from_attributes=True)

    items: list[MentionableOut] = Field(validation_alias="all")
    more: bool = Field(description="More people or agents outside the team fit than are listed: name more of it in q.")
