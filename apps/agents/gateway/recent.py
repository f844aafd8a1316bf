"""What was so a moment ago, by the clock: between two steps of somebody there may be nothing."""

import time
from collections.abc import Hashable, Mapping


class Recent:
    """For whom something was noted lately, each until a time of its own: seconds of the monotonic clock."""

    def __init__(self) -> None:
        self.until: Mapping[Hashable, float] = {}

    def note(self, whom: Hashable, seconds: float) -> None:
        """It counts for so many seconds from now."""
        now = time.monotonic()
        self.until = {one: until for one, until in self.until.items() if until > now} | {whom: now + seconds}

    def has(self, whom: Hashable) -> bool:
        """Whether it counts still."""
        return time.monotonic() < self.until.get(whom, 0)
