"""The door is shared: whoever sends much at once waits behind itself, not before everybody else.

Requests of one credential (a token, a session, else an address) are in hand a few at a time; the next ones hold no
thread and no connection until one of them is done. What goes on after its answer has begun (a stream, a wait for a
goal) holds no place.
"""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from ioa_web.errors import crowded

IN_HAND = max(1, settings.DATABASE_POOL // 2)  # of one credential: half the connections are always there for others
WAITING = 20 * settings.DATABASE_POOL  # of one credential; any more are told to come again

Handler = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


class Crowd(Exception):
    """So many requests of this credential wait that one more is told to come again."""


class Places:
    """The requests of each credential that are in hand or wait. Everything happens on the event loop."""

    def __init__(self, in_hand: int, waiting: int) -> None:
        self._in_hand, self._most = in_hand, in_hand + waiting
        self._asked: dict[str, int] = {}
        self._free: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def place(self, who: str) -> AsyncGenerator[None]:
        """Have one of the places of `who`, when it is free. Raises Crowd where too many wait already."""
        if self._asked.get(who, 0) >= self._most:
            raise Crowd
        self._asked[who] = self._asked.get(who, 0) + 1
        try:
            async with self._free.setdefault(who, asyncio.Semaphore(self._in_hand)):
                yield
        finally:
            self._leave(who)

    def _leave(self, who: str) -> None:
        self._asked[who] -= 1
        if not self._asked[who]:
            del self._asked[who], self._free[who]

    def __len__(self) -> int:
        """How many credentials have a request in hand."""
        return len(self._asked)


places = Places(IN_HAND, WAITING)


@sync_and_async_middleware
def sharing(get_response: Handler) -> Handler:
    """Django's middleware: each request has a place among those of the same credential. Without a pool nobody waits."""
    if not iscoroutinefunction(get_response) or not settings.DATABASE_POOL:
        return get_response

    async def served(request: HttpRequest) -> HttpResponseBase:
        try:
            async with places.place(credential(request)):
                response: HttpResponseBase = await get_response(request)
                return response
        except Crowd:
            return crowded(request)

    return served


def credential(request: HttpRequest) -> str:
    """What tells those who send apart before anybody has been looked up; no secret is kept."""
    sent = request.headers.get("Authorization") or request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    return hashlib.sha256(sent.encode()).hexdigest() if sent else str(request.META.get("REMOTE_ADDR"))
