"""The calls of this process: thousands of coroutines wait on one event loop in one thread.

A job takes a slot *before* it claims a lease (full: it puts the bell back), claims, hands the coroutine over with
`start` and returns. What the coroutine gives is delivered by a few threads, or handed over to one that is at such work
anyway, because a coroutine never touches the database. While much waits for these threads there is no room for anything
new: what is begun has to be ended, too. On shutdown `drain` waits for a while and names what it had to leave, so that
the owners can expire leases.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import uvloop
from asgiref.sync import async_to_sync
from django.db import connection

from apps.agents.connectors.base import shutting_down
from apps.agents.domain.calls import AgentError
from apps.agents.gateway import pool
from apps.agents.gateway.lanes import on_behalf_of
from apps.core.outbound import keep_on
from apps.core.sentences import sentence
from apps.core.statements import is_away

log = logging.getLogger(__name__)

T = TypeVar("T")
Make = Callable[[], Coroutine[Any, Any, T]]
OnEnd = Callable[[T | AgentError], None]
HandOver = Callable[[T | AgentError], "Future[Any] | None"]

SLOTS = 4000  # calls that wait at one time, 30 kB each
MOST_WAITING = 2 * pool.THREADS  # what may wait for a thread before this process takes up nothing new
PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0)  # seconds between tries to deliver an end to a database that is away
LET_BEGIN_SECONDS = 0.002  # that a thread waits for the loop at most, which has other calls, too
BROKEN = AgentError(sentence("The call broke down on our side; the log of the worker says where."))


class HandedBack(Exception):
    """Who was handed something to do did nothing of it."""


class Calls:
    """The calls in flight, their slots and what is done every few seconds while there are any."""

    def __init__(self, slots: int = SLOTS) -> None:
        self._changed = threading.Condition()
        self._slots = slots
        self._free = slots
        self._draining = False
        self._tasks: dict[str, Future[None]] = {}
        self._preparing: set[str] = set()
        self._periodic: set[Callable[[], None]] = set()
        self._over = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def try_slot(self) -> bool:
        """Take a slot if one is free and this process is not shutting down. Give it to `start` or back."""
        with self._changed:
            if self._draining or not self._free:
                return False
            self._free -= 1
            return True

    def room(self) -> int:
        """How much more this process can take up now: calls for which it has slots, and threads for what they give."""
        if self._draining:
            return 0
        return max(0, min(self._free, MOST_WAITING - pool.lanes.waiting()))

    def has_place_for(self, whom: Hashable) -> bool:
        """Whether one thing may be taken up beside what fills this process, because none of that is done for `whom`."""
        return not self._draining and self._free > 0 and pool.lanes.is_outside(whom)

    def release_slot(self) -> None:
        """Give back a slot that no call was started with (the lease went to another worker)."""
        with self._changed:
            self._free = min(self._slots, self._free + 1)
            self._changed.notify_all()

    @contextmanager
    def starting(self) -> Iterator[None]:
        """A block after `try_slot` that, if it fails, gives the slot back."""
        try:
            yield
        except BaseException:
            self.release_slot()
            raise

    @contextmanager
    def preparing(self, name: str) -> Iterator[None]:
        """A block between the claim of a call and its start: it is held already, and its lease renewed."""
        with self._changed:
            self._preparing.add(name)
        try:
            yield
        finally:
            with self._changed:
                self._preparing.discard(name)

    def start(self, name: str, make: Make[T], on_end: OnEnd[T], hand_over: HandOver[T] | None = None) -> None:
        """Run `make()` and hand what it returns to `on_end` in a thread; uses up the slot taken before.

        `name` tells the call in `drain`'s answer and must be unlike those in flight. An exception reaches `on_end` as
        an AgentError and the log as a traceback. A call that `drain` cancels never reaches `on_end`. `hand_over` may
        have another thread do the same: `on_end` is for what it gives None for, and for what is handed back.
        """
        if pool.is_inline():
            self._run_inline(name, make, on_end)
            return
        with self._changed:
            work = asyncio.run_coroutine_threadsafe(self._run(name, make, on_end, hand_over), self._running_loop())
            self._tasks[name] = work
        work.add_done_callback(lambda _: self._ended(name, work))

    def every(self, seconds: float, work: Callable[[], None]) -> None:
        """Do `work` every so many seconds while calls are in flight; registering it again is a no-op.

        It has a thread and a database connection of its own: whatever else waits here, it is done in time.
        """
        with self._changed:
            if pool.is_inline() or work in self._periodic:
                return
            self._periodic.add(work)
        threading.Thread(target=self._repeat, args=(seconds, work), name="periodic-duty", daemon=True).start()

    def drain(self, timeout: float) -> list[str]:
        """Give no more slots, wait up to `timeout` seconds, cancel what still runs and give the names of that."""
        left = self.leave(timeout)
        for name in left:
            self.cancel(name)
        self._over.set()
        return left

    def leave(self, timeout: float) -> list[str]:
        """Give no more slots, wait up to `timeout` seconds and give the names of what still runs."""
        with self._changed:
            self._draining = True
            self._changed.wait_for(lambda: self._free >= self._slots, timeout)  # a slot may be taken, its call to come
            return sorted(self._tasks)

    def cancel(self, name: str) -> None:
        """Give a call up, if it still runs; it never reaches `on_end`."""
        with self._changed:
            work = self._tasks.get(name)
        if work is not None:
            work.cancel()

    def on_loop(self, work: Callable[[], None]) -> None:
        """Have the loop do `work`; at once where no call has needed a loop yet."""
        if self._loop is None:
            work()
        else:
            self._loop.call_soon_threadsafe(work)

    def let_begin(self) -> None:
        """Wait a moment until the loop has begun what it was given, unless it has much else to do: without that it
        waits for the interpreter, which this thread has.
        """
        loop, begun = self._loop, threading.Event()
        if loop is not None and not pool.lanes.is_crowded():
            loop.call_soon_threadsafe(loop.call_soon, loop.call_soon, begun.set)  # a coroutine begins a round later
            begun.wait(LET_BEGIN_SECONDS)

    def in_flight(self) -> list[str]:
        """Give the names of the calls that this process holds: that run now, are being prepared or being recorded."""
        with self._changed:
            return sorted({*self._tasks, *self._preparing})

    def _run_inline(self, name: str, make: Make[T], on_end: OnEnd[T]) -> None:
        async def ended() -> T | AgentError:
            return await _never_raising(name, make)

        try:
            end = async_to_sync(ended)()
        finally:
            self.release_slot()
        on_end(end)

    async def _run(self, name: str, make: Make[T], on_end: OnEnd[T], hand_over: HandOver[T] | None) -> None:
        end = await _never_raising(name, make)
        if hand_over is not None and await _is_handed_over(hand_over, end):
            return
        await _deliver(lambda: on_end(end), f"the end of {name}")

    def _ended(self, name: str, work: "Future[None]") -> None:
        with self._changed:
            if self._tasks.get(name) is work:
                del self._tasks[name]
        self.release_slot()

    def _repeat(self, seconds: float, work: Callable[[], None]) -> None:
        pool.keep_own_connection()
        while not self._over.wait(seconds):
            if self.in_flight() and not _log_failure(work, "a periodic duty"):
                connection.close()  # the next time finds the database again
        connection.close()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = uvloop.new_event_loop()
            keep_on(self._loop)
            threading.Thread(target=self._loop.run_forever, name="agent-calls", daemon=True).start()
        return self._loop


async def _never_raising(name: str, make: Make[T]) -> T | AgentError:
    try:
        return await make()
    except (Exception, SystemExit):  # a plug-in that would end the process ends the loop of all calls
        log.exception("the call %s broke down", name)
        return BROKEN


async def _is_handed_over(hand_over: HandOver[T], end: T | AgentError) -> bool:
    """Whether another thread did what an end is for."""
    handed = hand_over(end)
    if handed is None:
        return False
    try:
        await asyncio.wrap_future(handed)
    except HandedBack:
        return False
    return True


async def _deliver(work: Callable[[], None], what: str) -> None:
    """Do `work` in a thread; a database that is away is waited for, because what a call gave cost time and money."""
    for pause in PAUSES:
        if await _in_thread(work, what):
            return
        await asyncio.sleep(pause)
    await _in_thread(work, what)


def _in_thread(work: Callable[[], None], what: str) -> Awaitable[bool]:
    return asyncio.wrap_future(pool.lanes.submit(partial(pool.with_connection(_log_failure), work, what)))


def _log_failure(work: Callable[[], None], what: str) -> bool:
    """Do `work`; when it fails say so in the log, because nobody waits for it: its lease runs out and is taken up.

    False: the database was away, and the same may be tried again.
    """
    try:
        work()
    except Exception as error:
        if is_away(error):
            log.warning("%s found the database away", what, exc_info=True)
            return False
        log.exception("%s could not be handled", what)
    return True


_of_process = Calls()

try_slot = _of_process.try_slot
room = _of_process.room
has_place_for = _of_process.has_place_for
release_slot = _of_process.release_slot
starting = _of_process.starting
preparing = _of_process.preparing
start = _of_process.start
every = _of_process.every
cancel = _of_process.cancel
on_loop = _of_process.on_loop
in_flight = _of_process.in_flight
let_begin = _of_process.let_begin


def soon(work: Callable[[], None], what: str) -> None:
    """Do `work` in one of the threads that deliver ends, once if it waits already; what it raises ends in the log."""
    pool.lanes.submit(partial(pool.with_connection(_log_failure), work, what), once=what)


def send_soon(whom: Hashable, work: Callable[[], None], what: str) -> None:
    """As `soon`, for `whom`, of what waits for somebody outside: in threads of its own; at once where calls do so."""
    if pool.is_inline():
        work()
        return
    with on_behalf_of(whom):
        pool.senders.submit(partial(pool.with_connection(_log_failure), work, what), once=what)


def drain(timeout: float) -> list[str]:
    """See `Calls.drain`."""
    shutting_down.set()
    return _of_process.drain(timeout)


def leave(timeout: float) -> list[str]:
    """See `Calls.leave`. From now on a call that breaks off is left to another worker instead of being given up."""
    shutting_down.set()
    return _of_process.leave(timeout)
