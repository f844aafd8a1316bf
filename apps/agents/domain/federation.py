"""What a goal carries from hub to hub, and what stops at the border. Pure.

An extension of A2A, in the metadata of a message. Nothing in it grants anything: it can only make what a goal may
spend, and how far it may go, less. Hubs are named by the fingerprint of the key that signs their cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Self

EXTENSION = "urn:ioa:federation:1"
DESCRIPTION = (
    "Hubs that a goal went through, in whose name it is asked, and what it may spend: cycles end at the border."
)
SPENDABLE = ("turns", "tokens", "money", "minutes")
DIVIDED = ("tokens", "money")
MOST_HUBS = 20  # that are read
LONGEST_NAME = 100


class CrossingRefused(ValueError):
    """A goal that may not come in. The message is one plain sentence."""


@dataclass(frozen=True)
class Crossing:
    """A goal on its way. `hubs`: through which it went, the first one first; `chain`: in whose name, at the last one.

    `budget`: what is left of its limits there, by name; what is not limited is absent.
    """

    hubs: tuple[str, ...]
    budget: Mapping[str, float]
    chain: Mapping[str, str]

    def as_data(self) -> dict[str, Any]:
        """As it travels."""
        return {"hubs": list(self.hubs), "hops": len(self.hubs), "budget": dict(self.budget), "chain": dict(self.chain)}

    @classmethod
    def read(cls, said: object) -> Self:
        """From what a hub sent. Raises CrossingRefused."""
        if not isinstance(said, dict):
            raise CrossingRefused(f"{EXTENSION} has to be an object.")
        return cls(_hubs(said.get("hubs")), _budget(said.get("budget", {})), _chain(said.get("chain", {})))

    def require_welcome(self, here: str, most: int) -> None:
        """Raise CrossingRefused where it was here before, comes from too far, or has nothing left to spend."""
        if here in self.hubs:
            raise CrossingRefused("This goal has been at this hub before: it goes round in a circle.")
        if len(self.hubs) > most:
            raise CrossingRefused(f"This goal comes through {len(self.hubs)} hubs; at most {most} are let in here.")
        empty = [name for name in SPENDABLE if self.budget.get(name, 1) <= 0]
        if empty:
            raise CrossingRefused(f"Nothing is left of its limit of {empty[0]}.")


def read_onward(said: object, here: str, budget: Mapping[str, float | None], chain: Mapping[str, str]) -> Crossing:
    """What a goal carries out of this hub; `said`: what it came with, if anything."""
    before = Crossing.read(said).hubs if said else ()
    known = {name: value for name in SPENDABLE if (value := budget.get(name)) is not None}
    return Crossing((*before, here), known, chain)


def divide_budget(
    left: Mapping[str, float | None], promised: Sequence[Mapping[str, float]], among: int
) -> dict[str, float | None]:
    """What one of `among` pieces of work may spend that go to other hubs, when those on their way may spend `promised`.

    Tokens and money are divided, whole tokens; turns and minutes each hub counts for itself. What is not limited, None,
    stays so.
    """
    budget = {name: left.get(name) for name in SPENDABLE}
    for name in DIVIDED:
        if (value := budget[name]) is not None:
            free = max(value - sum(given.get(name, 0) for given in promised), 0)
            budget[name] = int(free // among) if name == "tokens" else free / among
    return budget


def _hubs(said: object) -> tuple[str, ...]:
    if not isinstance(said, list) or not said or len(said) > MOST_HUBS:
        raise CrossingRefused(f"hubs has to be a list of 1 to {MOST_HUBS} names.")
    return tuple(_name(each) for each in said)


def _name(said: object) -> str:
    if not isinstance(said, str) or not 0 < len(said) <= LONGEST_NAME:
        raise CrossingRefused(f"hubs has to be a list of names of 1 to {LONGEST_NAME} characters.")
    return said


def _budget(said: object) -> dict[str, float]:
    if not isinstance(said, dict):
        raise CrossingRefused("budget has to be an object of numbers.")
    found = {name: said[name] for name in SPENDABLE if said.get(name) is not None}
    if not all(type(value) in (int, float) and isfinite(value) for value in found.values()):
        raise CrossingRefused("budget has to be an object of numbers.")
    return found


def _chain(said: object) -> dict[str, str]:
    if not isinstance(said, dict):
        raise CrossingRefused("chain has to be an object of texts.")
    return {str(name)[:40]: str(value)[:LONGEST_NAME] for name, value in list(said.items())[:MOST_HUBS]}
