"""Work on strangers' texts in processes aside, each with bounds on time and memory, which are killed where they pass.

A function that holds the interpreter holds all that this process does; one that is called here holds a child that does
nothing else. Children are started when they are needed, as programs of their own (a fork of a process with threads may
hang), know no secret, and end by themselves when they have had nothing to do or when their parent is gone.
"""

import atexit
import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from apps.core.sandbox.process import LONGEST, Ended, Exceeded, SandboxProcess

__all__ = ["LONGEST", "MOST_CHILDREN", "Busy", "Exceeded", "run", "run_if_ready"]

MOST_CHILDREN = 2  # of this process; each has 30 MB
WAIT = 0.5  # seconds for a child to be free
SOON = 0.5  # seconds for an answer that is to come at once; what takes a hundredth of it has room on a busy machine


class Busy(Exception):
    """All children are at work."""


class _Pool:
    def __init__(self) -> None:
        self._free: queue.LifoQueue[SandboxProcess] = queue.LifoQueue()  # the one that worked last is ready
        self._children = [SandboxProcess() for _ in range(MOST_CHILDREN)]
        for child in reversed(self._children):
            self._free.put(child)

    @contextmanager
    def child(self, wait: float) -> Iterator[SandboxProcess]:
        try:
            child = self._free.get(timeout=wait)
        except queue.Empty:
            raise Busy from None
        try:
            yield child
        finally:
            self._free.put(child)

    def end(self) -> None:
        for child in self._children:
            child.end()


_pools: dict[int, _Pool] = {}  # by process: what a fork took along is not its own
_lock = threading.Lock()


def run(function: str, *args: object, wait: float = WAIT, longest: float = LONGEST) -> object:
    """Call `function`, named as `module:name`, in a child and give what it returns; both ways what JSON can hold.

    Raises Busy where no child is free within `wait` seconds, and Exceeded where it took more than its time (`longest`
    seconds of the clock, with those that a child takes to start) or memory, or failed.
    """
    with _pool().child(wait) as child:
        for _ in range(2):
            with suppress(Ended):  # it had nothing to do for long; the next is another
                return child.call(function, args, longest)
        raise Exceeded("It ended the process.")


def run_if_ready(function: str, *args: object) -> object:
    """As `run`, at once or not at all: a child that would have to be started first is as good as busy."""
    with _pool().child(SOON / 10) as child:
        if not child.is_ready:
            raise Busy
        try:
            return child.call(function, args, SOON)
        except Ended:
            raise Busy from None


def _pool() -> _Pool:
    with _lock:
        return _pools.setdefault(os.getpid(), _Pool())


@atexit.register
def _end() -> None:
    if pool := _pools.pop(os.getpid(), None):
        pool.end()
