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
from typing import Annotated, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from apps.agents.connectors.base import TEST, probe_result, shutting_down
from apps.agents.connectors.mcp.tool_call import ChosenCall, choose_call
from apps.agents.connectors.socket import mailbox
from apps.agents.connectors.socket.hearing import Hearing
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    CallContext,
    InputRequired,
    ProbeResult,
    Progress,
    Result,
    RunEvent,
    RunRequest,
    Sign,
    Writing,
)
from apps.agents.domain.dial_in import LONGEST_PLACE, DialInWay
from apps.agents.domain.failures import Failure
from apps.core.sentences import sentence
from apps.journal.gateway import StreamFeed, Subscriptions

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

LOOK_SECONDS = 30.0  # a silent call looks this often whether its agent is still there
AWAY_SECONDS = 90.0  # an agent that is away for longer has failed; a restart takes less
NOT_CONNECTED = sentence("The agent is not connected. Start ioa-connect where it runs; its profile shows the command.")
WAITED_FOR, BACK = sentence("not connected now, and waited for"), sentence("connected again")
PROBE = "probe:"  # the key of a test of the connection begins with it
UNREGISTERED = sentence("Save the agent first: its profile then shows the command that connects it.")


def _with_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do `work` with a sound database connection and leave none behind in its thread."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()


_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="agent-mailbox")
_news = Subscriptions(lambda call_ids: _with_database(mailbox.last_seqs, call_ids))


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("write it on one line, without control characters")
    return text.strip()


class SocketConfig(BaseModel):
    """An agent that dials in needs no address."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    describes_itself: bool = Field(
        default=True, description="Its name, what it does and its skills become what it says whenever it connects"
    )
    reached_by: DialInWay = Field(default=DialInWay.PYTHON, description="The option of ioa-connect that reaches it")
    reached_at: Annotated[str, AfterValidator(_one_line)] = Field(
        default="", max_length=LONGEST_PLACE, description="Its address, command or function on its own machine"
    )


class SocketConnector:
    """Reaches one agent through the socket that it opened, in whichever web process that is.

    A call is found again by the request's key and leg: after a worker was lost, the next one goes on listening to the
    same work. `inline` keeps database work in the calling thread, for tests.
    """

    def __init__(self, context: CallContext) -> None:
        self._connection_id = context.connection_id
        self._inline = context.inline
        self._here_at = time.monotonic()
        self._is_away = False

    async def run(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        """See Connector."""
        if not self._connection_id:
            yield AgentError(UNREGISTERED, permanent=True, failure=Failure.UNSENT)
            return
        connection_id = uuid.UUID(self._connection_id)
        call = await self._tool_call(connection_id, request)
        if isinstance(call, InputRequired | AgentError):
            yield call
            return
        if call is not None:
            yield call.sign
        async with contextlib.aclosing(self._called(connection_id, request, call)) as events:
            async for event in events:
                yield _with_cost(event, call)

    async def _tool_call(
        self, connection_id: uuid.UUID, request: RunRequest
    ) -> ChosenCall | InputRequired | AgentError | None:
        """What an agent that brings tools along is to call; None for any other, and for work that was begun before."""
        tools = [] if request.key.startswith(PROBE) else await self._do(mailbox.tools_of, connection_id)
        if not tools or await self._do(mailbox.known_call, connection_id, request) is not None:
            return None
        return await choose_call(tools, request)

    async def _called(
        self, connection_id: uuid.UUID, request: RunRequest, call: ChosenCall | None
    ) -> AsyncGenerator[RunEvent]:
        call_id = await self._opened(connection_id, request, call)
        ended = False
        try:
            yield Accepted(str(call_id))  # after a lost worker the next one goes on with it
            async with contextlib.aclosing(self._told(connection_id, call_id)) as events:
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
        return await probe_result(self.run(config, replace(TEST, key=f"{PROBE}{uuid.uuid4()}")))

    async def reach(self, config: dict[str, object]) -> ProbeResult:
        """See Reachable: whether the agent has dialled in."""
        if not self._connection_id:
            return ProbeResult(problem=UNREGISTERED, reachable=False)
        connected = await self._do(mailbox.is_connected, uuid.UUID(self._connection_id))
        return ProbeResult() if connected else ProbeResult(problem=NOT_CONNECTED, reachable=False)

    async def _opened(self, connection_id: uuid.UUID, request: RunRequest, call: ChosenCall | None) -> uuid.UUID:
        """Open the call. Given up meanwhile it is withdrawn: its agent may have it before we know of it."""
        opening = asyncio.ensure_future(self._do(mailbox.open_call, connection_id, request, _as_said(call)))
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

    async def _told(self, connection_id: uuid.UUID, call_id: uuid.UUID) -> AsyncGenerator[RunEvent]:
        """Give the events of a call from its first on, until one ends it."""
        hearing, shown = Hearing(), ""
        self._here_at = time.monotonic()
        async with _news.listen(call_id) as feed:
            while True:
                batch = await self._do(mailbox.events_after, call_id, hearing.seq)
                for event in hearing.hear(batch):
                    yield event
                if hearing.ended:
                    return
                # what it wrote before it went is not being written now
                written = "" if self._is_away else await self._do(mailbox.written_in, call_id)
                if written != shown:
                    shown = written
                    yield Writing(written, anew=True)
                has_news = len(batch) == mailbox.BATCH or await _has_news(feed)
                sign = self._seen() if has_news else await self._look_after(connection_id, call_id)
                if sign is not None:
                    yield sign
                    if isinstance(sign, AgentError):
                        return

    def _seen(self) -> Progress | None:
        """Note that the agent is there; a sign that it is back, where it was away."""
        was_away, self._is_away, self._here_at = self._is_away, False, time.monotonic()
        return Progress(BACK, Sign.LIFE) if was_away else None

    async def _look_after(self, connection_id: uuid.UUID, call_id: uuid.UUID) -> Progress | AgentError | None:
        """Look whether the agent of a silent call is there; an AgentError ends the call."""
        if await self._do(mailbox.is_connected, connection_id):
            return self._seen()
        if time.monotonic() - self._here_at > AWAY_SECONDS:
            given = await self._do(mailbox.withdraw, call_id)
            return AgentError(NOT_CONNECTED, failure=Failure.OVERDUE if given else Failure.UNSENT)
        was_away, self._is_away = self._is_away, True
        return None if was_away else Progress(WAITED_FOR, Sign.LIFE)

    async def _do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._inline:
            return await sync_to_async(work, thread_sensitive=True)(*args, **kwargs)

        done = partial(_with_database, work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(_threads, done)


def _as_said(call: ChosenCall | None) -> dict[str, object] | None:
    return {"name": call.name, "arguments": call.arguments} if call else None


def _with_cost(event: RunEvent, call: ChosenCall | None) -> RunEvent:
    """What choosing the arguments cost counts as well."""
    if call is None or not isinstance(event, Result | AgentError):
        return event
    return replace(event, usage=event.usage + call.usage)


async def _has_news(feed: StreamFeed) -> bool:
    try:
        async with asyncio.timeout(LOOK_SECONDS):  # wait_for of Python 3.11 may swallow that the call is given up
            await anext(feed)
    except TimeoutError:
        return False
    return True
