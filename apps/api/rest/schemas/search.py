"""What a search found."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from apps.chat.domain.display import Display
from apps.chat.domain.search import HitKind
from apps.chat.domain.snippets import SnippetPart
from apps.chat.queries.search import Hit


class HitOut(BaseModel):
    """What was found. `team`, `number` and `seq` are a message's; `handle` an agent's."""

    kind: HitKind
    id: UUID = Field(description="Of the goal, the message, the file's version, the document or the agent.")
    title: str = Field(description="The goal's, the team's in whose room it is, the file's name, the agent's name.")
    snippet: str = Field(description="Why it was found, as plain text; it was written by others.")
    marks: list[tuple[int, int]] = Field(description="Where in the snippet words stand that were looked for: from, to.")
    at: datetime
    by: str = Field(description="Name of who said or made it; empty: not known, or the hub.")
    goal: UUID | None = Field(description="In which goal; null: in the library, or an agent.")
    goal_title: str
    status: Display | None = Field(description="The goal's.")
    team: UUID | None
    number: int | None = Field(description="Of the message, in its room.")
    seq: int | None = Field(description="Of the message, among the goal's events.")
    handle: str
    in_library: bool = Field(description="A document that agents read: fetch it from /documents/{id}.")

    @classmethod
    def of(cls, hit: Hit) -> "HitOut":
        """A hit as programs see it."""
        return cls(
            kind=hit.kind,
            id=hit.id,
            title=hit.title,
            snippet="".join(piece.text for piece in hit.pieces),
            marks=_marks(hit.pieces),
            at=hit.at,
            by=hit.by.name if hit.by else "",
            goal=hit.goal_id,
            goal_title=hit.goal.goal.title if hit.goal else "",
            status=hit.state,
            team=hit.team_id,
            number=hit.number or None,
            seq=hit.seq or None,
            handle=hit.handle,
            in_library=hit.document,
        )


def _marks(pieces: tuple[SnippetPart, ...]) -> list[tuple[int, int]]:
    marks, place = [], 0
    for piece in pieces:
        marks += [(place, place + len(piece.text))] if piece.found else []
        place += len(piece.text)
    return marks
