"""What was found of a goal."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.chat.domain.found import Handling
from apps.teams.domain.findings import FindingKind


class FindingOut(BaseModel):
    """A published way of failing that showed in a message."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: FindingKind
    agent: str = Field(description="Handle of who failed; empty: the coordinator.")
    task: UUID | None = Field(description="In whose result it showed; null: in talk.")
    team: UUID = Field(description="In whose room.")
    message: UUID = Field(description="It tells the room, with the words that were not taken.")
    number: int = Field(description="Of the message, in its room.")
    why: str = Field(description="One sentence.")
    certain: bool | None = Field(description="A fact of form; false: likely; null: found before this was kept.")
    prevented: bool = Field(description="Whether what showed it was not taken; false: its agent gave it again.")
    handling: Handling = Field(description="What was done about it; `lead_spoke`: in talk.")
    at: datetime
