"""What happened since somebody left."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.chat.domain.digest import DigestKind
from apps.chat.queries.since_left import SinceLeft


class SinceLineOut(BaseModel):
    """One thing that happened."""

    model_config = ConfigDict(from_attributes=True)

    kind: DigestKind
    text: str
    at: datetime
    goal_id: UUID
    seq: int = Field(description="Of the event, among the goal's.")
    team_id: UUID | None
    artifact: UUID | None = Field(description="The version of the file.")


class SpentSinceOut(BaseModel):
    """What was used."""

    model_config = ConfigDict(from_attributes=True)

    turns: int
    tokens: int
    money: float = Field(description="US dollars.")


class SinceLeftOut(BaseModel):
    """What happened since you were last seen, the newest last."""

    since: datetime | None = Field(description="Null: you were never here, so nothing is told.")
    counts: dict[DigestKind, int]
    spent: SpentSinceOut
    items: list[SinceLineOut]

    @classmethod
    def of(cls, found: SinceLeft) -> "SinceLeftOut":
        """A digest as programs see it."""
        return cls(
            since=found.since,
            counts=dict(found.counts),
            spent=SpentSinceOut.model_validate(found.spent),
            items=[SinceLineOut.model_validate(line) for line in found.newest],
        )


class SeenIn(BaseModel, extra="forbid"):
    """That you are here."""

    goal: UUID | None = Field(None, description="At this goal; null: in the workspace.")
    dismiss: bool = Field(False, description="What was told until now is known to you.")
