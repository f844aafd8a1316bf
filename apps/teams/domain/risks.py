"""What may come of it when a person approves something, as far as the hub knows. Pure.

Nothing is guessed: where nobody knows what follows, that is what is said.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from apps.agents.domain.reach import Reach
from apps.core.sentences import sentence


class Risk(StrEnum):
    """One thing that may come of it, in the order in which they are shown."""

    NOTHING = "nothing"  # nobody is called: it says whether a result counts
    READS = "reads"  # somebody whose word counts says that what is called changes nothing
    WORDS = "words"  # a text goes there and a text comes back, and nobody said more
    ACTS = "acts"  # it may change something: it says so, or nobody knows
    UNKNOWN = "unknown"  # who asks decides what follows
    COSTS = "costs"  # its calls have cost money before, or more of a limit is given
    LEAVES = "leaves"  # something is sent to an agent, or asked of a server, outside this hub

    @property
    def word(self) -> str:
        """What stands on its chip."""
        return RISK_WORDS[self]

    @property
    def help(self) -> str:
        """The same as a sentence."""
        return RISK_HELP[self]

    @property
    def is_low(self) -> bool:
        """Whether what comes of it alone may be approved along with others."""
        return self in LOW


RISK_WORDS = {
    Risk.NOTHING: sentence("Changes nothing"),
    Risk.READS: sentence("Only reads"),
    Risk.WORDS: sentence("Only words"),
    Risk.ACTS: sentence("May change something"),
    Risk.UNKNOWN: sentence("Effect not known"),
    Risk.COSTS: sentence("Costs"),
    Risk.LEAVES: sentence("Leaves this hub"),
}

RISK_HELP = {
    Risk.NOTHING: sentence("Nobody is called for it: it only says whether a result counts."),
    Risk.READS: sentence("Somebody whose word counts says that what is called changes nothing."),
    Risk.WORDS: sentence("A text goes there and a text comes back; nobody said more of it."),
    Risk.ACTS: sentence("It may change something elsewhere: it says so, or nobody said that it only reads."),
    Risk.UNKNOWN: sentence("Who asks decides what follows, so that the hub can't know it."),
    Risk.COSTS: sentence("Calls of this agent have cost money before, or more may be spent from then on."),
    Risk.LEAVES: sentence("Something is sent to an agent, or asked of a server, outside this hub."),
}

LOW = frozenset({Risk.NOTHING, Risk.READS, Risk.WORDS, Risk.COSTS})
"""What may be approved along with others: what calls cost is bounded by limits. All else is looked at by itself."""


@dataclass(frozen=True)
class CallFacts:
    """What is known of a call that would be made. `spends`: calls of the agent have cost money before."""

    reach: Reach
    spends: bool
    leaves: bool


def risks_of_calls(calls: Iterable[CallFacts], *, unknown: bool = False) -> tuple[Risk, ...]:
    """What may come of these calls together. `unknown`: others follow of which nothing is known, as in a team."""
    made = list(calls)
    found = {_REACHES[_furthest(call.reach for call in made)]} if made else set()
    found |= {Risk.UNKNOWN} if unknown or not made else set()
    found |= {Risk.COSTS} if any(call.spends for call in made) else set()
    found |= {Risk.LEAVES} if any(call.leaves for call in made) else set()
    return tuple(risk for risk in Risk if risk in found)


def is_low(risks: Iterable[Risk]) -> bool:
    """Whether it may be approved along with others; what nothing is said of may not."""
    found = list(risks)
    return bool(found) and all(risk.is_low for risk in found)


_REACHES = {Reach.READS: Risk.READS, Reach.WORDS: Risk.WORDS, Reach.ACTS: Risk.ACTS}


def _furthest(reaches: Iterable[Reach]) -> Reach:
    order = list(_REACHES)
    return max(reaches, key=order.index)
