"""What goals may spend, and what workspaces and people may in a day. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

MORE = "Continue with half as much again"
"""What a person is offered when a limit is used up: see `raise_limits`."""

AGAIN = "Try again"
"""What a person is offered when the day's budget is used up."""

MOST_TURNS = 10_000
MOST_TOKENS = 1_000_000_000
MOST_MONEY = 1_000_000.0
MOST_MINUTES = 60.0 * 24 * 30


class Limit(StrEnum):
    """What can be limited."""

    TURNS = "turns"
    TOKENS = "tokens"
    MONEY = "money"
    MINUTES = "minutes"
    DEPTH = "depth"
    TEAMS = "teams"
    DAY = "day"  # what the workspace, or whoever asked for the round, may spend in a day: see domain.budgets


class Limits(BaseModel):
    """A grant. `money` in US dollars, `minutes` of unfrozen time, `depth` 0 forbids sub-teams."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int | None = Field(default=60, ge=1, le=MOST_TURNS)
    tokens: int | None = Field(default=200_000, ge=1, le=MOST_TOKENS)
    money: float | None = Field(default=None, gt=0, le=MOST_MONEY)
    minutes: float | None = Field(default=60, gt=0, le=MOST_MINUTES)
    depth: int = Field(default=3, ge=0, le=8)
    teams: int = Field(default=12, ge=1, le=500)


class Spent(BaseModel):
    """What was used, and what is reserved for calls in flight (already counted in).

    `unpriced` are the tokens whose price nobody said; `money` does not hold them. `claimed` are the tokens that agents
    said of themselves; `tokens` holds them.
    """

    model_config = ConfigDict(frozen=True)

    turns: int = 0
    tokens: int = 0
    money: float = 0.0
    unpriced: int = 0
    claimed: int = 0
    minutes: float = 0.0
    teams: int = 1

    def plus(self, other: Self) -> "Spent":
        """The sum, field by field."""
        return Spent(**{name: getattr(self, name) + getattr(other, name) for name in Spent.model_fields})


def exhausted_limit(limits: Limits, spent: Spent, *, for_turn: bool = True) -> Limit | None:
    """The first limit that leaves nothing for another step, or None. An agent's work takes no turn (`for_turn`)."""
    checks = (
        (Limit.TURNS, limits.turns if for_turn else None, spent.turns),
        (Limit.TOKENS, limits.tokens, spent.tokens),
        (Limit.MONEY, limits.money, spent.money),
        (Limit.MINUTES, limits.minutes, spent.minutes),
    )
    for name, limit, used in checks:
        if limit is not None and used >= limit:
            return name
    return None


def deadline(limits: Limits, started: datetime, frozen_seconds: float) -> datetime | None:
    """When the minutes run out, if nothing is frozen any more; None where they do not bind."""
    if limits.minutes is None:
        return None
    return started + timedelta(minutes=limits.minutes, seconds=frozen_seconds)


def capped_limits(limits: Limits, budget: Mapping[str, float]) -> dict[str, float]:
    """Those of a goal that came with a budget of its own: what is less, by name; each at least what a limit may be."""
    least: dict[str, float] = {}
    for name, given in budget.items():
        own = getattr(limits, name)
        if own is None or given < own:
            least[name] = max(int(given), 1) if name in ("turns", "tokens") else given
    return least


def remaining_limits(limits: Limits, spent: Spent) -> Limits:
    """What is left, as the grant of a sub-team: never below what keeps the shape valid; depth one less.

    Raises ValueError when a limit is used up; ask `exhausted_limit` first.
    """
    if exhausted_limit(limits, spent):
        raise ValueError("nothing is left to grant")
    return Limits(
        turns=None if limits.turns is None else limits.turns - spent.turns,
        tokens=None if limits.tokens is None else limits.tokens - spent.tokens,
        money=None if limits.money is None else limits.money - spent.money,
        minutes=None if limits.minutes is None else limits.minutes - spent.minutes,
        depth=max(limits.depth - 1, 0),
        teams=max(limits.teams - spent.teams, 1),
    )


def least_grant(line: Sequence[tuple[Limits, Spent]]) -> Limits | None:
    """What a sub-team may be granted: the least that any of these teams, up to the root, has left; None if nothing.

    The team above it comes first; it alone says how deep it goes.
    """
    if any(exhausted_limit(limits, spent) for limits, spent in line):
        return None
    grants = [remaining_limits(limits, spent) for limits, spent in line]

    def least(name: str) -> float | None:
        return min((value for grant in grants if (value := getattr(grant, name)) is not None), default=None)

    return grants[0].model_copy(update={name: least(name) for name in ("turns", "tokens", "money", "minutes", "teams")})


def extend_grant(limits: Limits, spent: Spent, left: Limits) -> Limits:
    """The grant of a sub-team that has used it up while those above it have something `left`: it may have that too."""

    def more(name: str) -> float | None:
        rest = getattr(left, name)
        return None if rest is None else getattr(spent, name) + rest

    names = ("turns", "tokens", "money", "minutes", "teams")
    return limits.model_copy(update={name: more(name) for name in names})


def raise_limits(limits: Limits, spent: Spent) -> Limits:
    """The same limits with half as much again of what is used up by working, at most what a goal may have at all;
    depth and teams stay.

    A step may take more than was left: then it is half as much again as was `spent`, else nothing could go on with it.
    """

    def more(name: str, most: float) -> float | None:
        limit = getattr(limits, name)
        return None if limit is None else min(max(limit, getattr(spent, name)) * 1.5, most)

    turns, tokens = more("turns", MOST_TURNS), more("tokens", MOST_TOKENS)
    return limits.model_copy(
        update={
            "turns": None if turns is None else ceil(turns),
            "tokens": None if tokens is None else ceil(tokens),
            "money": more("money", MOST_MONEY),
            "minutes": more("minutes", MOST_MINUTES),
        }
    )


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
