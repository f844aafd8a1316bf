"""What this process takes up: never more than it has room for, and in turn where much waits.

A bell that finds room is answered at once, and so is one for a workspace of which nothing waits here while others fill
the process. Else it is only noted that there is more: the tables say what. As soon as there is room again, and at each
sweep, the process looks there and takes what comes next, one workspace after the other. So bells never queue up here,
and what waits holds nothing.
"""

import threading
import time
import uuid
from collections.abc import Callable
from functools import partial

from apps.agents.gateway import calls, pool
from apps.agents.gateway.lanes import current_lane, on_behalf_of
from apps.chat.domain.fair_queue import Rota
from apps.chat.jobs.model_places import places
from apps.chat.queries import due_work
from apps.journal.actions import clock

TAKEN_SECONDS = 2.0  # for which what was taken up is left out; after that it may be due again

Take = Callable[[uuid.UUID], None]
_takes: dict[str, Take] = {}


def takes(bell: str) -> Callable[[Take], Take]:
    """Mark the function that takes up what a bell names."""

    def marked(take: Take) -> Take:
        _takes[bell] = take
        return take

    return marked


class Intake:
    """Whether there may be more than was taken, what was taken a moment ago, and whose turn it is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._more = False
        self._taken: dict[uuid.UUID, float] = {}
        self._rota = Rota()

    def offer(self, bell: str, identifier: uuid.UUID, known: uuid.UUID | None = None) -> None:
        """Take this up, unless there is no room or something else may have waited longer.

        Where only others fill this process it is taken up too: the threads go round, so it waits for one round of them.
        `known`: for whom it is, where the bell said so.
        """
        if pool.is_inline():
            _takes[bell](identifier)
            return
        whom = current_lane()
        if whom is None:
            whom = known or due_work.workspace_of(bell, identifier)
        if (calls.room() and not self._more) or calls.has_place_for(whom):
            with on_behalf_of(whom):
                self._take(bell, identifier)
        else:
            self.note_more()

    def leave(self, identifier: uuid.UUID) -> None:
        """It was not begun after all, and stays due: the next look may find it."""
        self._taken.pop(identifier, None)

    def note_more(self) -> None:
        """There may be something due: look as soon as there is room."""
        self._more = True
        self.go_on()

    def go_on(self) -> None:
        """Look, if there may be more and there is room for a good part of it."""
        if self._more and calls.room() > calls.MOST_WAITING // 2:
            calls.soon(self._look, "a look for work")

    def _look(self) -> None:
        if not self._lock.acquire(blocking=False):
            return  # whoever is at it goes on if there is more: nobody holds a thread to wait for that
        try:
            self._more = False
            if room := calls.room():
                now = clock()
                chosen = self._rota.choose(due_work.to_begin(now, room, self._recent(), places.full()), room, now)
                for one in chosen:
                    with on_behalf_of(one.workspace_id):
                        self._take(one.bell, one.id)
            if not room or len(chosen) == room:  # never back to False: another thread may have noted more meanwhile
                self._more = True
        finally:
            self._lock.release()
        self.go_on()

    def _take(self, bell: str, identifier: uuid.UUID) -> None:
        self._taken[identifier] = time.monotonic()
        calls.soon(partial(_takes[bell], identifier), f"{bell} {identifier}")

    def _recent(self) -> list[uuid.UUID]:
        since = time.monotonic() - TAKEN_SECONDS
        self._taken = {identifier: at for identifier, at in list(self._taken.items()) if at > since}
        return list(self._taken)


_of_process = Intake()


def is_taken_up(bell: str) -> bool:
    """Whether what this bell names is taken up here, when there is room."""
    return bell in _takes


offer = _of_process.offer
leave = _of_process.leave
note_more = _of_process.note_more
go_on = _of_process.go_on
