"""What is said in rooms."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.api.rest.schemas.parts import ChainOut, WhoOut
from apps.chat.domain.receipts import Deed, Receipt
from apps.chat.domain.states import Delivery, MessageKind
from apps.core.texts import Text

DELIVERIES = (
    "next_turn: read by the next turn; what begins with the names of agents at work in this room is told to them. "
    "steer: told to the agents at work (those named with @, else all), who go on with it. interrupt: they begin again "
    "with it. note: for people only."
)


class MessageIn(BaseModel):
    """Something to say in a room."""

    model_config = ConfigDict(extra="forbid")

    text: Text
    delivery: Delivery = Field(default=Delivery.NEXT_TURN, description=DELIVERIES)
    not_waking: list[Text] = Field(
        default_factory=list,
        max_length=200,
        description="Handles of members that are left alone: no turn of theirs comes of it, and work that goes on is "
        "not touched. Who has a turn later reads it then. People among them are not told that they are named. A handle "
        "of nobody leaves nobody alone: who is in a team changes while one writes.",
    )
    adding: list[Text] = Field(
        default_factory=list,
        max_length=20,
        description="Handles of agents outside the team that are brought into it with this message; a note brings in "
        "nobody.",
    )


class ActedOnOut(BaseModel):
    """What was done because of a message."""

    model_config = ConfigDict(from_attributes=True)

    deed: Deed = Field(
        description="tasks: tasks were given; plan: the shared plan was changed; conclusion, question, answer: that "
        "was said; passed_on: it was the answer that a task waited for."
    )
    seq: int | None = Field(
        validation_alias="deed_seq", description="Place in the goal's events of the message that shows it."
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
        description="What became of what a person said: queued (nobody has taken it up; who sent it may cancel it), "
        "delivered (a turn that goes on reads it, or a call was given it), read, acted_on (and something was done), "
        "not_read (it came too late), cancelled (taken back: `text` is empty); none for everything else."
    )
    acted_on: ActedOnOut | None = Field(description="What the turn that read it did; null: nothing as yet.")
    round: int
    created_at: datetime
    seq: int = Field(description="Its place in the goal's events.")
    chain: ChainOut
