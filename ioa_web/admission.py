"""The door is shared: whoever sends much at once waits behind itself, not before everybody else.

Requests of one credential (a token, a session, else an address) are in hand a few at a time; the next ones hold no
thread and no connection until one of them is answered. What goes on once an answer has begun (a stream, a wait for a
goal) holds no place. It stands before Django, whose middleware would already have a thread.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.http import HttpResponse

from ioa_web.errors import crowded_response
from ioa_web.proxies import client_of

IN_HAND = max(1, settings.DATABASE_POOL // 2)  # of one credential: half the connections are always there for others
WAITING = 20 * settings.DATABASE_POOL  # of one credential; any more are told to come again

Message = dict[str, Any]
Application = Callable[[Message, Any, Any], Awaitable[Any]]


class Crowd(Exception):
    """So many requests of this credential wait that one more is told to come again."""


class Places:
    """The requests of each credential that are in hand or wait. Everything happens on the event loop."""

    def __init__(self, in_hand: int, waiting: int) -> None:
        self._in_hand, self._most = in_hand, in_hand + waiting
        self._asked: dict[str, int] = {}
        self._free: dict[str, asyncio.Semaphore] = {}

    async def take(self, who: str) -> None:
        """Wait for one of the places of `who`, which has to be given back. Raises Crowd where too many wait already."""
        if self._asked.get(who, 0) >= self._most:
            raise Crowd
        self._asked[who] = self._asked.get(who, 0) + 1
        try:
            await self._free.setdefault(who, asyncio.Semaphore(self._in_hand)).acquire()
        except asyncio.CancelledError:  # it went away
            self._forget(who)
            raise

    def give_back(self, who: str) -> None:
        """The next one of `who` may come."""
        self._free[who].release()
        self._forget(who)

    def _forget(self, who: str) -> None:
        self._asked[who] -= 1
        if not self._asked[who]:
            del self._asked[who], self._free[who]

    def __len__(self) -> int:
        """How many credentials have a request in hand."""
        return len(self._asked)


def share_places(application: Application, places: Places) -> Application:
    """Have each request of an ASGI application wait for its place."""

    async def shared(scope: Message, receive: Any, send: Any) -> None:
        with ExitStack() as held:
            try:
                for who in credentials(scope):
                    await places.take(who)
                    held.callback(places.give_back, who)
            except Crowd:
                await _answer(crowded_response(scope["path"]), send)
                return

            async def sent(message: Message) -> None:
                if message["type"] == "http.response.start":
                    held.close()
                await send(message)

            await application(scope, receive, sent)

    return shared


def door(application: Application) -> Application:
    """Share the door among those who send; without a pool of connections nobody has to wait."""
    return share_places(application, Places(IN_HAND, WAITING)) if settings.DATABASE_POOL else application


def credentials(scope: Message) -> tuple[str, ...]:
    """What tells those who send apart before anybody has been looked up; no secret is kept.

    A request with a token and a session waits for a place of each, the token's first: which of them counts there is
    not known yet, and the other may be made up anew for each request.
    """
    headers = dict(scope["headers"])
    sent = filter(None, (headers.get(b"authorization"), _session(headers.get(b"cookie", b""))))
    if found := tuple(hashlib.sha256(each).hexdigest() for each in sent):
        return found
    host, _ = scope.get("client") or ("", 0)
    return (client_of(host, list(scope["headers"])),)


def _session(header: bytes) -> bytes:
    try:
        morsel = SimpleCookie(header.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return b""
    return morsel.value.encode() if morsel else b""


async def _answer(response: HttpResponse, send: Any) -> None:
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
