"""The web server: Daphne, which keeps no more in memory of what anybody sends than this product ever wants.

`python -m ioa_web.server [Daphne's options] ioa_web.asgi:application`.
"""

import os
import socket
from functools import partial
from http import HTTPStatus
from typing import Any

from ioa_web.reactor import reactor  # isort: skip  # before Daphne, which would install a slower one
import daphne.server
import django
from autobahn.exception import Disconnected
from autobahn.websocket.types import ConnectionRequest
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.endpoints import AdoptedStreamServerEndpoint, serverFromString
from twisted.web.http import RESPONSES

from ioa_web import heartbeat
from ioa_web.bodies import BoundedHTTP
from ioa_web.flow import Flow
from ioa_web.starting import exit_where_unfit, furnish_pages

AGENTS = "/ws/agents/"
AGENT_BYTES = 1024 * 1024  # of one message of an agent; the consumer reads no longer ones
PAGE_BYTES = 64 * 1024  # of one message of a browser
SENT_BYTES = 32 * 1024  # of one frame to anybody; a longer message goes in several
MOST_UNREAD = 4  # messages that wait for a consumer before the socket is read no further
PAUSE = 0.02  # seconds

# Twisted knows neither 422 nor 429, and would call them "Unknown Status"
RESPONSES.update({status.value: status.phrase.encode() for status in HTTPStatus})


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

    def sendMessage(self, payload: bytes, isBinary: bool = False, **options: Any) -> None:
        """Send it in frames of SENT_BYTES. The bound is on what comes; the library would hold it against us too."""
        most, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(payload, isBinary, **{"fragmentSize": SENT_BYTES, **options})
        finally:
            self.maxMessagePayloadSize = most

    def _go_on(self) -> None:
        if self._is_behind() and self.state == self.STATE_OPEN:
            self.factory.reactor.callLater(PAUSE, self._go_on)
        else:
            self._paused = False
            self.transport.resumeProducing()

    def _is_behind(self) -> bool:
        return bool(self.application_queue.qsize() > MOST_UNREAD)


class BoundedSockets(WebSocketFactory):  # type: ignore[misc]
    """Makes sockets that are bounded, and that say with which code they end."""

    protocol = BoundedSocket

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.setProtocolOptions(failByDrop=False)


def endpoint(reactor: Any, description: str) -> Any:
    """What Twisted makes of a description; of a socket that listens already, of whichever family that is."""
    kind, _, number = description.partition("=")
    if kind != "fd:fileno":
        return serverFromString(reactor, description)  # type: ignore[no-untyped-call]
    with socket.socket(fileno=os.dup(int(number))) as listening:
        return AdoptedStreamServerEndpoint(reactor, int(number), listening.family)  # type: ignore[no-untyped-call]


def with_bodies(application: Any) -> Any:
    """The application, which is given a long body as it takes it; Daphne has it queue up whole."""

    async def given(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            receive = partial(send.args[0].message, receive)  # Daphne's `send` knows whose it is
        await application(scope, receive, send)

    return given


class BoundedServer(Server):  # type: ignore[misc]
    """Daphne's server with our factories and endpoints, which it takes by their names."""

    def __init__(self, application: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(with_bodies(application), *args, **kwargs)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Pass on what an application sends; for a client that does not take it the application has to wait.

        Raises ConnectionResetError, as ASGI has it (2.4), where the client has left.
        """
        try:
            await super().handle_reply(protocol, message)
        except Disconnected as gone:
            raise ConnectionResetError("The other end of this socket is gone.") from gone
        if message["type"] == "websocket.send":
            await protocol.flow.wait()
        elif message["type"] == "http.response.body" and message.get("more_body"):
            await protocol.taken()

    def run(self) -> None:
        """Serve until the process is told to end."""
        heartbeat.keep_beating([heartbeat.Part(reactor.callFromThread).silent_for])
        daphne.server.HTTPFactory, daphne.server.WebSocketFactory = BoundedHTTP, BoundedSockets
        daphne.server.serverFromString = endpoint
        super().run()


class BoundedDaphne(CommandLineInterface):  # type: ignore[misc]
    """Daphne's command line; without its access log, since the address of a sign-in link is a secret."""

    server_class = BoundedServer

    def __init__(self) -> None:
        super().__init__()
        self.parser.set_defaults(verbosity=0, server_name="")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
    django.setup()
    exit_where_unfit()
    furnish_pages()
    BoundedDaphne.entrypoint()
