"""How a client of HTTPX gets out, the one that the SDK for models takes: through ours, with kept connections."""

from collections.abc import Callable
from contextvars import ContextVar

import httpx2

from apps.core.outbound.bounds import Bounds
from apps.core.outbound.client import Outbound, Reply
from apps.core.outbound.errors import OutboundError
from apps.core.outbound.targets import read_target

Hear = Callable[[bytes], None]

hearing: ContextVar[Callable[[], Hear] | None] = ContextVar("hearing", default=None)
"""Where one is set, it is asked at each fine answer for who hears its body, piece by piece as it comes."""

FINE = 200
_UNPACKED = {"content-encoding", "content-length", "transfer-encoding"}  # said of the body as it was sent


class _Transport(httpx2.AsyncBaseTransport):
    """Sends requests to one server. HTTPX is told of what may pass; what is permanent leaves as the OutboundError."""

    def __init__(self, outbound: Outbound, url: str, bounds: Bounds) -> None:
        self._outbound = outbound
        self._bounds = bounds
        self._session = outbound.session(read_target(url), bounds, limit=10_000, keepalive_timeout=30)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """See AsyncBaseTransport. The answer is read whole, within the bounds; HTTPX's own timeouts don't count."""
        try:
            async with self._outbound.opened(
                request.method,
                str(request.url),
                headers=request.headers,
                body=await request.aread(),
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


async def _body(reply: Reply) -> bytes:
    begin = hearing.get() if reply.status == FINE else None
    if begin is None:
        return await reply.body()
    hear, chunks = begin(), []
    async for chunk in reply.chunks():
        chunks.append(chunk)
        hear(chunk)
    return b"".join(chunks)


def httpx_client(outbound: Outbound, url: str, bounds: Bounds) -> httpx2.AsyncClient:
    """Make a client for the server at `url`. Call it in a running loop. Raises ForbiddenTarget."""
    return httpx2.AsyncClient(
        transport=_Transport(outbound, url, bounds),
        headers={"Accept-Encoding": "identity"},
        follow_redirects=False,  # a redirect would take the key elsewhere
    )
