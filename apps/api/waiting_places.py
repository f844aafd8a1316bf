"""How many may wait for the end of a goal, at whichever door: each is a connection and a look every three seconds."""

from collections import Counter
from threading import RLock
from uuid import UUID

from apps.accounts.domain.errors import Crowded

RETRY_SECONDS = 10


class WaitingPlaces:
    """The places of this process. They are taken in threads and given back on its event loop."""

    def __init__(self, of_one: int, in_all: int) -> None:
        self.of_one, self.in_all = of_one, in_all
        self._taken: Counter[UUID] = Counter()
        self._lock = RLock()  # a place that is collected gives itself back, in whichever thread that happens

    def take(self, workspace_id: UUID) -> "WaitingPlace":
        """Take one, for whoever comes first. Raises Crowded where none is left."""
        with self._lock:
            if self._taken[workspace_id] >= self.of_one or len(self) >= self.in_all:
                raise Crowded("Too many wait here for their goals to end: try again later.", RETRY_SECONDS)
            self._taken[workspace_id] += 1
        return WaitingPlace(self, workspace_id)

    def take_if_free(self, workspace_id: UUID) -> "WaitingPlace | None":
        """Take one; None where none is left, for whom is answered at once."""
        try:
            return self.take(workspace_id)
        except Crowded:
            return None

    def give_back(self, workspace_id: UUID) -> None:
        """One is free again."""
        with self._lock:
            self._taken[workspace_id] -= 1
            if not self._taken[workspace_id]:
                del self._taken[workspace_id]

    def __len__(self) -> int:
        return self._taken.total()


class WaitingPlace:
    """One that is taken, until it is given back once, or nobody knows of it any more."""

    def __init__(self, places: WaitingPlaces, workspace_id: UUID) -> None:
        self._places: WaitingPlaces | None = places
        self._workspace_id = workspace_id

    def leave(self) -> None:
        """Give it back; a second time nothing happens."""
        places, self._places = self._places, None
        if places is not None:
            places.give_back(self._workspace_id)

    def __del__(self) -> None:  # an answer that nobody began to read has no end of its own
        self.leave()


places = WaitingPlaces(of_one=50, in_all=200)
"""Of those that wait; each looks at its goal every three seconds."""

colleague_places = WaitingPlaces(of_one=100, in_all=300)
"""Of working agents that wait for an answer of their team, or for what they handed on; they look as often."""
