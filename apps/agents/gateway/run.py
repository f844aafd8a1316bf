"""One call of one agent: whatever its connector does, one well-formed end comes back."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import cast

from asgiref.sync import sync_to_async

from apps.agents.connectors import UnknownConnectorError, connector_for
from apps.agents.domain.address import AgentAddress, Outcome
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    File,
    InputRequired,
    Progress,
    Result,
    RunEvent,
    RunRequest,
)
from apps.agents.domain.documents.kinds import numbered
from apps.agents.gateway import pool
from apps.agents.gateway.checks import MOST_FILES, MisbehavedError, checked
from apps.agents.gateway.redaction import Redaction
from apps.agents.queries.credentials import LostCredentials, opened
from apps.journal import faults

log = logging.getLogger(__name__)

PROGRESS_GAP = 0.5  # seconds; of the signs of life that come meanwhile the last is passed on

Told = Progress | Accepted | ArtifactMade
"""What comes before the end."""

OnEvent = Callable[[Told], None]
End = Result | InputRequired | AgentError


async def run_agent(address: AgentAddress, request: RunRequest, on_event: OnEvent) -> Outcome:
    """Carry out `request` at the agent and give its end and its files; never raises for what the agent does.

    `on_event` gets handles, files and signs of life, one at a time, in a thread that may use the database. Signs of
    life reach it half a second late, at most two a second, and not at all once there is an end: the work of a short
    call is not doubled by telling of it. A call that takes longer than the agent's timeout ends in an AgentError.
    """
    faults.point("before_call")
    listener = _Listener(on_event)
    try:
        async with listener, asyncio.timeout(address.timeout_seconds):
            end = await _carry_out(address, _with_library(request), listener)
    except TimeoutError:
        end = AgentError(f"The agent did not finish within {address.timeout_seconds:g} seconds.")
    except (MisbehavedError, UnknownConnectorError, LostCredentials) as error:
        end = AgentError(str(error), permanent=True)
    except Exception:
        log.exception("the connector %s failed for agent %s", address.connector, address.agent_id)
        end = AgentError("The way to this agent broke down.")
    faults.point("after_call")
    return Outcome(end, tuple(listener.files))


async def _carry_out(address: AgentAddress, request: RunRequest, listener: "_Listener") -> End:
    connector = connector_for(address.connector, inline=pool.is_inline(), agent_id=address.agent_id)
    end: End | None = None
    config = opened(address.config)
    redaction = Redaction.of(config).and_of(request.colleagues)
    events = cast(AsyncGenerator[object], connector.run(config, request))
    async with aclosing(events):
        async for event in events:
            if end is not None:
                raise MisbehavedError("The agent went on after it had ended.")
            end = await listener.hear(redaction.event(checked(event)))
    if end is None:
        raise MisbehavedError("The agent stopped without an answer.")
    return end


class _Listener:
    """Passes on what an agent tells on its way, and keeps its files."""

    def __init__(self, on_event: OnEvent) -> None:
        self.files: list[File] = []
        self._on_event = on_event
        self._telling = asyncio.Lock()
        self._latest: Progress | None = None
        self._passing_on: asyncio.Task[None] | None = None

    async def __aenter__(self) -> None:
        """Listen."""

    async def __aexit__(self, *_: object) -> None:
        """Drop the sign of life that was not passed on yet; one that is being passed on is waited for."""
        try:
            async with self._telling:
                pass
        finally:
            if self._passing_on is not None:
                self._passing_on.cancel()

    async def hear(self, event: RunEvent) -> End | None:
        """Take note of an event and give it back if it is an end."""
        match event:
            case Progress():
                self._progress(event)
            case Accepted():
                await self._tell(event)
            case ArtifactMade(file=file):
                await self._file(file)
            case _:
                return event
        return None

    def _progress(self, event: Progress) -> None:
        if not event.text:
            return
        self._latest = event
        if self._passing_on is None:
            self._passing_on = asyncio.create_task(self._pass_on())

    async def _pass_on(self) -> None:
        while self._latest is not None:
            await asyncio.sleep(PROGRESS_GAP)
            latest, self._latest = self._latest, None
            try:
                await self._tell(latest)
            except Exception:
                log.warning("a sign of life could not be noted", exc_info=True)
        self._passing_on = None

    async def _tell(self, event: Told) -> None:
        async with self._telling:
            await _in_thread(self._on_event, event)

    async def _file(self, file: File) -> None:
        if len(self.files) >= MOST_FILES:
            raise MisbehavedError(f"The agent sent more than {MOST_FILES} files.")
        file = replace(file, name=numbered(file.name, {other.name for other in self.files}))
        self.files.append(file)
        await self._tell(ArtifactMade(file))


async def _in_thread(on_event: OnEvent, event: Told) -> None:
    if pool.is_inline():
        await sync_to_async(on_event, thread_sensitive=True)(event)
    else:
        work = pool.with_connection(on_event)
        await asyncio.get_running_loop().run_in_executor(pool.executor, work, event)


def _with_library(request: RunRequest) -> RunRequest:
    """Give the request with a library that may be asked from any thread and leaves no connection there."""
    return request if pool.is_inline() else replace(request, library=pool.with_connection(request.library))
