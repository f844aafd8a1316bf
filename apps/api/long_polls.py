"""Waiting for what a stream tells, without holding a database connection or a thread meanwhile."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Collection
from uuid import UUID

from django.http import StreamingHttpResponse

from apps.journal.gateway import is_wanted, subscriptions

LOOK_SECONDS = 3.0
"""A waiting client hears something at least this often, and loses its stream this soon after its access."""


async def stream_wakes(stream_id: UUID) -> AsyncGenerator[None]:
    """Yield at the beginning, then when the stream has news, and at least every LOOK_SECONDS."""
    async with subscriptions.listen(stream_id) as feed:
        while is_wanted():
            yield
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(anext(feed), LOOK_SECONDS)


async def wakes_of_many(stream_ids: Collection[UUID]) -> AsyncGenerator[None]:
    """The same for several streams; for none of them every LOOK_SECONDS."""
    async with contextlib.AsyncExitStack() as stack:
        feeds = [await stack.enter_async_context(subscriptions.listen(stream_id)) for stream_id in stream_ids]
        heard = {asyncio.ensure_future(anext(feed)): feed for feed in feeds}
        try:
            while is_wanted():
                yield
                if not heard:
                    await asyncio.sleep(LOOK_SECONDS)
                    continue
                told, _ = await asyncio.wait(heard, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                for each in told:
                    feed = heard.pop(each)
                    heard[asyncio.ensure_future(anext(feed))] = feed
        finally:
            for each in heard:
                each.cancel()


def slow_answer(parts: AsyncGenerator[str], content_type: str) -> StreamingHttpResponse:
    """An answer that comes piece by piece, and that nothing on the way keeps back."""
    response = StreamingHttpResponse(parts, content_type=content_type)
    response["Cache-Control"], response["X-Accel-Buffering"] = "no-store", "no"
    return response
