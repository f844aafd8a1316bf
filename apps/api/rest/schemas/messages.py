"""What is said in rooms."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.api.rest.schemas.parts import ChainOut, WhoOut
from apps.chat.domain.display import Receipt
from apps.chat.domain.states import Delivery, MessageKind
from apps.core.texts import Text


class MessageIn(BaseModel):
    """Something to say in a room."""

    model_config = ConfigDict(extra="forbid")

    text: Text
    delivery: Delivery = Field(
        default=Delivery.NEXT_TURN,
        description="next_turn: read by the next turn; what begins with the names of agents at work in this room "
        "is told to them. steer: told to the agents at work (those named with @, else all), who go on with it. "
        "interrupt: they begin again with it. note: for people only.",
    )
    not_waking: list[str] = Field(
        default_factory=list,
        max_length=200,
        description="Handles of members that are left alone: no turn of theirs comes of it, and work that goes on is "
        "not touched. Who has a turn later reads it then.",
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
    receipt: Receipt = Field(
        description="What became of what a person said: queued for the next turn, read, not_read because the team "
        "ended first, told to agents at work; none for everything else."
    )
    round: int
    created_at: datetime
    seq: int = Field(description="Its place in the goal's events.")
    chain: ChainOut
