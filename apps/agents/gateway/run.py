"""One call of one agent: whatever its connector does, one well-formed end comes back."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar, cast

from apps.agents.connectors import UnknownConnectorError, connector_for
from apps.agents.domain.address import AgentAddress, CallOutcome, KeptFile
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
    Sign,
    Writing,
)
from apps.agents.domain.failures import Failure
from apps.agents.domain.foreign_rooms import ForeignWork
from apps.agents.gateway import pool
from apps.agents.gateway.drafting import DraftShower, GrowingText, shown_end
from apps.agents.gateway.event_validation import MisbehavedError, check_event
from apps.agents.gateway.redaction import Redaction
from apps.agents.queries.credentials import LostCredentials, open_config
from apps.core import faults
from apps.core.outbound import calling_for
from apps.core.sentences import sentence
from apps.files.domain.contents import Stored
from apps.files.domain.names import name_key, numbered_name
from apps.files.domain.quotas import OverQuota, QuotaScope

T = TypeVar("T")

log = logging.getLogger(__name__)

PROGRESS_GAP = 0.5  # seconds; of the mere signs of life that come meanwhile the last is passed on, of steps each
MOST_STEPS = 200  # of one call; each is stored, and what comes beyond them is a sign of life
WRITER_GAP = 5.0  # the same while the agent writes: its text is sign enough, and signs of life are stored

ProgressEvent = Progress | Writing | Accepted | ForeignWork | ArtifactMade
"""What comes before the end."""

OnEvent = Callable[[ProgressEvent], None]
End = Result | InputRequired | AgentError


class FileShelf(Protocol):
    """Where a call's files go; both may block, and may use the database."""

    def keep(self, file: File) -> KeptFile:
        """Store a file. Raises OverQuota."""

    def let_go(self, files: Iterable[KeptFile]) -> None:
        """Nobody will want these."""


async def run_agent(
    address: AgentAddress, request: RunRequest, on_event: OnEvent, shelf: FileShelf | None = None
) -> CallOutcome:
    """Carry out `request` at the agent and give its end and its files; never raises for what the agent does.

    Files go to the `shelf` as they come; without one nobody wants them. A call that gives more than one call may has
    failed; a file that there is no room for otherwise is left out, and the outcome says so.

    `on_event` gets handles, files and signs of life, one at a time, in a thread that may use the database. Signs of
    life reach it half a second late, and not at all once there is an end, which has the steps that are left: the work
    of a short call is not doubled by telling of it. Of those that are no steps it gets at most two a second. What the
    agent writes reaches it in the same way, as one Writing that holds all of the text so far, as much as is shown of
    it. A call that takes longer than the agent's timeout ends in an AgentError.
    """
    log.info("calls agent %s by %s for %s", address.agent_id, address.connector, request.chain.named())
    faults.reach_point("before_call")
    listener = _Listener(on_event, shelf)
    try:
        async with listener, asyncio.timeout(address.timeout_seconds):
            end = await _carry_out(address, _readable(request), listener)
    except asyncio.CancelledError:
        listener.let_go()
        raise
    except TimeoutError:
        words = sentence(
            "The agent did not finish within {timeout_seconds:g} seconds.", timeout_seconds=address.timeout_seconds
        )
        end = AgentError(words, failure=Failure.OVERDUE)
    except MisbehavedError as error:
        end = AgentError(str(error), permanent=True, failure=Failure.UNREADABLE)
    except (UnknownConnectorError, LostCredentials) as error:
        end = AgentError(str(error), permanent=True, failure=Failure.UNSENT)
    except Exception:
        under = request.chain.named()
        log.exception("the connector %s failed for agent %s, called for %s", address.connector, address.agent_id, under)
        end = AgentError(sentence("The way to this agent broke down."))
    faults.reach_point("after_call")
    return CallOutcome(end, tuple(listener.files), tuple(listener.left_out), listener.untold())


async def _carry_out(address: AgentAddress, request: RunRequest, listener: "_Listener") -> End:
    connector = connector_for(address.connector, inline=pool.is_inline(), connection_id=address.connection_id)
    end: End | None = None
    config = open_config(address.config)
    redaction = listener.redaction = Redaction.of(config).and_of(request.colleagues)
    events = cast(AsyncGenerator[object], connector.run(config, request))
    with calling_for(address.connection_id if request.repeatable else ""):
        async with aclosing(events):
            async for event in events:
                if end is not None:
                    raise MisbehavedError(sentence("The agent went on after it had ended."))
                end = await listener.hear(redaction.event(check_event(event)))
    if end is None:
        raise MisbehavedError(sentence("The agent stopped without an answer."))
    return end


class _Listener:
    """Passes on what an agent tells on its way, and keeps its files."""

    def __init__(self, on_event: OnEvent, shelf: FileShelf | None) -> None:
        self.files: list[KeptFile] = []
        self.left_out: list[str] = []
        self._names: set[str] = set()
        self._shelf = shelf
        self._on_event = on_event
        self._telling = asyncio.Lock()
        self._waiting: list[Progress] = []
        self._steps = 0
        self._passing_on: asyncio.Task[None] | None = None
        self.redaction = Redaction()
        self._draft = GrowingText()
        self._shower = DraftShower(self._show)

    async def __aenter__(self) -> None:
        """Listen."""

    async def __aexit__(self, *_: object) -> None:
        """Pass on no sign of life any more; one that is being passed on is waited for."""
        try:
            async with self._telling:
                pass
        finally:
            self._shower.stop()
            if self._passing_on is not None:
                self._passing_on.cancel()

    async def hear(self, event: RunEvent) -> End | None:
        """Take note of an event and give it back if it is an end."""
        match event:
            case Progress():
                self._progress(event)
            case Writing():
                self._draft.add(event.piece, anew=event.anew)
                self._shower.note(self._draft.text)
            case Accepted():
                await self._tell(event)
            case ForeignWork():
                await self._tell_if_possible(event)
            case ArtifactMade(file=file):
                await self._file(file)
            case _:
                return event
        return None

    def _progress(self, event: Progress) -> None:
        if not event.text:
            return
        if self._steps == MOST_STEPS:
            event = replace(event, sign=Sign.LIFE)
        self._steps += event.sign is not Sign.LIFE
        if self._waiting and self._waiting[-1].sign is Sign.LIFE:
            self._waiting.pop()
        self._waiting.append(event)
        if self._passing_on is None:
            self._passing_on = asyncio.create_task(self._pass_on())

    async def _pass_on(self) -> None:
        while self._waiting:
            await asyncio.sleep(WRITER_GAP if self._shower.begun else PROGRESS_GAP)
            for event in list(self._waiting):
                await self._tell_if_possible(event)
                if event in self._waiting:  # a mere sign of life may have given way to a newer one meanwhile
                    self._waiting.remove(event)
        self._passing_on = None

    def untold(self) -> tuple[Progress, ...]:
        """The steps that were not passed on; the rest told of life, which is over."""
        return tuple(event for event in self._waiting if event.sign is not Sign.LIFE)

    async def _tell_if_possible(self, event: ProgressEvent) -> None:
        """Tell what a call goes on without."""
        try:
            await self._tell(event)
        except Exception:
            log.warning("a sign of life could not be noted", exc_info=True)

    async def _show(self, text: str) -> None:
        await self._tell(Writing(shown_end(self.redaction.unfinished(text)), anew=True))

    async def _tell(self, event: ProgressEvent) -> None:
        async with self._telling:
            await pool.in_thread(pool.lanes, partial(self._on_event, event))

    async def _file(self, file: File) -> None:
        if self._shelf is None:
            return
        file = replace(file, name=numbered_name(file.name, self._names))
        self._names.add(name_key(file.name))
        try:
            self.files.append(await pool.in_thread(pool.files, partial(self._shelf.keep, file)))
        except OverQuota as over:
            if over.scope is QuotaScope.CALL:
                raise MisbehavedError(
                    sentence("The agent sent too many files, or too large ones: {over}", over=over)
                ) from None
            self.left_out.append(sentence("“{name}” was left out. {over}", name=file.name, over=over))
        else:
            await self._tell(ArtifactMade(file))

    def let_go(self) -> None:
        """The call was given up: what it gave will not be used."""
        if self._shelf is not None and self.files and not pool.is_inline():
            pool.files.submit(partial(pool.with_connection(self._shelf.let_go), tuple(self.files)))


async def _off_loop(work: Callable[[], T]) -> T:
    """See OffLoop."""
    return await pool.in_thread(pool.files, work)


def _readable(request: RunRequest) -> RunRequest:
    """Give the request so that its library and files may be read from any thread and leave no connection there."""
    request = replace(request, off_loop=_off_loop)
    if pool.is_inline():
        return request
    results = tuple(replace(one, files=_from_any_thread(one.files)) for one in request.results)
    library = pool.with_connection(request.library)
    return replace(request, library=library, files=_from_any_thread(request.files), results=results)


def _from_any_thread(files: Iterable[File]) -> tuple[File, ...]:
    return tuple(
        replace(file, body=file.body.through(pool.with_connection)) if isinstance(file.body, Stored) else file
        for file in files
    )
