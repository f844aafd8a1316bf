"""The connector of agents that dial in: it puts a call into their mailbox and gives what they tell, each thing once."""

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from pydantic import BaseModel, ConfigDict

from apps.agents.connectors.probing import TEST, probe_result
from apps.agents.connectors.shutdown import shutting_down
from apps.agents.connectors.socket import mailbox
from apps.agents.connectors.socket.call_events import Hearing
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    CallContext,
    InputRequired,
    ProbeResult,
    Result,
    RunEvent,
    RunRequest,
)
from apps.agents.domain.failures import Failure
from apps.journal.gateway import StreamFeed, Subscriptions

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

LOOK_SECONDS = 30.0  # a silent call looks this often whether its agent is still there
AWAY_SECONDS = 90.0  # an agent that is away for longer has failed; a restart takes less
NOT_CONNECTED = "The agent is not connected. Start ioa-connect where it runs; its profile shows the command."
UNREGISTERED = "Save the agent first: its profile then shows the command that connects it."


def _with_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do `work` with a sound database connection and leave none behind in its thread."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()


_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="agent-mailbox")
_news = Subscriptions(lambda call_ids: _with_database(mailbox.last_seqs, call_ids))


class SocketConfig(BaseModel):
    """An agent that dials in needs no address."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    describes_itself: bool = True
    """Whether the name, description and skills that the agent sends replace those that are registered."""


class SocketConnector:
    """Reaches one agent through the socket that it opened, in whichever web process that is.

    A call is found again by the request's key and leg: after a worker was lost, the next one goes on listening to the
    same work. `inline` keeps database work in the calling thread, for tests.
    """

    def __init__(self, context: CallContext) -> None:
        self._agent_id = context.agent_id
        self._inline = context.inline

    async def run(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        """See Connector."""
        if not self._agent_id:
            yield AgentError(UNREGISTERED, permanent=True, failure=Failure.UNSENT)
            return
        agent_id = uuid.UUID(self._agent_id)
        call_id = await self._opened(agent_id, request)
        ended = False
        try:
            yield Accepted(str(call_id))  # after a lost worker the next one goes on with it
            async with contextlib.aclosing(self._told(agent_id, call_id)) as events:
                async for event in events:
                    ended = isinstance(event, Result | InputRequired | AgentError)
                    yield event
        finally:
            if not ended and not shutting_down.is_set():
                await self._do(mailbox.withdraw, call_id)

    async def probe(self, config: dict[str, object]) -> ProbeResult:
        """See Connector."""
        card = await self.reach(config)
        if card.problem:
            return card
        return await probe_result(self.run(config, replace(TEST, key=f"probe:{uuid.uuid4()}")))

    async def reach(self, config: dict[str, object]) -> ProbeResult:
        """See Reachable: whether the agent has dialled in."""
        if not self._agent_id:
            return ProbeResult(problem=UNREGISTERED, reachable=False)
        connected = await self._do(mailbox.is_connected, uuid.UUID(self._agent_id))
        return ProbeResult() if connected else ProbeResult(problem=NOT_CONNECTED, reachable=False)

    async def _opened(self, agent_id: uuid.UUID, request: RunRequest) -> uuid.UUID:
        """Open the call. Given up meanwhile it is withdrawn: its agent may have it before we know of it."""
        opening = asyncio.ensure_future(self._do(mailbox.open_call, agent_id, request))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            try:
                call_id = await opening
                if not shutting_down.is_set():
                    await self._do(mailbox.withdraw, call_id)
            except Exception:
                log.warning("a call that was given up could not be opened and withdrawn", exc_info=True)
            raise

    async def _told(self, agent_id: uuid.UUID, call_id: uuid.UUID) -> AsyncGenerator[RunEvent]:
        """Give the events of a call from its first on, until one ends it."""
        hearing, here_at = Hearing(), time.monotonic()
        async with _news.listen(call_id) as feed:
            while True:
                batch = await self._do(mailbox.events_after, call_id, hearing.seq)
                for event in hearing.hear(batch):
                    yield event
                if hearing.ended:
                    return
                if len(batch) == mailbox.BATCH or await _has_news(feed):
                    here_at = time.monotonic()
                    continue
                if await self._do(mailbox.is_connected, agent_id):
                    here_at = time.monotonic()
                elif time.monotonic() - here_at > AWAY_SECONDS:
                    given = await self._do(mailbox.withdraw, call_id)
                    yield AgentError(NOT_CONNECTED, failure=Failure.OVERDUE if given else Failure.UNSENT)
                    return

    async def _do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._inline:
            return await sync_to_async(work, thread_sensitive=True)(*args, **kwargs)

        done = partial(_with_database, work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(_threads, done)


async def _has_news(feed: StreamFeed) -> bool:
    try:
        async with asyncio.timeout(LOOK_SECONDS):  # wait_for of Python 3.11 may swallow that the call is given up
            await anext(feed)
    except TimeoutError:
        return False
    return True
