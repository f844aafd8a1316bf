"""When a workspace wants a person's leave beyond what always takes it, who gives it, how long it is waited for. Pure.

A policy makes it stricter and never laxer: what takes leave by the hub's own rules takes it whatever is chosen here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any

from apps.accounts.domain.access import Role
from apps.accounts.domain.errors import Refused
from apps.core.sentences import sentence

MOST_HOURS = 24 * 365


class AskedFor(StrEnum):
    """What kind of call takes a person's leave each time."""

    ACTS = "acts"  # may change something, or nobody said that it only reads
    LEAVES = "leaves"  # goes to an agent outside this hub


@dataclass(frozen=True)
class ApprovalPolicy:
    """`asks_for`: calls that take leave though a person or the coordinator wants them. `deciders`: the least role that
    gives leave. `hours`: how long leave is waited for; None: as the installation says, 0: no end.
    """

    asks_for: frozenset[AskedFor] = frozenset()
    deciders: Role = Role.OPERATOR
    hours: float | None = None

    def as_data(self) -> dict[str, Any]:
        """As it is stored: nothing of what is as usual."""
        data: dict[str, Any] = {"asks_for": sorted(self.asks_for)} if self.asks_for else {}
        data |= {"deciders": self.deciders.value} if self.deciders is not Role.OPERATOR else {}
        return data | ({"hours": self.hours} if self.hours is not None else {})


USUAL = ApprovalPolicy()


def policy_from_data(data: Mapping[str, Any]) -> ApprovalPolicy:
    """The policy that is stored."""
    asks_for = frozenset(map(AskedFor, data.get("asks_for", ())))
    return ApprovalPolicy(asks_for, Role(data.get("deciders", Role.OPERATOR)), data.get("hours"))


def policy_from_choices(asks_for: Sequence[str], deciders: str, hours: float | None) -> ApprovalPolicy:
    """The policy that somebody chooses. Raises Refused (asks_for, deciders, hours)."""
    wrong = {}
    if not set(asks_for) <= set(AskedFor):
        wrong["asks_for"] = sentence("Choose one of {names}.", names=", ".join(AskedFor))
    if deciders not in (Role.OPERATOR, Role.OWNER):
        wrong["deciders"] = sentence("Choose one of {names}.", names=f"{Role.OPERATOR}, {Role.OWNER}")
    if hours is not None and not (isfinite(hours) and 0 <= hours <= MOST_HOURS):
        wrong["hours"] = sentence("Use a number from {lowest:g} to {highest:,.0f}.", lowest=0, highest=MOST_HOURS)
    if wrong:
        raise Refused(**wrong)
    return ApprovalPolicy(frozenset(map(AskedFor, asks_for)), Role(deciders), hours)
