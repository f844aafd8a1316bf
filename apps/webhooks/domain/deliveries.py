"""When a delivery is tried again, and what its end is. Pure."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

PAUSES = (
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=12),
)
"""After the first try, the second, ...; after the last of them there is one more try."""

REST = (timedelta(seconds=5), timedelta(minutes=5))
"""A receiver that failed is left alone for so long at least, and at most: it must not keep a worker from other work."""

GONE = 410
"""With this status a receiver says that nothing should be sent any more."""


class DeliveryState(StrEnum):
    """What became of a delivery."""

    WAITING = "waiting"  # it was not accepted yet, and is tried again when it is due
    DELIVERED = "delivered"  # the receiver answered with a status from 200 to 299
    FAILED = "failed"  # every try failed; a person may have it tried again


@dataclass(frozen=True)
class DeliveryReply:
    """What a try gave. `status` None: there was no answer. `problem`: a sentence; empty where it was accepted."""

    status: int | None
    problem: str

    @property
    def is_accepted(self) -> bool:
        """Whether the receiver has it."""
        return not self.problem


def pause_after(tries: int) -> timedelta | None:
    """How long after so many tries the next is due; None: that was the last."""
    return PAUSES[tries - 1] if tries <= len(PAUSES) else None


def rest_after(failures: int) -> timedelta:
    """How long a receiver is left alone that failed so often in a row."""
    least, most = REST
    return min(least * (1 << min(failures - 1, 10)), most)
