"""One audience for each thing that is looked at, in each language: one rendering, the same text to every socket.

Order for a newcomer: the subscription runs, then it is caught up from the database, then it gets what is live. One task
does both, so nothing falls between them; what comes twice takes the place of itself. A look that went well ends with a
heartbeat: a page that hears none does not show everything.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Hashable
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import translation

from apps.accounts.domain.languages import ENGLISH
from apps.accounts.queries.permissions import PageAccess, page_accesses
from apps.chat.domain.batches import Batch, batch_of, beat_of
from apps.journal.gateway import is_wanted, subscriptions
from apps.web.consumers.viewer import NO_ACCESS, OTHER_ROLE, SIGNED_OUT, TOO_SLOW, Page, Viewer
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.parts import Feed

log = logging.getLogger(__name__)

BATCH_SECONDS = 0.2
"""Between two batches: the first news after a silence is sent at once, what follows closely comes together."""
DRAFT_SECONDS = 0.3
"""Between two batches of what is being written."""
LOOK_SECONDS = 5.0
"""Time alone changes what is shown (a team stalls), so an audience looks again this often."""
BEAT_SECONDS = 2.5
"""Between two heartbeats at least; a page waits for 12 s."""
CHECK_SECONDS = 3.0
RETRY_SECONDS = 1.0

MOST_SOCKETS = 10
"""Of one person in this process; a page holds one."""

CODES = {
    PageAccess.SIGNED_OUT: SIGNED_OUT,
    PageAccess.NO_ACCESS: NO_ACCESS,
    PageAccess.OTHER_ROLE: OTHER_ROLE,
}


class Audience:
    """Everybody who looks at the same thing. Its tasks wait for the database and for time, and for no socket."""

    def __init__(
        self,
        workspace_id: UUID,
        stream_id: UUID,
        make_feed: Callable[[], Feed],
        language: str = ENGLISH,
        drafts: UUID | None = None,
        pace: float = BATCH_SECONDS,
    ) -> None:
        """`drafts`: the topic of what is being written there; `pace`: seconds between two batches."""
        self._pace_seconds = pace
        self.workspace_id, self.stream_id, self.language, self.drafts = workspace_id, stream_id, language, drafts
        self.viewers: set[Viewer] = set()  # those that are caught up
        self.present: set[Viewer] = set()  # and those that are not yet
        self._make_feed = make_feed
        self._feed: Feed | None = None  # none: what is new is not counted yet
        self._number = 0  # of the newest batch
        self._caught_up: tuple[Page, Batch] | None = None  # which pages, and the text, since the last look
        self._looked_at = self._drawn_at = self._beat_at = 0.0
        self._has_news = self._has_drafts = False
        self._listening = asyncio.Event()
        self._called = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def join(self, viewer: Viewer) -> None:
        """Take a viewer in; it is caught up and kept in the picture."""
        self.present.add(viewer)
        if not self._tasks:
            work = [self._listen(self.stream_id, self._note_news), self._show(), self._check()]
            work += [self._listen(self.drafts, self._note_draft)] if self.drafts else []
            self._tasks = [asyncio.create_task(each) for each in work]
        self._called.set()

    def leave(self, viewer: Viewer) -> bool:
        """A viewer is gone; True when it was the last."""
        self.present.discard(viewer)
        self.viewers.discard(viewer)
        viewer.stop()
        return not self.present

    async def end(self) -> None:
        """Stop listening; nobody looks any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _note_news(self) -> None:
        self._has_news = True

    def _note_draft(self) -> None:
        self._has_drafts = True

    async def _listen(self, topic: UUID, note: Callable[[], None]) -> None:
        while is_wanted():
            try:
                async with subscriptions.listen(topic) as feed:
                    if topic == self.stream_id:
                        self._listening.set()
                    async for _ in feed:
                        note()
                        self._called.set()
            except Exception:
                log.warning("could not listen to %s", topic, exc_info=True)
                self._listening.set()  # looking goes on without
                await asyncio.sleep(RETRY_SECONDS)

    async def _show(self) -> None:
        await self._listening.wait()
        while is_wanted():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(self._pause(), self._draft_pause())):
                    await self._called.wait()
            self._called.clear()
            try:
                await self._admit()
                if not self._pause():
                    await self._look()
                elif not self._draft_pause():
                    await self._draw()
            except Exception:  # the database is away for a moment
                log.warning("could not render %s", self.stream_id, exc_info=True)
                await asyncio.sleep(RETRY_SECONDS)

    def _pause(self) -> float:
        """Seconds until the next look is due."""
        since = time.monotonic() - self._looked_at
        return max((self._pace_seconds if self._has_news else LOOK_SECONDS) - since, 0.0)

    def _draft_pause(self) -> float:
        """Seconds until what is being written is shown; no less than those of a look where nothing is."""
        since = time.monotonic() - self._drawn_at
        return max(DRAFT_SECONDS - since, 0.0) if self._has_drafts else LOOK_SECONDS

    async def _admit(self) -> None:
        """Catch up everybody who came; whose pages are equally old get the same text, rendered once."""
        feed = await self._primed()
        while newcomers := self.present - self.viewers:
            page = next(iter(newcomers)).page
            batch = await self._catch_up(feed, page)
            for viewer in newcomers & self.present:
                if viewer.page == page:
                    self.viewers.add(viewer)
                    viewer.start(self.dismiss)
                    self._offer(viewer, batch)

    async def _catch_up(self, feed: Feed, page: Page) -> Batch:
        """What such a page lacks. What was rendered since the last look does for whoever comes now too: the next look
        tells all of them what has changed since that one.
        """
        if self._caught_up is None or self._caught_up[0] != page:
            markup = await self._rendered(feed.catch_up, *page)
            self._caught_up = page, batch_of(self._number, markup)
        return self._caught_up[1]

    async def _primed(self) -> Feed:
        """The feed, which counts what is new from its first look on."""
        if self._feed is None:
            feed = self._make_feed()
            await self._rendered(feed.news)
            self._feed = feed
        return self._feed

    async def _rendered(self, look: Callable[..., str], *args: object, **asked: object) -> str:
        """What a look at the feed says, in the language of those who look on."""
        language = self.language

        def work() -> str:
            with translation.override(language):
                return look(*args, **asked)

        markup: str = await database_sync_to_async(work)()
        return markup

    async def _look(self) -> None:
        """Show what is new, and say that this is all."""
        feed = await self._primed()
        called, self._has_news, self._has_drafts, self._caught_up = self._has_news, False, False, None
        try:
            markup = await self._rendered(feed.news, called=called)
        except Exception:
            self._begin_anew()
            raise
        self._looked_at = self._drawn_at = time.monotonic()
        self._offer_all(markup)
        if self._looked_at - self._beat_at >= BEAT_SECONDS:
            self._beat(feed.seq)

    async def _draw(self) -> None:
        """Show what is being written; a look shows it too."""
        self._has_drafts, self._drawn_at = False, time.monotonic()
        feed = await self._primed()
        if isinstance(feed, RoomFeed) and (markup := await self._rendered(feed.drafts)):
            self._caught_up = None
            self._offer_all(markup)

    def _offer_all(self, markup: str) -> None:
        if markup:
            self._number += 1
            batch = batch_of(self._number, markup)
            for viewer in tuple(self.viewers):
                self._offer(viewer, batch)

    def _beat(self, seq: int) -> None:
        """Through the same queue as everything else; whoever still waits for something has no need of it."""
        self._beat_at = self._looked_at
        beat = beat_of(self._number, seq)
        for viewer in self.viewers:
            viewer.after = max(viewer.after, seq)
            if viewer.idle:
                viewer.offer(beat)

    def _begin_anew(self) -> None:
        """What a look that failed would have shown is lost to the feed, so all are caught up from where they are."""
        self._feed = None
        self.viewers.clear()

    def _offer(self, viewer: Viewer, batch: Batch) -> None:
        if not viewer.offer(batch):
            self.dismiss(viewer, TOO_SLOW)

    async def _check(self) -> None:
        """Close the sockets of those who signed out, may no longer look, or look with another role now."""
        while is_wanted():
            await asyncio.sleep(CHECK_SECONDS)
            checked = list(self.present)  # who comes meanwhile was let in just now
            seats = {viewer.seat for viewer in checked}
            try:
                standing = await database_sync_to_async(page_accesses)(self.workspace_id, seats)
            except Exception:
                log.warning("could not check who may look at %s", self.stream_id, exc_info=True)
                continue
            for viewer in checked:
                code = CODES.get(standing[viewer.seat])
                if code is not None and viewer in self.present:
                    self.dismiss(viewer, code)

    def dismiss(self, viewer: Viewer, code: int) -> None:
        """Show a viewer nothing more, count it no more, and close its socket, which is not waited for."""
        self.present.discard(viewer)
        self.viewers.discard(viewer)
        viewer.stop(code)


class Audiences:
    """The audiences of this process."""

    def __init__(self) -> None:
        self._by_key: dict[Hashable, Audience] = {}
        self._by_person: dict[UUID, set[Viewer]] = {}

    def crowded(self, user_id: UUID) -> bool:
        """Whether somebody has as many sockets as one person may have."""
        return self.count(user_id) >= MOST_SOCKETS

    def count(self, user_id: UUID) -> int:
        """How many sockets somebody has; one that was dismissed counts no more, though it may be open yet."""
        return sum(not viewer.is_stopped for viewer in self._by_person.get(user_id, ()))

    def enter(self, key: Hashable, viewer: Viewer, make: Callable[[], Audience]) -> Audience:
        """Put a viewer into the audience of `key`, which is made when it is the first. Who enters has to exit."""
        audience = self._by_key.get(key)
        if audience is None:
            audience = self._by_key[key] = make()
        self._by_person.setdefault(viewer.seat.user_id, set()).add(viewer)
        audience.join(viewer)
        return audience

    async def exit(self, key: Hashable, viewer: Viewer) -> None:
        """Take a viewer out; an empty audience goes."""
        theirs = self._by_person.get(viewer.seat.user_id, set())
        theirs.discard(viewer)
        if not theirs:
            self._by_person.pop(viewer.seat.user_id, None)
        audience = self._by_key.get(key)
        if audience is not None and audience.leave(viewer):
            del self._by_key[key]  # before anything is awaited: who comes now gets a new audience
            await audience.end()

    def sockets(self) -> int:
        """How many sockets there are."""
        return sum(len(audience.present) for audience in self._by_key.values())


audiences = Audiences()
