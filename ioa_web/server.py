"""The web server: Daphne, which keeps no more in memory of what anybody sends than this product ever wants.

`python -m ioa_web.server [Daphne's options] ioa_web.asgi:application`.
"""

import asyncio
import os
from typing import Any

import daphne.server
from autobahn.websocket.types import ConnectionRequest
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

AGENTS = "/ws/agents/"
AGENT_BYTES = 1024 * 1024  # of one message of an agent; the consumer reads no longer ones
PAGE_BYTES = 64 * 1024  # of one message of a browser
MOST_UNREAD = 4  # messages that wait for a consumer before the socket is read no further
PAUSE = 0.02  # seconds
FORM_BYTES = 1024 * 1024  # what a form may have around its files
TOO_LARGE = (
    b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain\r\nContent-Length: 23\r\n"
    b"Connection: close\r\n\r\nThe request is too big."
)


@implementer(IPushProducer)
class Flow:
    """Whether the other end takes what is written to it, as its transport says."""

    def __init__(self) -> None:
        self._free = asyncio.Event()
        self._free.set()

    def pauseProducing(self) -> None:
        """The transport holds enough."""
        self._free.clear()

    def resumeProducing(self) -> None:
        """The other end has taken it."""
        self._free.set()

    def stopProducing(self) -> None:
        """There is no other end any more."""
        self._free.set()

    async def wait(self) -> None:
        """Until more may be written."""
        await self._free.wait()


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """Closes with 1009 on the announcement of too much, and reads on only when what came was taken."""

    _paused = False

    def onConnect(self, request: ConnectionRequest) -> Any:
        """Set the bound by who dials in."""
        most = AGENT_BYTES if request.path == AGENTS else PAGE_BYTES
        self.maxMessagePayloadSize = self.maxFramePayloadSize = most
        self.flow = Flow()
        return super().onConnect(request)

    def onOpen(self) -> None:
        """Be told how the other end takes what is written; until now the HTTP channel was."""
        self.transport.unregisterProducer()
        self.transport.registerProducer(self.flow, True)
        super().onOpen()

    def onClose(self, *args: Any) -> None:
        """Hold up nobody who still wants to write."""
        self.flow.stopProducing()
        super().onClose(*args)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Hand it on; a sender that is faster than the consumer has to wait, so that no queue grows."""
        super().onMessage(payload, isBinary)
        if not self._paused and self._is_behind():
            self._paused = True
            self.transport.pauseProducing()
            self.factory.reactor.callLater(PAUSE, self._go_on)

    def _go_on(self) -> None:
        if self._is_behind() and self.state == self.STATE_OPEN:
            self.factory.reactor.callLater(PAUSE, self._go_on)
        else:
            self._paused = False
            self.transport.resumeProducing()

    def _is_behind(self) -> bool:
        return bool(self.application_queue.qsize() > MOST_UNREAD)


class BoundedRequest(WebRequest):  # type: ignore[misc]
    """Ends with 413 on the announcement of too large a body, or once one without a length has become too large."""

    _got = 0
    _refused = False

    def gotLength(self, length: int | None) -> None:
        """Look at what is announced."""
        super().gotLength(length)
        self._count(length or 0)

    def handleContentChunk(self, data: bytes) -> None:
        """Count what comes; after the end nothing of it is kept."""
        self._got += len(data)
        if self._count(self._got):
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Carry out what is whole; the end of a refused body may have come in the piece that was too much."""
        return None if self._refused else super().process()

    def _count(self, size: int) -> bool:
        if size <= settings.IOA_REQUEST_LIMIT + FORM_BYTES:
            return True
        if not self._refused:
            self._refused = True
            self.channel.transport.write(TOO_LARGE)
            self.channel.loseConnection()
        return False


class BoundedHTTP(HTTPFactory):  # type: ignore[misc]
    """Makes requests that are bounded."""

    def buildProtocol(self, addr: Any) -> Any:
        """See Factory."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


class BoundedSockets(WebSocketFactory):  # type: ignore[misc]
    """Makes sockets that are bounded, and that say with which code they end."""

    protocol = BoundedSocket

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.setProtocolOptions(failByDrop=False)


class BoundedServer(Server):  # type: ignore[misc]
    """Daphne's server with our factories, which it takes by their names."""

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Pass on what a consumer sends; to a socket that does not take it the consumer has to wait."""
        await super().handle_reply(protocol, message)
        if message["type"] == "websocket.send":
            await protocol.flow.wait()

    def run(self) -> None:
        """Serve until the process is told to end."""
        daphne.server.HTTPFactory, daphne.server.WebSocketFactory = BoundedHTTP, BoundedSockets
        super().run()


class BoundedDaphne(CommandLineInterface):  # type: ignore[misc]
    """Daphne's command line; without its access log, since the address of a sign-in link is a secret."""

    server_class = BoundedServer

    def __init__(self) -> None:
        super().__init__()
        self.parser.set_defaults(verbosity=0, server_name="")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
    BoundedDaphne.entrypoint()
