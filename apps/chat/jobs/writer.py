"""The writers of this process: a few threads that record what happened to many goals in one transaction.

What a turn gave is handed to them by the threads that deliver such, what a call gave by the loop. While one is at a
transaction the next gathers: under load many goals share its locks, its events and its commit; where nothing else is to
be recorded nobody waits for company. What comes for a goal while it is recorded joins the transaction that is open. A
transaction is for one workspace, which has one at a time: so who has little to be recorded does not wait for who has
much, and the workspaces come in turn.

Other steps are recorded by threads that deliver such, each in a transaction of its own: one whose goal's stream
somebody else holds; and those of a shared transaction that failed, so that a poisoned step costs the others a second
try and no more.
"""

import logging
import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar

from django.db import connection

from apps.agents.gateway import pool
from apps.agents.gateway.calls import HandedBack
from apps.agents.gateway.lanes import current_lane, on_behalf_of
from apps.journal.actions import Log, Named, held_logs, recording_many, share_log

log = logging.getLogger(__name__)

MOST_SHARED = 12
"""Steps of one transaction: so long another workspace waits, and so much is done again where one of them fails."""

WRITERS = 3
"""Threads, so workspaces that are recorded at one time. One is kept for those who have little here."""

T = TypeVar("T")

ReadAhead = Callable[[Mapping[uuid.UUID, uuid.UUID]], Any]
"""Reads what steps begin with, by the keys of their streams: key -> stream."""


@dataclass(frozen=True, eq=False)
class _Step:
    """A step of one goal, whose stream is `by`, or what `key` names by that. `last`: it locks what goals share.

    `offered`: no thread waits for it, so it counts as what waits for one. `ahead` reads what it begins with, for all
    such steps that share a transaction.
    """

    by: Named
    key: uuid.UUID
    work: Callable[[], Any]
    ahead: ReadAhead | None
    last: bool
    offered: bool = False
    done: "Future[Any]" = field(default_factory=Future)


class Writer:
    """What waits to be recorded, a queue for each workspace, and the threads that record it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: OrderedDict[Hashable, list[_Step]] = OrderedDict()
        self._served: set[Hashable] = set()
        self._closed = False
        self._threads = [threading.Thread(target=self._run, name="writer", daemon=True) for _ in range(WRITERS)]
        for thread in self._threads:
            thread.start()

    def write(
        self,
        by: Named,
        key: uuid.UUID,
        work: Callable[[], T],
        *,
        ahead: ReadAhead | None = None,
        last: bool = False,
    ) -> T:
        """Do `work`, which records on the stream of `key` alone, and give what it gives once that has committed.

        It may be done twice, the first time for nothing. `by`: the stream, or by what `key` names it. `last`: it locks
        for a while what all goals of the workspace share, and is done after what does not.
        """
        step = _Step(by, key, work, ahead, last)
        if not self._is_taken(step):
            return work()
        try:
            with pool.lend_place():
                given: T = step.done.result()
        except HandedBack:
            return work()
        return given

    def offer(self, by: Named, key: uuid.UUID, work: Callable[[], T], *, ahead: ReadAhead | None = None) -> "Future[T]":
        """As `write`, for who is no thread that could wait: gives what will have what `work` gives.

        That raises HandedBack where the transaction failed, or can't be shared: `work` is to be done by itself then.
        """
        step = _Step(by, key, work, ahead, last=False, offered=True)
        step.done.set_running_or_notify_cancel()  # who gives up waiting for it undoes nothing
        if not self._is_taken(step):
            step.done.set_exception(HandedBack())
        return step.done

    def _is_taken(self, step: _Step) -> bool:
        """Whether it will be recorded here; what comes later is not: see `close`."""
        with self._changed:
            if self._closed:
                return False
            self._waiting.setdefault(current_lane(), []).append(step)
            if step.offered:
                pool.lanes.note_queued_elsewhere(current_lane())
            self._changed.notify()
            return True

    def close(self) -> None:
        """Take no more, and end what is in hand or was offered; what else waits is recorded by its own threads."""
        with self._changed:
            self._closed = True
            for whom, steps in list(self._waiting.items()):
                _leave_alone(step for step in steps if not step.offered)
                self._keep_waiting(whom, [step for step in steps if step.offered])
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        # a plan for any number of goals: one for just these, which Postgres prefers, is made anew each time
        pool.keep_own_connection(plan_cache_mode="force_generic_plan")
        while turn := self._next():
            with pool.lanes.at_work_elsewhere(turn[0]):
                self._record(*turn)
            self._let_go(turn[0])
            connection.close_if_unusable_or_obsolete()
        connection.close()

    def _next(self) -> tuple[Hashable, list[_Step]] | None:
        with self._changed:
            found = self._changed.wait_for(lambda: self._whose_turn() or self._closed)
            if isinstance(found, bool):
                return None
            whom = found[0]
            steps = self._waiting[whom]
            self._keep_waiting(whom, steps[MOST_SHARED:])
            self._served.add(whom)
            return whom, sorted(steps[:MOST_SHARED], key=attrgetter("last"))

    def _keep_waiting(self, whom: Hashable, steps: list[_Step]) -> None:
        """These steps wait for `whom`, and no others."""
        self._waiting.pop(whom, None)
        if steps:
            self._waiting[whom] = steps

    @staticmethod
    def _note_taken(whom: Hashable, steps: Collection[_Step]) -> None:
        if offered := sum(step.offered for step in steps):
            pool.lanes.note_taken_elsewhere(whom, offered)

    def _whose_turn(self) -> tuple[Hashable, ...]:
        """One workspace or none. Who has much changes by the clock, so another look may give another."""
        crowds = sum(map(pool.lanes.has_much, self._served))
        waiting = (whom for whom in self._waiting if whom not in self._served)
        return next(((whom,) for whom in waiting if crowds < WRITERS - 1 or not pool.lanes.has_much(whom)), ())

    def _let_go(self, whom: Hashable) -> None:
        with self._changed:
            self._served.discard(whom)
            if self._waiting:  # a thread that wakes for nothing takes the interpreter from who goes on now
                self._changed.notify()

    def _record(self, whom: Hashable, steps: list[_Step]) -> None:
        given: dict[_Step, Any] = {}

        def go_on() -> None:
            for step, what in given.items():
                step.done.set_result(what)

        try:
            self._note_taken(whom, steps)
            with on_behalf_of(whom), pool.giving_way(), recording_many(_named(steps), go_on) as logs:
                given |= _do([step for step in steps if step.key in logs], logs)
                late, held = self._joining(whom, MOST_SHARED - len(steps), logs)
                steps += late
                self._note_taken(whom, late)
                given |= _do(late, held)
        except BaseException:  # whoever waits does it alone, and gets it
            log.warning("%d steps were not recorded together: each is now by itself", len(steps), exc_info=True)
        _leave_alone(step for step in steps if not step.done.done())

    def _joining(
        self, whom: Hashable, room: int, logs: Mapping[uuid.UUID, Log]
    ) -> tuple[list[_Step], dict[uuid.UUID, Log]]:
        """What came meanwhile for goals that this transaction holds: it would wait for its commit, and for another."""
        with self._changed:
            waiting = self._waiting.get(whom, [])[:MOST_SHARED]
        if not waiting or room <= 0:
            return [], {}
        held = held_logs(logs, _named(waiting))
        with self._changed:
            here = self._waiting.get(whom, [])
            late = [step for step in here if step.key in held][:room]
            self._keep_waiting(whom, [step for step in here if step not in late])
        return late, held


def _leave_alone(steps: Iterable[_Step]) -> None:
    for step in steps:
        step.done.set_exception(HandedBack())


def _do(steps: list[_Step], logs: Mapping[uuid.UUID, Log]) -> dict[_Step, Any]:
    """Do steps in the open transaction, in rounds that have one of each goal: each sees what the one before it made."""
    given: dict[_Step, Any] = {}
    while steps:
        _read_ahead(steps, logs)  # for all rounds: what still stands then is not read again
        now = _one_of_each(steps, logs)
        for step in now:
            with share_log(logs[step.key]):
                given[step] = step.work()
        steps = [step for step in steps if step not in given]
    return given


def _one_of_each(steps: list[_Step], logs: Mapping[uuid.UUID, Log]) -> list[_Step]:
    first = {logs[step.key].stream_id: step for step in reversed(steps)}
    return [step for step in steps if first[logs[step.key].stream_id] is step]


def _read_ahead(steps: Collection[_Step], logs: Mapping[uuid.UUID, Log]) -> None:
    for ahead in dict.fromkeys(step.ahead for step in steps if step.ahead):
        ahead({step.key: logs[step.key].stream_id for step in steps if step.ahead is ahead})


def _named(steps: list[_Step]) -> dict[uuid.UUID, Named]:
    return {step.key: step.by for step in steps}


_of_process: Writer | None = None


def start() -> None:
    """Have what this process records share transactions from now on."""
    global _of_process  # noqa: PLW0603 - a process has one
    _of_process = Writer()


def stop() -> None:
    """Have each thread record by itself again."""
    global _of_process  # noqa: PLW0603
    if _of_process is not None:
        _of_process.close()
        _of_process = None


def offer(by: Named, key: uuid.UUID, work: Callable[[], T], *, ahead: ReadAhead | None = None) -> "Future[T] | None":
    """See `Writer.offer`; None where no writer runs."""
    return None if _of_process is None else _of_process.offer(by, key, work, ahead=ahead)


def write(by: Named, key: uuid.UUID, work: Callable[[], T], *, ahead: ReadAhead | None = None, last: bool = False) -> T:
    """See `Writer.write`; where no writer runs, `work` is done at once."""
    return _of_process.write(by, key, work, ahead=ahead, last=last) if _of_process is not None else work()
