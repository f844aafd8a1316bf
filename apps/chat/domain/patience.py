"""How long what always fails is tried again: ever more rarely, and not for ever."""

import uuid
from dataclasses import dataclass

FIRST_REST = 1.0
LONGEST_REST = 300.0
PATIENCE = 3600.0
"""Seconds after the first failure: time enough to mend what broke, where it was no fault in one goal."""


@dataclass
class _Failing:
    since: float
    last: float
    rest: float = FIRST_REST

    def is_over(self, now: float) -> bool:
        """Nobody has tried for so long that it has gone well elsewhere: what fails now is something else."""
        return now > self.last + 2 * LONGEST_REST


class Patience:
    """What fails, by key. All times are seconds of one clock.

    Two threads that note the same at one moment count once or twice, which is all the same.
    """

    def __init__(self) -> None:
        self._failing: dict[uuid.UUID, _Failing] = {}

    def rests(self, key: uuid.UUID, now: float) -> bool:
        """Whether it failed so short a time ago that it is not to be tried yet."""
        known = self._failing.get(key)
        return known is not None and now < known.last + known.rest

    def note_failure(self, key: uuid.UUID, now: float) -> bool:
        """It failed: it rests twice as long as before. Gives whether it has failed for so long that it always will."""
        self._failing = {one: known for one, known in list(self._failing.items()) if not known.is_over(now)}
        known = self._failing.get(key)
        if known is None:
            self._failing[key] = _Failing(now, now)
            return False
        known.last, known.rest = now, min(2 * known.rest, LONGEST_REST)
        return now >= known.since + PATIENCE

    def forget(self, key: uuid.UUID) -> None:
        """It went well."""
        self._failing.pop(key, None)
