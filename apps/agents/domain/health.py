"""What a check of an agent means for its presence, and when the next one is due. Pure."""

from dataclasses import dataclass
from datetime import timedelta

from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.profile import Availability

OUT_AFTER = 3
"""An agent that can be reached but fails so many checks in a row is left out of formation."""

SOON = timedelta(minutes=1)


@dataclass(frozen=True)
class Health:
    """How an agent is after a check. `failing`: checks that failed in a row; `problem`: what the last one found."""

    availability: Availability
    failing: int
    problem: str


def after_check(failing: int, card: ProbeResult) -> Health:
    """Give the health after one more check; `failing`: how many had failed in a row before it."""
    if not card.problem:
        return Health(Availability.ONLINE, 0, "")
    keeps_failing = failing + 1 >= OUT_AFTER
    gone = not card.reachable or keeps_failing
    return Health(Availability.OFFLINE if gone else Availability.UNSTABLE, failing + 1, card.problem)


def until_next(failing: int, usual: timedelta) -> timedelta:
    """Give how long to wait for the next check: one that failed is looked at again soon, then ever less often."""
    return min(usual, SOON * failing) if failing else usual
