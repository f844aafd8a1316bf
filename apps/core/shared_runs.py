"""What several threads want done at one moment is done by one of them, in one go for all.

Whoever comes while nobody is at it does its own at once: nobody waits for company. Meanwhile the next gather, and the
first of them takes the others along. There is no thread beside those that ask, and nothing to start or to stop.
"""

import logging
import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

log = logging.getLogger(__name__)

A = TypeVar("A")
B = TypeVar("B")

_ALONE = object()
"""In place of an outcome: the run that it was a part of failed."""


@dataclass(eq=False)
class _Asked:
    """What one thread wants done. `outcome` None, once it is told: it leads the next run."""

    item: Any
    outcome: Any = None
    told: threading.Event = field(default_factory=threading.Event)


class SharedRuns(Generic[A, B]):
    """Runs of `work`, one at a time for each key. It is given what is wanted, and gives for each what came of it.

    What is to be raised where it was asked for is given as an exception. Where `work` itself raises, everybody who
    shared the run does it again alone: so it leaves nothing behind then. `while_waiting`: the block in which a thread
    waits for others.
    """

    def __init__(
        self,
        work: Callable[[Sequence[A]], Sequence[B | Exception]],
        most: int,
        while_waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._work, self._most, self._while_waiting = work, most, while_waiting
        self._lock = threading.Lock()
        self._waiting: dict[Hashable, list[_Asked]] = {}
        self._of_thread = threading.local()

    def do(self, key: Hashable, item: A) -> B:
        """Have it done, and give what came of it. What a run itself wants done is done alone: it can't wait for it."""
        if getattr(self._of_thread, "leads", False):
            return self.do_alone(item)
        mine = _Asked(item)
        if self._must_wait(key, mine):
            with self._while_waiting():
                mine.told.wait()
        if mine.outcome is None:
            self._lead(key, mine)
        if mine.outcome is _ALONE:
            return self.do_alone(item)
        return self._given(mine.outcome)

    def do_alone(self, item: A) -> B:
        """The same in a run of its own, whoever else is at it."""
        (outcome,) = self._work([item])
        return self._given(outcome)

    @staticmethod
    def _given(outcome: B | Exception) -> B:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _must_wait(self, key: Hashable, mine: _Asked) -> bool:
        with self._lock:
            if (waiting := self._waiting.get(key)) is None:
                self._waiting[key] = []
                return False
            waiting.append(mine)
            return True

    def _lead(self, key: Hashable, mine: _Asked) -> None:
        run = [mine, *self._take(key)]
        outcomes: Sequence[Any] = [_ALONE] * len(run)
        self._of_thread.leads = True
        try:
            outcomes = self._work([one.item for one in run])
        except Exception:
            if len(run) == 1:
                raise
            log.warning("%d could not be done together: each is now by itself", len(run), exc_info=True)
        finally:
            self._of_thread.leads = False
            self._pass_on(key)
            for one, outcome in zip(run, outcomes, strict=True):
                one.outcome = outcome
                one.told.set()

    def _take(self, key: Hashable) -> list[_Asked]:
        with self._lock:
            waiting = self._waiting[key]
            taken, waiting[:] = waiting[: self._most - 1], waiting[self._most - 1 :]
            return taken

    def _pass_on(self, key: Hashable) -> None:
        with self._lock:
            if waiting := self._waiting[key]:
                waiting.pop(0).told.set()
            else:
                del self._waiting[key]
