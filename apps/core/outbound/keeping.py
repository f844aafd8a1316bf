"""Connections that stay for a moment after a call, for the next call of the same caller to the same server.

They stay where an event loop lives on, and for calls that may be made again: a server may close a connection just as a
request is sent over it, and whether it took that up is then not known.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import aiohttp

KEPT_SECONDS = 1.5
"""So long one stays that nobody uses: shorter than servers keep it (gunicorn two seconds, uvicorn and Node five)."""


@dataclass
class _Kept:
    """A session for one caller and one server. `users`: the calls that have it now."""

    session: aiohttp.ClientSession
    users: int = 0
    closing: asyncio.TimerHandle | None = None


class KeptSessions:
    """The sessions of one event loop, by caller and server; each is closed when nobody has used it for a moment."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._kept: dict[Hashable, _Kept] = {}
        self._closed: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def lend(
        self, key: Hashable, make: Callable[[], aiohttp.ClientSession]
    ) -> AsyncIterator[aiohttp.ClientSession]:
        """A block that has the session of this key, which is made where there is none."""
        if key not in self._kept:
            self._kept[key] = _Kept(make())
        kept = self._kept[key]
        kept.users += 1
        if kept.closing is not None:
            kept.closing.cancel()
        try:
            yield kept.session
        finally:
            kept.users -= 1
            if not kept.users:
                kept.closing = self._loop.call_later(KEPT_SECONDS, self._close, key)

    def _close(self, key: Hashable) -> None:
        closed = self._loop.create_task(self._kept.pop(key).session.close())
        self._closed.add(closed)
        closed.add_done_callback(self._closed.discard)


_of_loops: "WeakKeyDictionary[asyncio.AbstractEventLoop, KeptSessions]" = WeakKeyDictionary()
_caller: ContextVar[str] = ContextVar("caller", default="")


def keep_on(loop: asyncio.AbstractEventLoop) -> None:
    """Have connections stay on this loop, which goes on when a call has ended."""
    _of_loops[loop] = KeptSessions(loop)


@contextmanager
def calling_for(caller: str) -> Iterator[None]:
    """A block whose connections stay for whoever calls under the same name, and for nobody else. "": none stays."""
    token = _caller.set(caller)
    try:
        yield
    finally:
        _caller.reset(token)


def kept_sessions() -> tuple[str, KeptSessions] | None:
    """Who calls, and the sessions of the running loop; None: a connection ends with its call."""
    caller, sessions = _caller.get(), _of_loops.get(asyncio.get_running_loop())
    return (caller, sessions) if caller and sessions else None
