"""Pieces that several answers have in common."""

from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from apps.accounts.domain.origins import OriginKind
from apps.teams.domain.limits import Spent


class WhoOut(BaseModel):
    """Somebody in a team."""

    model_config = ConfigDict(from_attributes=True)

    kind: str = Field(description="agent, person, coordinator, or hub (the server itself); no name can change it.")
    name: str = Field(description="Of a message: what its sender was called when it spoke.")
    now_called: str = Field("", description="Its name today, where it had another one then; else empty.")
    handle: str = Field(description="Empty for the hub.")


class ChainOut(BaseModel):
    """In whose name something was done, and where: the ids of the links that apply, as the hub wrote them itself."""

    model_config = ConfigDict(from_attributes=True)

    origin: UUID | None = Field(None, description="Of what began it: a person's request or message, or a token's.")
    origin_kind: OriginKind | None = Field(None, description="Events do not say it: the task or message does.")
    goal: UUID | None = None
    team: UUID | None = None
    member: UUID | None = None
    task: UUID | None = None
    attempt: UUID | None = None


class SpentOut(BaseModel):
    """What was used, with what is reserved for calls in flight."""

    turns: int
    tokens: int
    money: float | None = Field(description="US dollars; null where tokens were used and nobody said any price.")
    unpriced_tokens: int = Field(description="Tokens whose price nobody said; `money` does not hold them.")
    claimed_tokens: int = Field(description="Tokens, of `tokens`, that agents said of themselves; nobody counted them.")
    minutes: float = Field(description="Minutes at work; pauses do not count.")
    teams: int

    @model_validator(mode="before")
    @classmethod
    def read(cls, spent: object) -> object:
        """From what was booked; money is unknown where no price was."""
        if not isinstance(spent, Spent):
            return spent
        return {
            **spent.model_dump(),
            "money": None if spent.unpriced > 0 and spent.money == 0 else round(spent.money, 6),
            "unpriced_tokens": spent.unpriced,
            "claimed_tokens": spent.claimed,
            "minutes": round(spent.minutes, 2),
        }
