"""How fast one socket may send."""

import time
from collections.abc import Callable

RATE = 20.0  # messages a second
BURST = 60.0  # messages at once


class Bucket:
    """Fills by RATE a second up to BURST; each message takes one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left, self._at = BURST, clock()

    def take(self) -> bool:
        """Count a message; False when it came too fast."""
        now = self._clock()
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
