"""One audience for each thing that is looked at: one subscription, one rendering, the same text to every socket.

Order for a newcomer: the subscription runs, then it is caught up from the database, then it gets what is live. Both
happen under one lock, so nothing falls between them; what comes twice takes the place of itself.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from channels.db import database_sync_to_async

from apps.accounts.queries.still_in import Seat, Standing, standings
from apps.chat.rendering.pushing import Feed
from apps.journal.gateway import goes_on, subscriptions

log = logging.getLogger(__name__)

BATCH_SECONDS = 0.2
"""Between two batches: the first news after a silence is sent at once, what follows closely comes together."""
LOOK_SECONDS = 5.0
"""Time alone changes what is shown (a team stalls), so an audience looks again this often."""
CHECK_SECONDS = 3.0
QUEUED = 256

MOST_SOCKETS = 10
"""Of one person in this process; a page holds one."""

SIGNED_OUT = 4401
NO_ACCESS = 4403
OTHER_ROLE = 4409  # the page reads itself again
TOO_SLOW = 4413  # the page connects again
TOO_MANY = 4429

CODES = {
    Standing.SIGNED_OUT: SIGNED_OUT,
    Standing.NO_ACCESS: NO_ACCESS,
    Standing.OTHER_ROLE: OTHER_ROLE,
}


class Socket(Protocol):
    """What an audience needs of a consumer."""

    async def send(self, text_data: str) -> None:
        """Send a text frame."""

    async def close(self, code: int) -> None:
        """Close with a code."""


@dataclass(eq=False)
class Viewer:
    """A socket with its queue, so that a slow one holds up nobody."""

    socket: Socket
    seat: Seat
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(QUEUED))
    sender: asyncio.Task[None] | None = None

    def offer(self, text: str) -> bool:
        """Queue a text; False when the queue is full."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            return False
        return True

    async def pump(self) -> None:
        """Send what is queued, in order."""
        while True:
            await self.socket.send(text_data=await self.queue.get())


class Audience:
    """Everybody who looks at the same thing."""

    def __init__(self, workspace_id: UUID, stream_id: UUID, feed: Feed) -> None:
        self.workspace_id, self.stream_id, self.feed = workspace_id, stream_id, feed
        self.viewers: set[Viewer] = set()  # those that are caught up
        self.present: set[Viewer] = set()  # and those that are not yet
        self._newcomers: list[tuple[Viewer, int]] = []
        self._primed = False
        self._sent_at = 0.0
        self._lock = asyncio.Lock()
        self._listening = asyncio.Event()
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, viewer: Viewer, after: int) -> None:
        """Catch a viewer up and keep it in the picture."""
        self.present.add(viewer)
        self._start()
        await self._listening.wait()
        self._newcomers.append((viewer, after))
        async with self._lock:
            await self._admit()
        self._news.set()

    async def _admit(self) -> None:
        """Catch up everybody who came; whose pages are equally old get the same text, rendered once.

        Where the database is away all stay in the queue, and the next of them tries again.
        """
        if not self._primed:
            await database_sync_to_async(self.feed.news)()  # what is new is counted from here
            self._primed = True
        while self._newcomers:
            _, after = self._newcomers[0]
            text = await database_sync_to_async(self.feed.catch_up)(after)
            alike = [viewer for viewer, seen in self._newcomers if seen == after]
            self._newcomers = [(viewer, seen) for viewer, seen in self._newcomers if seen != after]
            for viewer in self.present.intersection(alike):
                viewer.offer(text)
                viewer.sender = asyncio.create_task(viewer.pump())
                self.viewers.add(viewer)

    def leave(self, viewer: Viewer) -> bool:
        """A viewer is gone; True when it was the last."""
        self.present.discard(viewer)
        self.viewers.discard(viewer)
        if viewer.sender is not None:
            viewer.sender.cancel()
        return not self.present

    async def end(self) -> None:
        """Stop listening; nobody looks any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(work()) for work in (self._listen, self._show, self._check)]

    async def _listen(self) -> None:
        async with subscriptions.listen(self.stream_id) as feed:
            self._listening.set()
            async for _ in feed:
                self._news.set()

    async def _show(self) -> None:
        while goes_on():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK_SECONDS)
            await asyncio.sleep(self._sent_at + BATCH_SECONDS - time.monotonic())
            self._news.clear()
            async with self._lock:
                await self._send_news()
            self._sent_at = time.monotonic()

    async def _send_news(self) -> None:
        try:
            text = await database_sync_to_async(self.feed.news)()
        except Exception:  # the database is away for a moment; the next look finds everything
            log.warning("could not render %s", self.stream_id, exc_info=True)
            return
        for viewer in list(self.viewers) if text else ():
            if not viewer.offer(text):
                await self._dismiss(viewer, TOO_SLOW)

    async def _check(self) -> None:
        """Close the sockets of those who signed out, may no longer look, or look with another role now."""
        while goes_on():
            await asyncio.sleep(CHECK_SECONDS)
            checked = list(self.viewers)  # who comes meanwhile was let in just now
            seats = {viewer.seat for viewer in checked}
            try:
                standing = await database_sync_to_async(standings)(self.workspace_id, seats)
            except Exception:
                log.warning("could not check who may look at %s", self.stream_id, exc_info=True)
                continue
            for viewer in checked:
                code = CODES.get(standing[viewer.seat])
                if code is not None and viewer in self.viewers:
                    await self._dismiss(viewer, code)

    async def _dismiss(self, viewer: Viewer, code: int) -> None:
        self.viewers.discard(viewer)
        if viewer.sender is not None:
            viewer.sender.cancel()
        await viewer.socket.close(code=code)  # which makes it leave


class Audiences:
    """The audiences of this process."""

    def __init__(self) -> None:
        self._by_key: dict[Hashable, Audience] = {}

    def crowded(self, user_id: UUID) -> bool:
        """Whether somebody has as many sockets as one person may have."""
        seats = (viewer.seat for audience in self._by_key.values() for viewer in audience.present)
        return sum(seat.user_id == user_id for seat in seats) >= MOST_SOCKETS

    async def enter(self, key: Hashable, viewer: Viewer, after: int, make: Callable[[], Audience]) -> Audience:
        """Put a viewer into the audience of `key`, which is made when it is the first."""
        audience = self._by_key.get(key)
        if audience is None:
            audience = self._by_key[key] = make()
        await audience.join(viewer, after)
        return audience

    async def exit(self, key: Hashable, viewer: Viewer) -> None:
        """Take a viewer out; an empty audience goes."""
        audience = self._by_key.get(key)
        if audience is not None and audience.leave(viewer):
            del self._by_key[key]  # before anything is awaited: who comes now gets a new audience
            await audience.end()


audiences = Audiences()
