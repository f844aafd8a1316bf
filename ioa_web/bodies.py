"""What the web server reads of a request's body: 64 kB of anybody, more only of somebody who is known.

Who asks is found out before more is read, and meanwhile nothing is read. What is too much ends with 413, unread. What
is whole and long waits on disk, and the application takes it a piece at a time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote

from daphne.http_protocol import HTTPFactory

from ioa_web.claims import LookUps, RequestClaim, TooBusyError
from ioa_web.flow import FlowingRequest

log = logging.getLogger(__name__)

STRANGERS_BYTES = 64 * 1024  # of a body, before it is known who sends it
PIECE = 64 * 1024  # of a body, that the application is given at one time
LINGER = 1.0  # seconds in which a client that is still sending may read the answer
RETRY_SECONDS = "5"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
TO_STRANGERS = (
    f"No more than {STRANGERS_BYTES // 1024} kB are read before it is known who sends them: sign in, or send an API "
    "token."
)
TOO_BUSY = "Too many requests with large bodies come in at this moment: try again."
look_ups = LookUps()


class BoundedRequest(FlowingRequest):
    """Ends with 413 on the announcement of too large a body, or once one without a length has become too large."""

    _most = STRANGERS_BYTES
    _got = 0
    _refused = False
    _asking: asyncio.Task[None] | None = None
    _whole: IO[bytes] | None = None  # the body, until the application has taken all of it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Twisted would take forms apart, all in memory and of anybody; Django does it where it is wanted
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def gotLength(self, length: int | None) -> None:
        """Look at what is announced, and where that is much, at who announces it. What is short stays off the disk."""
        self.content = SpooledTemporaryFile(max_size=STRANGERS_BYTES)  # noqa: SIM115  # the request closes it
        if length is not None and length <= STRANGERS_BYTES:
            return
        expects = self.requestHeaders.hasHeader("Expect")
        self.requestHeaders.removeHeader("Expect")  # else the client would be told to go on at once
        claim = RequestClaim.of(self.requestHeaders, self._path(), getattr(self.channel.getPeer(), "host", ""))
        if claim is not None:
            self._stop_reading()
            self._asking = asyncio.ensure_future(self._find_out(claim, length, expects=expects))
        elif length is not None:
            self._refuse(413, TO_STRANGERS)
        elif expects:
            self.channel.transport.write(CONTINUE)

    def handleContentChunk(self, data: bytes) -> None:
        """Keep what comes, until it is too much."""
        self._got += len(data)
        if self._refused:
            return
        if self._got > self._most:
            self._refuse(413, self._too_large())
        else:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Carry out what is whole; the end of a refused body may have come in the piece that was too much."""
        if self._refused:
            return None
        if self._got:  # Django reads no form whose length it isn't told
            self.requestHeaders.setRawHeaders("Content-Length", [str(self._got)])
        if self._got > STRANGERS_BYTES:  # Daphne would put all of it into the application's queue at once
            self._whole, self.content = self.content, SpooledTemporaryFile()  # noqa: SIM115  # as above
            self._whole.seek(0)
        return super().process()

    async def message(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        """What an application receives: a long body a piece at a time, else what Daphne has queued.

        The last piece comes with the empty message that Daphne took for the whole.
        """
        if self._whole is None:
            return await receive()
        await asyncio.sleep(0)  # an application that only takes it would let nobody else go on
        piece = self._whole.read(PIECE)
        if self._whole.tell() < self._got:
            return {"type": "http.request", "body": piece, "more_body": True}
        self._whole.close()
        self._whole = None
        return await receive() | {"body": piece}

    async def _find_out(self, claim: RequestClaim, length: int | None, *, expects: bool) -> None:
        method = self.channel._command.decode("latin-1")  # noqa: SLF001  # the request learns it with its whole body
        try:
            most = await look_ups.most(claim, method, self._path())
        except TooBusyError:
            self._refuse(503, TOO_BUSY)
            return
        except Exception:
            log.exception("it can't be looked up who sends a body")
            self._refuse(503)
            return
        self._most = most or STRANGERS_BYTES
        if length is not None and length > self._most:
            self._refuse(413, self._too_large())
        else:
            self._go_on(expects=expects)

    def _go_on(self, *, expects: bool) -> None:
        if self.channel is None:  # the client has gone
            return
        if expects:
            self.channel.transport.write(CONTINUE)
        self.channel.paused = False
        self.channel.transport.resumeProducing()
        self.channel.dataReceived(b"")  # what had come already

    def _stop_reading(self) -> None:
        self.channel.paused = True
        self.channel.transport.pauseProducing()

    def _path(self) -> str:
        path: bytes = self.channel._path  # noqa: SLF001  # as above
        return unquote(path.partition(b"?")[0].decode("latin-1"))

    def _too_large(self) -> str:
        if self._most == STRANGERS_BYTES:
            return TO_STRANGERS
        return f"A request has at most {self._most / 2**20:.1f} MB here."

    def _refuse(self, status: int, detail: str = "") -> None:
        """Answer, read nothing more, and close when a client that is still sending had time to read the answer."""
        from ioa_web.problems import problem  # the apps are loaded by now, not when this module is

        self._refused = True
        if self.channel is None:
            return
        answer = problem(status, detail)
        answer["Connection"] = "close"
        answer["Content-Length"] = str(len(answer.content))
        if status == 503:
            answer["Retry-After"] = RETRY_SECONDS
        self._stop_reading()
        line = f"HTTP/1.1 {status} {answer.reason_phrase}\r\n".encode()
        self.channel.transport.write(line + answer.serialize())
        self.channel.transport.loseWriteConnection()
        self.channel.callLater(LINGER, self.channel.transport.abortConnection)


class BoundedHTTP(HTTPFactory):  # type: ignore[misc]  # daphne has no types
    """Makes requests that are bounded."""

    def buildProtocol(self, addr: Any) -> Any:
        """See Factory."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
