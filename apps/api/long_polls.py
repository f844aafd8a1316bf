"""Waiting for what a stream tells, without holding a database connection or a thread meanwhile."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from uuid import UUID

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
