"""When what could not be sent is tried again. Pure."""

from datetime import timedelta

PAUSES = (
    timedelta(seconds=20),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(hours=12),
)
"""After the first try, the second, ...; after the last of them there is one more try."""


def pause_after(tries: int) -> timedelta | None:
    """How long after so many tries the next is due; None: that was the last."""
    return PAUSES[tries - 1] if tries <= len(PAUSES) else None
