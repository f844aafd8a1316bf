"""The live fan-out: "stream S is now at n", from whoever committed to every process that shows S.

Redis carries it and may lose it; each process also looks at the table every two seconds, so a push is a courtesy and
never the record. There is one subscription for each process and stream, however many sockets show it.
"""

import asyncio
import contextlib
import logging
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings

from apps.core import faults
from apps.journal import queries

log = logging.getLogger(__name__)

POLL_SECONDS = 2.0
BREAKER_SECONDS = 2.0
_PREFIX = "ioa:stream:"
_LOOK = "look"


@cache
def _client() -> redis.Redis:
    pool = redis.BlockingConnectionPool.from_url(
        settings.REDIS_URL, max_connections=16, timeout=2, socket_timeout=2, socket_connect_timeout=1
    )
    return redis.Redis(connection_pool=pool)


class _Breaker:
    """Open for a moment after Redis refused, so that its absence costs one wait and not one for each event."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = 0.0

    def is_open(self) -> bool:
        with self._lock:
            return time.monotonic() < self._until

    def trip(self) -> None:
        with self._lock:
            self._until = time.monotonic() + BREAKER_SECONDS


_breaker = _Breaker()


def publish(numbers: Mapping[uuid.UUID, int], topics: Iterable[uuid.UUID] = ()) -> None:
    """Tell all processes at which number each stream is now, and which topics look different, in one message to Redis.

    Never raises: who misses a number, polls. A topic is no stream: nothing of it is kept, so who misses that has to
    look again after a while.
    """
    faults.reach_point("before_publish")
    _say({**{stream: str(number) for stream, number in numbers.items()}, **dict.fromkeys(topics, _LOOK)})
    faults.reach_point("after_publish")


def _say(news: Mapping[uuid.UUID, str]) -> None:
    if not _breaker.is_open():
        try:
            with _client().pipeline(transaction=False) as pipe:
                for about, what in news.items():
                    pipe.publish(f"{_PREFIX}{about}", what)
                pipe.execute()
        except redis.RedisError:
            _breaker.trip()
            log.warning("Redis is down; sockets will find the news by looking")


DRAFT_SECONDS = 60
"""For how long a text that is being written is shown after its writer added something last."""
_DRAFT = "ioa:draft:"


def show_draft(name: str, text: str, topic: uuid.UUID) -> None:
    """Have what is being written shown, by whoever shows the topic; nothing else keeps it. Never raises.

    `name`: of the call that writes it. Whoever shows drafts asks for those of calls that go on: one is never taken
    back, it is not asked for any more.
    """
    if _breaker.is_open():
        return
    try:
        with _client().pipeline(transaction=False) as pipe:
            pipe.set(f"{_DRAFT}{name}", text, ex=DRAFT_SECONDS)
            pipe.publish(f"{_PREFIX}{topic}", _LOOK)
            pipe.execute()
    except redis.RedisError:
        _breaker.trip()


def drafts(names: Sequence[str]) -> dict[str, str]:
    """What is being written in these calls, by their names; nothing of those that write nothing. Never raises."""
    if not names or _breaker.is_open():
        return {}
    try:
        found = _client().mget([f"{_DRAFT}{name}" for name in names])
    except redis.RedisError:
        _breaker.trip()
        return {}
    return {name: bytes(text).decode() for name, text in zip(names, found, strict=True) if isinstance(text, bytes)}


class StreamFeed:
    """What one listener hears: the newest number, never an older one, however many came in between."""

    def __init__(self) -> None:
        self._newest = 0
        self._told = 0
        self._changed = False
        self._news = asyncio.Event()

    def tell(self, seq: int) -> None:
        """Take note of a number."""
        if seq > self._newest:
            self._newest = seq
            self._news.set()

    def note_change(self) -> None:
        """Take note that something looks different that has no number."""
        self._changed = True
        self._news.set()

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    async def __anext__(self) -> int:
        while self._told >= self._newest and not self._changed:
            self._news.clear()
            await self._news.wait()
        self._told, self._changed = self._newest, False
        return self._told


def is_wanted() -> bool:
    """Whether nobody has asked the current task to end: a library below it may have swallowed the cancellation."""
    task = asyncio.current_task()
    return task is None or not task.cancelling()


_GONE = (redis.RedisError, OSError, AttributeError)
"""What a subscription raises on a connection that is lost; AttributeError: the last listener left, and it is closed."""

Look = Callable[[Collection[uuid.UUID]], Mapping[uuid.UUID, int]]


class Subscriptions:
    """The subscriptions of this process, on the event loop that listens; a new loop takes over from one that ended.

    `look` gives where each of what is listened to stands now, for those whom a push did not reach.
    """

    def __init__(self, look: Look = queries.last_seqs) -> None:
        self._look = look
        self._loop: asyncio.AbstractEventLoop | None = None
        self._feeds: dict[uuid.UUID, set[StreamFeed]] = defaultdict(set)
        self._pubsub: redis.asyncio.client.PubSub | None = None
        self._work: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def listen(self, stream_id: uuid.UUID) -> AsyncIterator[StreamFeed]:
        """Hear of a stream for as long as the block runs."""
        self._start()
        feed = StreamFeed()
        first = stream_id not in self._feeds
        self._feeds[stream_id].add(feed)
        if first:
            await self._subscribe(stream_id)
        try:
            yield feed
        finally:
            await self._forget(stream_id, feed)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # what ran on the other is gone with it, whether it was ended or cut off
            self._loop, self._pubsub, self._work = loop, None, []
            self._feeds.clear()
        if not self._work:
            self._work = [asyncio.create_task(self._poll()), asyncio.create_task(self._hear())]

    async def _forget(self, stream_id: uuid.UUID, feed: StreamFeed) -> None:
        self._feeds[stream_id].discard(feed)
        if not self._feeds[stream_id]:
            del self._feeds[stream_id]
            if self._pubsub is not None and self._feeds:
                with contextlib.suppress(*_GONE):
                    await self._pubsub.unsubscribe(f"{_PREFIX}{stream_id}")
        if not self._feeds:
            await self._stop()

    async def _stop(self) -> None:
        work, self._work = self._work, []
        while left := [task for task in work if not task.done()]:
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=0.5)  # again: a library may swallow a cancellation

    async def _subscribe(self, stream_id: uuid.UUID) -> None:
        if self._pubsub is not None:
            with contextlib.suppress(*_GONE):  # who hears next subscribes to all that is listened to
                await self._pubsub.subscribe(f"{_PREFIX}{stream_id}")

    async def _poll(self) -> None:
        while is_wanted():
            await asyncio.sleep(POLL_SECONDS)
            try:
                seqs = await sync_to_async(self._look)(list(self._feeds))
            except Exception:  # the database is away for a moment; the next look finds it
                log.warning("could not look for news", exc_info=True)
                continue
            for stream_id, seq in seqs.items():
                self._tell(stream_id, seq)

    async def _hear(self) -> None:
        while is_wanted():
            try:
                await self._hear_until_it_breaks()
            except (redis.RedisError, OSError):
                await asyncio.sleep(1)

    async def _hear_until_it_breaks(self) -> None:
        async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as pubsub:
            known = set(self._feeds)
            await pubsub.subscribe(f"{_PREFIX}all", *(f"{_PREFIX}{stream_id}" for stream_id in known))
            self._pubsub = pubsub
            try:
                for stream_id in set(self._feeds) - known:  # who came meanwhile found nobody to ask
                    await self._subscribe(stream_id)
                while is_wanted():
                    message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=POLL_SECONDS)
                    if message is not None:
                        name = message["channel"].decode().removeprefix(_PREFIX)
                        self._heard(uuid.UUID(name), message["data"].decode())
            finally:
                self._pubsub = None

    def _heard(self, about: uuid.UUID, what: str) -> None:
        if what == _LOOK:
            for feed in self._feeds.get(about, ()):
                feed.note_change()
        else:
            self._tell(about, int(what))

    def _tell(self, stream_id: uuid.UUID, seq: int) -> None:
        for feed in self._feeds.get(stream_id, ()):
            feed.tell(seq)


subscriptions = Subscriptions()
"""The process's own."""
