"""All sockets of this process on which agents have dialled in: one look at the tables for all of them.

A bell through Redis says at once that an agent is called; every two seconds the tables are looked at for those whom it
did not reach. Every few seconds the process says that its sockets are open and learns which must be closed.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from channels.db import database_sync_to_async

from apps.agents.actions import mailbox
from apps.journal.gateway import Subscriptions, is_wanted

log = logging.getLogger(__name__)

CHECK_SECONDS = 3.0


class DialInLine(Protocol):
    """What the switchboard needs of a socket."""

    socket_id: uuid.UUID

    async def dismiss(self) -> None:
        """Close it: its token was revoked or has expired, or another socket took its place."""


def _with_deliveries(connection_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Connections over which something is to be told, with a number that is newer each time."""
    return dict.fromkeys(mailbox.lines_with_errands(connection_ids), time.time_ns())


class Switchboard:
    """The sockets of one process."""

    def __init__(self) -> None:
        self._lines: dict[uuid.UUID, DialInLine] = {}
        self._checking: asyncio.Task[None] | None = None
        self._bells = Subscriptions(_with_deliveries)

    def join(self, line: DialInLine) -> None:
        """Take a socket in."""
        self._lines[line.socket_id] = line
        if self._checking is None:
            self._checking = asyncio.create_task(self._check())

    def leave(self, line: DialInLine) -> None:
        """A socket is gone."""
        self._lines.pop(line.socket_id, None)
        if not self._lines and self._checking is not None:
            self._checking.cancel()
            self._checking = None

    async def serve(self, connection_id: uuid.UUID, look: Callable[[], Awaitable[None]]) -> None:
        """Look now, and whenever the agent is called, until this is cancelled."""
        async with self._bells.listen(connection_id) as feed:
            await look()
            async for _ in feed:
                await look()

    async def _check(self) -> None:
        while is_wanted():
            try:
                await self._dismiss_the_unwelcome()
            except Exception:  # the database is away for a moment; the sockets stay
                log.warning("could not check the sockets of agents", exc_info=True)
            await asyncio.sleep(CHECK_SECONDS)

    async def _dismiss_the_unwelcome(self) -> None:
        checked = dict(self._lines)
        welcome = await database_sync_to_async(mailbox.keep_open)(checked)
        for socket_id, line in checked.items():
            if socket_id not in welcome and socket_id in self._lines:
                await line.dismiss()


switchboard = Switchboard()
"""The process's own."""
