"""Bells: names rung after commit so that the one job that answers to a name looks at the database.

Lower apps never call up; they ring. A bell may be lost or doubled: what it announces stands in the tables, and the
sweeper finds what was not heeded. While the broker is down a circuit breaker keeps a ring from costing 0.6 s each.

A bell that says for whom it is only has to be noted by a worker, and is no job of Celery's: it lies on a list of its
own, which takes less than half the time to write and to read (`docs/decisions.md`).
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache

from celery import current_app, signature
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from redis import Redis, RedisError

from apps.core import faults

log = logging.getLogger(__name__)

BREAKER_SECONDS = 2.0
ALL = "journal.answer_all"
"""The job that does what several bells call for."""

NOTED = "ioa:bells"
"""The list of those that only have to be noted, the oldest at its right end: each as JSON, [bell, what, for whom]."""


class Bell(StrEnum):
    """A bell, whose value is the name of the one job that answers. Each app names its own, in its `bells`."""


def bells_of_all() -> list[Bell]:
    """Give the bells of all apps that were imported."""
    return [bell for bells in Bell.__subclasses__() for bell in bells]


class _Breaker:
    """Open for a moment after a failed publish, so that a dead broker costs one wait, not one for each ring."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closed_again_at = 0.0

    def is_open(self) -> bool:
        with self._lock:
            return time.monotonic() < self._closed_again_at

    def trip(self) -> None:
        with self._lock:
            self._closed_again_at = time.monotonic() + BREAKER_SECONDS


_breaker = _Breaker()
_ear: Callable[..., None] | None = None


def hear(ear: Callable[..., None] | None) -> None:
    """Have this process do itself, at once, what it rings for: `ear(name of the job, *its arguments)`; None: no more.

    The broker would only wake a worker, and this is one. A bell that is lost with the process is found by the sweeper,
    as any other.
    """
    global _ear  # noqa: PLW0603 - a process has one
    _ear = ear


def are_heard_here() -> bool:
    """Whether this process does what it rings for."""
    return _ear is not None


def ring(bell: str, identifier: object, *known: object, delay: float = 0.0) -> None:
    """Ring `bell` for `identifier` once the current transaction has committed, `delay` seconds later.

    `known`: what else the job is to be given, which spares it a look.
    """
    about = tuple(map(str, (identifier, *known)))
    transaction.on_commit(lambda: _ring_now(str(bell), about, delay), robust=True)


def ring_all(bells: Sequence[tuple[object, ...]]) -> None:
    """As `ring`, for many that need no delay: one word to the broker."""
    rung = [tuple(map(str, bell)) for bell in bells]
    if rung:
        transaction.on_commit(lambda: _ring_all_now(rung), robust=True)  # Django names in the log what failed


@cache
def _broker() -> Redis:
    """A connection that stays: Celery's own way to a queue makes one each time."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=1)


def waiting_count() -> int:
    """Give how many bells wait for a worker; 0 while the broker is down, or where jobs run at once."""
    if current_app.conf.task_always_eager or _breaker.is_open():
        return 0
    try:
        return int(_broker().llen(current_app.conf.task_default_queue)) + int(_broker().llen(NOTED))
    except (RedisError, OSError):
        _breaker.trip()
        return 0


def next_noted(seconds: float) -> bytes | None:
    """Take the oldest bell that only has to be noted, as it lies there; wait for one, up to so many seconds. Raises
    RedisError.
    """
    taken = _broker().brpop([NOTED], timeout=seconds)
    return taken[1] if taken and isinstance(taken[1], bytes) else None


def put_back(noted: bytes) -> None:
    """Leave a bell that was taken to whoever looks next. Raises RedisError."""
    _broker().rpush(NOTED, noted)


def _ring_now(bell: str, about: tuple[str, ...], delay: float) -> None:
    faults.reach_point("before_ring")
    if _ear is not None and not delay:
        _ear(bell, *about)
    elif not delay and _is_noted(about):
        _lay([(bell, *about)])
    else:
        _tell_celery(bell, about, delay)
    faults.reach_point("after_ring")


def _ring_all_now(rung: list[tuple[str, ...]]) -> None:
    if _ear is not None or len(rung) == 1:
        for bell, *about in rung:
            _ring_now(bell, tuple(about), 0.0)
        return
    faults.reach_point("before_ring")
    if noted := [bell for bell in rung if _is_noted(bell[1:])]:
        _lay(noted)
    if others := [bell for bell in rung if bell not in noted]:
        _tell_celery(ALL, (others,), 0.0)
    faults.reach_point("after_ring")


def _is_noted(about: tuple[str, ...]) -> bool:
    """Whether a bell says for whom it is; where jobs run at once it is one all the same."""
    return len(about) > 1 and not current_app.conf.task_always_eager


def _lay(noted: list[tuple[str, ...]]) -> None:
    _tell_broker(noted, lambda: _broker().lpush(NOTED, *map(json.dumps, noted)))


def _tell_celery(bell: str, about: tuple[object, ...], delay: float) -> None:
    _tell_broker((bell, about), lambda: signature(bell, args=about).apply_async(countdown=delay or None, retry=False))


def _tell_broker(rung: object, tell: Callable[[], object]) -> None:
    if _breaker.is_open():
        return
    try:
        tell()
    except (OperationalError, RedisError, OSError):
        _breaker.trip()
        log.warning("the broker is down; the sweeper will find %s", rung)
