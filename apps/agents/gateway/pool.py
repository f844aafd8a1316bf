"""Threads for what a coroutine must not do itself: whatever touches the database."""

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connection, connections

from apps.agents.gateway.lanes import Lanes, current_lane
from apps.journal.queries.connections import unpooled_connection

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 12
MOST_OF_ONE = 4
"""Threads that one workspace may have at a time. They share one interpreter: more of them end no more in all, and make
each step of another workspace wait for more of its. So many are kept for workspaces that have little here."""

MOST_PARKED = 128
"""Threads that may wait for what they gave to be recorded, so that steps share a transaction: those of four crowds."""

MOST_PARKED_OF_ONE = 32
"""The same for one workspace, so that there is a thread for others: some transactions of `writer.MOST_SHARED` steps."""

GIVEN_SECONDS = 0.2
"""So long one piece of work gives way in all: what it has locked is locked meanwhile."""

lanes = Lanes(THREADS, "agent-results", MOST_OF_ONE, MOST_PARKED, MOST_PARKED_OF_ONE)
files = Lanes(3, "agent-files")
"""For reading and storing files, which takes longer than what an end or a sign of life does."""
senders = Lanes(4, "senders", most_of_one=2)
"""For what waits for receivers of webhooks, push services and mail servers, seconds each: no goal waits behind it."""


def is_inline() -> bool:
    """Whether calls run in the thread that starts them, as tests want it, and not on the process's loop."""
    return bool(settings.IOA_CALLS == "inline")


def with_connection(work: Callable[P, T]) -> Callable[P, T]:
    """Give `work` so that it starts with a sound database connection and leaves none behind in its thread."""
    return partial(_run, work)


def _run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    close_old_connections()
    try:
        with giving_way():
            return work(*args, **kwargs)
    finally:
        close_old_connections()


@contextmanager
def giving_way() -> Iterator[None]:
    """A block before whose statements who has much gives way to who has little, until the time for that is used up."""
    with connection.execute_wrapper(_Courtesy(current_lane())):
        yield


class _Courtesy:
    """Wraps each statement of one piece of work."""

    def __init__(self, whom: Hashable) -> None:
        self._whom, self._left = whom, GIVEN_SECONDS

    def __call__(self, execute: Callable[..., T], *statement: Any) -> T:
        if self._left > 0:
            began = time.monotonic()
            lanes.give_way(self._whom, self._left)
            self._left -= time.monotonic() - began
        return execute(*statement)


async def in_thread(those: Lanes, work: Callable[[], T]) -> T:
    """Give what `work` gives in one of those threads, where it may use the database."""
    if is_inline():
        return await sync_to_async(work, thread_sensitive=True)()
    return await asyncio.wrap_future(those.submit(with_connection(work)))


@contextmanager
def lend_place() -> Iterator[None]:
    """A block in which this thread waits for another: it keeps neither its place nor its connection."""
    close_old_connections()
    with lanes.lend_place():
        yield


def keep_own_connection(**settings: str) -> None:
    """Give this thread a connection outside the pool: whatever the others are at, it never waits for one.

    `settings`: see unpooled_connection.
    """
    connections[DEFAULT_DB_ALIAS] = unpooled_connection(**settings)


@cache
def worker_name() -> str:
    """Host, process and a random part, so that a restarted process is another worker."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(4)}"
