"""What is passed on of a team at another hub while a call goes on: what is another now, and not too often."""

import time
from datetime import UTC, datetime

from apps.agents.connectors.a2a.story import Story
from apps.agents.domain.foreign_rooms import ForeignWork, goal_in

SHORTEST_PAUSE = 2.0  # seconds between two glimpses
SLOWING = 100  # the pause is at least this part of the time so far: all of an hour's work is told 400 times at most
LARGE = 4096  # characters; what is so many times as large is told so many times more seldom


class Glimpses:
    """Of one call."""

    def __init__(self) -> None:
        self._began = self._told_at = time.monotonic()
        self._told: ForeignWork | None = None
        self._heard, self._away = datetime.now(UTC), False

    def miss(self) -> None:
        """The hub could not be reached."""
        self._away = True

    def news_of(self, story: Story) -> ForeignWork | None:
        """How the task stands, where it stands otherwise than was told, and it is time to tell it.

        That it is over, asks, or can't be reached is told at once. Other states are not: what is told is kept, and a
        hub may go to and fro between them.
        """
        if not story.task_id:
            return None
        work = self._work(story)
        known, self._away = self._told, False
        at_once = known is None or story.over or known.away_since != work.away_since
        if work == known or not (at_once or self._is_due(work)):
            return None
        self._told, self._told_at = work, time.monotonic()
        return work

    def _work(self, story: Story) -> ForeignWork:
        if not self._away:
            self._heard = datetime.now(UTC)
        away_since = self._heard if self._away else None
        return ForeignWork(story.state.value, goal_in(story.context_id), story.room, away_since)

    def _is_due(self, work: ForeignWork) -> bool:
        now = time.monotonic()
        passed, pause = now - self._told_at, max(SHORTEST_PAUSE, (now - self._began) / SLOWING)
        return passed >= pause and passed >= pause * (1 + work.size // LARGE)
