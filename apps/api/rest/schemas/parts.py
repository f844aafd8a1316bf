"""Pieces that several answers have in common."""

from typing import Self

from pydantic import BaseModel, Field

from apps.teams.domain.limits import Spent
from apps.teams.queries.members import Face


class WhoOut(BaseModel):
    """Somebody in a team."""

    kind: str = Field(description="agent, person, coordinator, or hub (the server itself); no name can change it.")
    name: str = Field(description="Of a message: what its sender was called when it spoke.")
    now_called: str = Field("", description="Its name today, where it had another one then; else empty.")
    handle: str = Field(description="Empty for the hub.")

    @classmethod
    def of(cls, face: Face) -> Self:
        """From what queries know of somebody."""
        return cls(kind=face.kind, name=face.name, now_called=face.now_called, handle=face.handle)


class SpentOut(BaseModel):
    """What was used, with what is reserved for calls in flight."""

    turns: int
    tokens: int
    money: float | None = Field(description="US dollars; null where tokens were used and nobody said any price.")
    unpriced_tokens: int = Field(description="Tokens whose price nobody said; `money` does not hold them.")
    claimed_tokens: int = Field(description="Tokens, of `tokens`, that agents said of themselves; nobody counted them.")
    minutes: float = Field(description="Minutes at work; pauses do not count.")
    teams: int

    @classmethod
    def of(cls, spent: Spent) -> Self:
        """From what was booked."""
        unknown = spent.unpriced > 0 and spent.money == 0
        return cls(
            turns=spent.turns,
            tokens=spent.tokens,
            money=None if unknown else round(spent.money, 6),
            unpriced_tokens=spent.unpriced,
            claimed_tokens=spent.claimed,
            minutes=round(spent.minutes, 2),
            teams=spent.teams,
        )
