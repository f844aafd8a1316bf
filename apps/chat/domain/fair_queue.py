"""Whose work is taken up next, where several workspaces have some that waits."""

import uuid
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from heapq import heapify, heappop, heapreplace

MOST_REMEMBERED = 1000  # workspaces


@dataclass(frozen=True)
class DueWork:
    """Something due: the bell that is rung for it, its id, its workspace, and since when, its priority counted in."""

    bell: str
    id: uuid.UUID
    workspace_id: uuid.UUID
    since: datetime


class Rota:
    """Remembers when each workspace was served last: next is who has waited longest since then.

    So workspaces take turns, however much each has waiting and however urgent it calls that.
    """

    def __init__(self) -> None:
        self._served: dict[uuid.UUID, tuple[datetime, int]] = {}
        self._count = 0

    def choose(self, waiting: Iterable[DueWork], most: int, now: datetime) -> list[DueWork]:
        """At most so many of what waits, in the order in which to take them. Within a workspace the order stays."""
        lanes: dict[uuid.UUID, deque[DueWork]] = {}
        for one in waiting:
            lanes.setdefault(one.workspace_id, deque()).append(one)
        heads = [(self._standing(lane[0]), whose) for whose, lane in lanes.items()]
        heapify(heads)
        chosen: list[DueWork] = []
        while heads and len(chosen) < most:
            whose = heads[0][1]
            chosen.append(lanes[whose].popleft())
            self._note(whose, now)
            if lanes[whose]:
                heapreplace(heads, (self._standing(lanes[whose][0]), whose))
            else:
                heappop(heads)
        return chosen

    def _standing(self, one: DueWork) -> tuple[datetime, int]:
        since = (one.since, 0)
        return max(since, self._served.get(one.workspace_id, since))

    def _note(self, whose: uuid.UUID, now: datetime) -> None:
        self._count += 1
        self._served.pop(whose, None)
        self._served[whose] = now, self._count
        if len(self._served) > MOST_REMEMBERED:
            del self._served[next(iter(self._served))]
