"""How a client of HTTPX gets out, the one that the SDK for models takes: through ours, with kept connections."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import httpx2
from multidict import CIMultiDict

from apps.core.outbound.bounds import Bounds
from apps.core.outbound.client import Outbound, Reply
from apps.core.outbound.errors import OutboundError
from apps.core.outbound.targets import read_target

Hear = Callable[[bytes], None]

hearing: ContextVar[Callable[[], Hear] | None] = ContextVar("hearing", default=None)
"""Where one is set, it is asked at each fine answer for who hears its body, piece by piece as it comes."""

FINE = 200
LENGTH = "content-length"
_UNPACKED = {"content-encoding", LENGTH, "transfer-encoding"}  # said of the body as it was sent


class Transport(httpx2.AsyncBaseTransport):
    """Sends requests to one server. HTTPX is told of what may pass; what is permanent leaves as the OutboundError.

    Call it in a running loop. Raises ForbiddenTarget.
    """

    def __init__(self, outbound: Outbound, url: str, bounds: Bounds) -> None:
        self._outbound = outbound
        self._bounds = bounds
        self._session = outbound.session(read_target(url), bounds, limit=10_000, keepalive_timeout=30)
        self._first: httpx2.Request | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """See AsyncBaseTransport. The answer is read whole, within the bounds; HTTPX's own timeouts don't count."""
        if self._first is None:
            self._first = request
        if given := _given.get():
            return _give(given)
        return await self._send(request, await request.aread())

    async def ask_again(self, body: bytes) -> "Answer | None":
        """Send the first request that came by here with another body; gives the answer, or the error.

        None: none came by yet.
        """
        if self._first is None:
            return None
        try:
            return await self._send(self._first, body)
        except (OutboundError, httpx2.TransportError) as error:
            return error

    async def _send(self, request: httpx2.Request, body: bytes) -> httpx2.Response:
        try:
            async with self._outbound.opened(
                request.method,
                str(request.url),
                headers=CIMultiDict((name, value) for name, value in request.headers.items() if name != LENGTH),
                body=body,
                bounds=self._bounds,
                kept=self._session,
            ) as reply:
                headers = [(name, value) for name, value in reply.headers.items() if name.lower() not in _UNPACKED]
                return httpx2.Response(reply.status, headers=headers, content=await _body(reply))
        except OutboundError as error:
            if error.permanent:
                raise
            raise httpx2.TransportError(str(error)) from error

    async def aclose(self) -> None:
        """See AsyncBaseTransport."""
        await self._session.close()


Answer = httpx2.Response | OutboundError | httpx2.TransportError
_given: ContextVar[list[Answer] | None] = ContextVar("answer_given", default=None)


@contextmanager
def answer_with(answer: Answer | None) -> Iterator[None]:
    """A block whose first request is answered with this, if it is something, and not sent."""
    token = _given.set([] if answer is None else [answer])
    del answer  # an error holds the frames that it went through, and they would hold it
    try:
        yield
    finally:
        _given.reset(token)


def _give(given: list[Answer]) -> httpx2.Response:
    answer = given.pop()
    if isinstance(answer, httpx2.Response):
        return answer
    try:
        raise answer
    finally:
        del answer


async def _body(reply: Reply) -> bytes:
    begin = hearing.get() if reply.status == FINE else None
    if begin is None:
        return await reply.body()
    hear, chunks = begin(), []
    async for chunk in reply.chunks():
        chunks.append(chunk)
        hear(chunk)
    return b"".join(chunks)


def httpx_client(transport: Transport) -> httpx2.AsyncClient:
    """A client whose requests this transport sends."""
    return httpx2.AsyncClient(
        transport=transport,
        headers={"Accept-Encoding": "identity"},
        follow_redirects=False,  # a redirect would take the key elsewhere
    )
