"""What a workspace, and each person in it, may spend in a day and have run at one time, whatever single goals may.

A day is one of UTC. The goals of a person are those that they gave, but each new round of a goal
is of whoever's message opened it.
"""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

MOST = 10**15


class Payer(StrEnum):
    """For whom a budget counts."""

    WORKSPACE = "workspace"
    PERSON = "person"  # each of the workspace alike


class Budget(BaseModel):
    """What is allowed: `tokens`, `money` (US dollars) and `goals` (given) a day, and goals that run at one time."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: int = Field(ge=1, le=MOST)
    money: float = Field(gt=0, le=MOST)
    goals: int = Field(ge=1, le=MOST)
    running: int = Field(ge=1, le=MOST)

    def lowered(self, wanted: Mapping[str, float]) -> "Budget":
        """The same with what is wanted where that is less."""
        return self.model_copy(update={name: min(getattr(self, name), value) for name, value in wanted.items()})


class SpentToday(BaseModel):
    """What was booked since the day began. `claimed`: the tokens, of `tokens`, that agents said of themselves."""

    model_config = ConfigDict(frozen=True)

    tokens: int = 0
    money: float = 0.0
    goals: int = 0
    claimed: int = 0

    def plus(self, other: "SpentToday") -> "SpentToday":
        """The sum, field by field."""
        return SpentToday(**{name: getattr(self, name) + getattr(other, name) for name in SpentToday.model_fields})

    def leaves_no_goal(self, budget: Budget) -> bool:
        """Whether no more goals may be given."""
        return self.used_up(budget) or self.goals >= budget.goals

    def used_up(self, budget: Budget) -> bool:
        """Whether nothing is left for another step."""
        return self.tokens >= budget.tokens or self.money >= budget.money
