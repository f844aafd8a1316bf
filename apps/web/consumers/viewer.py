"""One socket that is shown something: its queue, what is sent to it, and how it is closed.

Nobody ever waits for a socket but the tasks of its own viewer: it may be dead, and its other end may never read.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from apps.accounts.queries.permissions import PageSeat
from apps.chat.domain.batches import Batch

log = logging.getLogger(__name__)

MOST_BATCHES = 256
MOST_CHARACTERS = 4 * 1024 * 1024
"""That wait to be sent. One batch may be longer, where nothing else waits."""
SEND_SECONDS = 60.0
"""For one frame to be taken: half a kilobyte a second."""
CLOSE_SECONDS = 10.0

SIGNED_OUT = 4401
NO_ACCESS = 4403
OTHER_ROLE = 4409  # the page reads itself again
UNSENT = 4410  # something could not be sent: the page reads itself again
TOO_SLOW = 4413  # the page connects again
TOO_MANY = 4429  # the page tries again after a while


class Socket(Protocol):
    """What an audience needs of a consumer."""

    async def send(self, text_data: str) -> None:
        """Send a text frame."""

    async def close(self, code: int) -> None:
        """Close with a code."""


Page = tuple[int, frozenset[str]]
"""How far a page was read, and the marks of the pieces that it shows."""


class Viewer:
    """A socket with its queue, so that a slow one holds up nobody.

    `after`: how far its page was read; `drawn`: the marks of the pieces that it shows.
    """

    def __init__(self, socket: Socket, seat: PageSeat, after: int = 0, drawn: frozenset[str] = frozenset()) -> None:
        self.seat, self.after, self.drawn = seat, after, drawn
        self._socket = socket
        self._queue: asyncio.Queue[Batch] = asyncio.Queue(MOST_BATCHES)
        self._waiting = 0  # characters
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_stopped = False

    @property
    def page(self) -> Page:
        """What it has before it."""
        return self.after, self.drawn

    @property
    def idle(self) -> bool:
        """Whether everything that was offered was sent."""
        return not self._waiting

    def offer(self, batch: Batch) -> bool:
        """Queue a batch; False when too much waits already."""
        full = self._queue.full() or (self._waiting and self._waiting + batch.size > MOST_CHARACTERS)
        if not full:
            self._waiting += batch.size
            self._queue.put_nowait(batch)
        return not full

    def start(self, failed: Callable[["Viewer", int], None]) -> None:
        """Begin to send what is offered; `failed` is called with the code to close with, should that not go on."""
        if not self._tasks:
            self._run(self._send_all(failed))

    def stop(self, code: int | None = None) -> None:
        """Send nothing more, and close with a code; None: the socket is gone. Waits for nobody."""
        self.is_stopped = True
        for task in self._tasks:
            task.cancel()
        if code is not None:
            self._run(self._close(code))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_all(self, failed: Callable[["Viewer", int], None]) -> None:
        try:
            while True:
                batch = await self._queue.get()
                for frame in batch.frames:
                    async with asyncio.timeout(SEND_SECONDS):
                        await self._socket.send(text_data=frame)
                self._waiting -= batch.size
        except TimeoutError:
            failed(self, TOO_SLOW)
        except ConnectionResetError:  # it has left meanwhile
            failed(self, UNSENT)
        except Exception:
            log.warning("a frame could not be sent", exc_info=True)
            failed(self, UNSENT)

    async def _close(self, code: int) -> None:
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.close(code=code)
        except Exception:  # it is gone already, or does not answer
            log.debug("a socket could not be closed", exc_info=True)
