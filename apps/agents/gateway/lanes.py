"""Work for a few threads, taken in turn by whom it is done for: who has much waiting holds nobody else up.

Whoever begins something says for whom (`on_behalf_of`, the id of a workspace); what follows from it, in coroutines and
in these threads, is done for the same one.
"""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from typing import Any

from apps.agents.gateway.recent import Recent

MOST_LANES = 48
"""For how many something may wait at one time before one more is no longer let in beside them."""

GIVE_WAY_SECONDS = 0.1
"""So long who has much gives way each time: however many come with little, it goes on."""

LINGER_SECONDS = 0.02
"""So long who has little counts as at work after it was: its next step, or a quick answer to it, is often as near."""

MUCH_SECONDS = 1.0
"""So long somebody counts as having much after there was: between two steps of many goals there may be little."""

EVERYBODY = object()
"""For whom something is done that nobody waits for: it always counts as much, so it gives way to who has little."""

_NOBODY = object()
_whom: ContextVar[Hashable] = ContextVar("on_behalf_of", default=None)


@contextmanager
def on_behalf_of(whom: Hashable) -> Iterator[None]:
    """A block in which everything is done for `whom`."""
    token = _whom.set(whom)
    try:
        yield
    finally:
        _whom.reset(token)


def current_lane() -> Hashable:
    """For whom it is that something is done now."""
    return _whom.get()


@dataclass(frozen=True)
class _Item:
    work: Callable[[], Any]
    once: str
    future: "Future[Any]" = field(default_factory=Future)


class Lanes:
    """What waits for a thread, a lane for each of those it is done for. The threads go round the lanes.

    `most_of_one`: how many threads one lane may have at a time; the others are there for whoever comes, and so many are
    kept for those who have little here, however many have much. `most_parked`: how many threads may wait for something
    else beside those (`lend_place`).
    """

    def __init__(
        self,
        threads: int,
        name: str,
        most_of_one: int | None = None,
        most_parked: int = 0,
        most_parked_of_one: int | None = None,
    ) -> None:
        self._lock = threading.RLock()
        self._most, self._most_of_one = threads, most_of_one or threads
        self._most_of_crowds = max(self._most_of_one, threads - self._most_of_one)
        self._most_here_of_crowds = self._most_of_crowds + most_parked
        self._most_parked_of_one = most_parked if most_parked_of_one is None else most_parked_of_one
        self._here = threading.local()
        self._running: Counter[Hashable] = Counter()
        self._parked: Counter[Hashable] = Counter()
        self._elsewhere: Counter[Hashable] = Counter()
        self._queued_elsewhere: Counter[Hashable] = Counter()
        self._much, self._lingering = Recent(), Recent()
        self._returning: dict[threading.Event, Hashable] = {}  # for whom each thread is that waits for its place
        self._lanes: OrderedDict[Hashable, deque[_Item]] = OrderedDict()
        self._names: set[str] = set()
        self._waiting = 0
        self._closed = False
        self._threads = ThreadPoolExecutor(threads + most_parked, thread_name_prefix=name)
        self.on_taken: Callable[[], None] | None = None  # called whenever a thread has taken something

    def submit(self, work: Callable[[], Any], once: str = "") -> "Future[Any]":
        """Have `work` done by one of the threads. `once`: a name; what waits under it already is not doubled."""
        item = _Item(work, once)
        with self._lock:
            if self._closed or (once and once in self._names):
                item.future.cancel()
                return item.future
            self._lanes.setdefault(_whom.get(), deque()).append(item)
            self._note_much(_whom.get())
            self._names |= {once} if once else set()
            self._waiting += 1
            self._threads.submit(self._next)
        return item.future

    def note_queued_elsewhere(self, whom: Hashable) -> None:
        """Something for `whom` waits for another thread than these: it counts as what waits for them."""
        with self._lock:
            self._queued_elsewhere[whom] += 1
            self._note_much(whom)

    def note_taken_elsewhere(self, whom: Hashable, count: int) -> None:
        """So much of what was queued elsewhere waits no more."""
        with self._lock:
            _count_down(self._queued_elsewhere, whom, count)
        if self.on_taken is not None:
            self.on_taken()

    def waiting(self) -> int:
        """How much no thread has taken yet."""
        with self._lock:
            return self._waiting + self._queued_elsewhere.total()

    def is_outside(self, whom: Hashable) -> bool:
        """Whether what waits is all of others, few enough of them that a lane for `whom` is served soon."""
        with self._lock:
            lanes = {*self._lanes, *self._queued_elsewhere}
            return whom not in lanes and 0 < len(lanes) < MOST_LANES

    def close(self) -> None:
        """Drop what waits and take nothing more; what a thread is at is finished."""
        with self._lock:
            self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        """Do what comes next, and then what had to wait because all threads that its lane may have were taken."""
        while taken := self._take():
            if self.on_taken is not None:
                self.on_taken()
            self._here.whom = taken[0]
            try:
                _do(*taken)
            finally:
                self._release(taken[0])
                del self._here.whom

    def give_way(self, whom: Hashable, most: float = inf) -> None:
        """Wait for a moment if `whom` has much here and somebody else has little: all share one interpreter.

        It waits no longer than GIVE_WAY_SECONDS, nor than `most` seconds.
        """
        until = time.monotonic() + min(most, GIVE_WAY_SECONDS)
        while (left := min(self._gives_way_until(whom), until) - time.monotonic()) > 0:
            time.sleep(min(left, LINGER_SECONDS))  # woken at each step of the others, it would be in their way

    def has_much(self, whom: Hashable) -> bool:
        """Whether more waited, was at work or was parked for `whom` a moment ago than a lane may have threads."""
        with self._lock:
            return self._has_much(whom)

    def is_crowded(self) -> bool:
        """Whether somebody has much here."""
        return any(map(self._much.has, self._much.until))

    def _has_much(self, whom: Hashable) -> bool:
        return whom is EVERYBODY or self._much.has(whom)

    def _note_much(self, whom: Hashable) -> None:
        here = self._running[whom] + self._parked[whom] + len(self._lanes.get(whom, ())) + self._queued_elsewhere[whom]
        if here > self._most_of_one:
            self._much.note(whom, MUCH_SECONDS)

    def _gives_way_until(self, whom: Hashable) -> float:
        """Until when others with little count as at work, if `whom` has much; no end is in sight while they are.

        `None` is nobody.
        """

        def has_little(other: Hashable) -> bool:
            return other not in {whom, None} and not self._has_much(other)

        with self._lock:
            if not self._has_much(whom):
                return 0
            if any(map(has_little, {*self._running, *self._elsewhere, *self._queued_elsewhere, *self._lanes})):
                return inf
            return max((until for other, until in self._lingering.until.items() if has_little(other)), default=0)

    @contextmanager
    def at_work_elsewhere(self, whom: Hashable) -> Iterator[None]:
        """A block in which another thread than these does something for `whom`: who has much gives way to that, too."""
        with self._lock:
            self._elsewhere[whom] += 1
        try:
            yield
        finally:
            with self._lock:
                _count_down(self._elsewhere, whom)
                self._lingering.note(whom, LINGER_SECONDS)

    @contextmanager
    def lend_place(self) -> Iterator[None]:
        """A block in which this thread does nothing but wait: another may have its place meanwhile.

        Nothing changes where it is none of these threads.
        """
        whom = getattr(self._here, "whom", _NOBODY)
        if whom is _NOBODY:
            yield
            return
        with self._lock:
            self._parked[whom] += 1
            self._leave(whom)
            if self._waiting and not self._closed:
                self._threads.submit(self._next)
        try:
            yield
        finally:
            self._come_back(whom)

    def _come_back(self, whom: Hashable) -> None:
        told = threading.Event()
        with self._lock:
            self._returning[told] = whom
            self._let_back()
        told.wait()

    def _let_back(self) -> None:
        """Give free places to those who come back, the first first, and wake who has one: nobody wakes for nothing."""
        refused = set()
        for told, whom in list(self._returning.items()):
            if whom in refused or not self._has_place(whom):
                refused.add(whom)
                continue
            del self._returning[told]
            self._running[whom] += 1
            _count_down(self._parked, whom)
            told.set()

    def _has_place(self, whom: Hashable) -> bool:
        if self._running[whom] >= self._most_of_one or self._running.total() >= self._most:
            return False
        return self._leaves_some(whom, self._running, self._most_of_crowds)

    def _may_take(self, whom: Hashable) -> bool:
        here = self._running + self._parked
        if here[whom] >= self._most_of_one + self._most_parked_of_one or not self._has_place(whom):
            return False
        return self._leaves_some(whom, here, self._most_here_of_crowds)

    def _leaves_some(self, whom: Hashable, threads: Counter[Hashable], most: int) -> bool:
        """Whether one more for `whom` leaves what is kept: of these threads all who have much have at most so many."""
        return not self._has_much(whom) or sum(threads[one] for one in threads if self._has_much(one)) < most

    def _take(self) -> tuple[Hashable, _Item] | None:
        with self._lock:
            whom = next(filter(self._may_take, self._lanes), _NOBODY)
            if whom is _NOBODY or self._closed:
                return None
            lane = self._lanes[whom]
            item = lane.popleft()
            if lane:
                self._lanes.move_to_end(whom)
            else:
                del self._lanes[whom]
            self._names.discard(item.once)
            self._waiting -= 1
            self._running[whom] += 1
            return whom, item

    def _release(self, whom: Hashable) -> None:
        with self._lock:
            self._leave(whom)

    def _leave(self, whom: Hashable) -> None:
        _count_down(self._running, whom)
        self._lingering.note(whom, LINGER_SECONDS)
        self._let_back()


def _count_down(counts: Counter[Hashable], whom: Hashable, count: int = 1) -> None:
    counts[whom] -= count
    if not counts[whom]:
        del counts[whom]


def _do(whom: Hashable, item: _Item) -> None:
    if not item.future.set_running_or_notify_cancel():
        return
    with on_behalf_of(whom):
        try:
            item.future.set_result(item.work())
        except BaseException as error:  # noqa: BLE001 - whoever waits for it gets it
            item.future.set_exception(error)
