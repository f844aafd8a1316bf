"""Whoever sends has to wait for a client that does not read, and a request whose client never does is cut off."""

import asyncio
from typing import Any

from daphne.http_protocol import WebRequest
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

TAKE_SECONDS = 60.0
"""For a client to read what was written to it; the transport holds 64 kB."""


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


class FlowingRequest(WebRequest):  # type: ignore[misc]  # daphne has no types
    """A request whose answer is written no faster than its client reads it."""

    flow: Flow | None = None

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Be told how the client takes what is written, from the beginning of the answer to its end."""
        if message["type"] == "http.response.start" and self.channel is not None and not self.finished:
            self.flow = Flow()
            self.registerProducer(self.flow, True)
        super().handle_reply(message)

    def finish(self) -> None:
        """Write the rest."""
        self._let_go()
        super().finish()

    def connectionLost(self, reason: Any) -> None:
        """Hold up nobody who still wants to write."""
        self._let_go()
        super().connectionLost(reason)

    async def taken(self) -> None:
        """Until the client has read; one that doesn't is cut off."""
        try:
            async with asyncio.timeout(TAKE_SECONDS):
                await (self.flow or Flow()).wait()
        except TimeoutError:
            if self.channel is not None:
                self.channel.forceAbortClient()

    def _let_go(self) -> None:
        if self.flow is not None:
            self.flow.stopProducing()
            self.unregisterProducer()
            self.flow = None
