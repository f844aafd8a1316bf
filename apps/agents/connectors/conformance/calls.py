"""How a connector calls: one end to each call, failures with a reason, given up when nobody waits."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pkgutil import resolve_name
from typing import cast

from pydantic import BaseModel, SecretStr

from apps.agents.connectors.conformance.description import SECRET, Behaviour, Running, Start
from apps.agents.connectors.recognition import Credentials, Source
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    CallContext,
    Connector,
    InputRequired,
    ProbeResult,
    Progress,
    Result,
    RunEvent,
    RunRequest,
)
from apps.agents.domain.connectors import Descriptor, Resume
from apps.agents.domain.detection import Unlike
from apps.agents.domain.failures import Failure
from apps.core.outbound import OutboundError

PATIENCE = 10.0  # seconds for what takes a moment
REQUEST = RunRequest(key="conformance", goal="See whether this works", brief="Say one short sentence")
ENDS = (Result, InputRequired, AgentError)

Check = Callable[[Descriptor, Start], AsyncGenerator[str]]


async def answers(way: Descriptor, start: Start) -> AsyncGenerator[str]:
    """The probe and the call of an agent that does its work; its descriptor says what comes on the way."""
    async with start(Behaviour.ANSWERS) as agent:
        card = await _connector(way).probe(_config(agent))
        if card.problem or not card.reachable:
            yield f"The probe of an agent that answers says: {card.problem or 'not reachable'}"
        events = await _events_of(way, agent, REQUEST)
        for sentence in (*_shape(events), *_abilities(way, events)):
            yield sentence
        if not isinstance(events[-1], Result):
            yield f"The call of an agent that answers ended in {events[-1]}."
        if way.resume is Resume.BY_HANDLE:
            handle = next((event.handle for event in events if isinstance(event, Accepted)), "")
            again = await _events_of(way, agent, replace(REQUEST, handle=handle))
            if not handle or not isinstance(again[-1], Result):
                yield "Work that was Accepted is not gone on with by its handle."


async def failures(way: Descriptor, start: Start) -> AsyncGenerator[str]:
    """Whatever goes wrong is an AgentError that says what became of the work; nothing is raised."""
    for behaviour in (Behaviour.FAILS, Behaviour.BABBLES):
        async with start(behaviour) as agent:
            events = await _events_of(way, agent, REQUEST)
            for sentence in (*_shape(events), *_failure_complaints(behaviour, events[-1])):
                yield sentence
            for sentence in _probe_complaints(behaviour, await _connector(way).probe(_config(agent))):
                yield sentence


async def nobody(way: Descriptor, start: Start) -> AsyncGenerator[str]:
    """Where nobody is any more the work was not sent, and settings that are not complete reach nobody."""
    async with start(Behaviour.ANSWERS) as agent:
        pass
    [*_, end] = await _events_of(way, agent, REQUEST)
    if not isinstance(end, AgentError) or end.failure is not Failure.UNSENT:
        yield f"The call of an agent that is not there must end in an AgentError with Failure.UNSENT, not in {end}."
    if (card := await _connector(way).probe(_config(agent))).reachable:
        yield "The probe of an agent that is not there must say that it is not reachable."
    for sentence in (*_failure_complaints("is not there", end), *_probe_complaints("is not there", card)):
        yield sentence
    model = cast(type[BaseModel], resolve_name(way.settings))
    if any(info.is_required() for info in model.model_fields.values()):
        [*_, end] = await _events_of(way, Running({}), REQUEST)
        if not isinstance(end, AgentError) or not end.permanent or end.failure is not Failure.UNSENT:
            yield f"Incomplete settings must end in a permanent AgentError with Failure.UNSENT, not in {end}."


async def giving_up(way: Descriptor, start: Start) -> AsyncGenerator[str]:
    """A call that is given up ends at once, and its agent learns of it where the descriptor says so."""
    async with start(Behaviour.HANGS) as agent:
        call = asyncio.create_task(_events_of(way, agent, REQUEST))
        if not await _happens(agent.asked):
            yield "The agent was never given its work."
        call.cancel()
        done, _ = await asyncio.wait([call], timeout=PATIENCE)
        if not done:
            yield f"A call that was given up went on for {PATIENCE:g} seconds."
        elif not call.cancelled():
            what = type(call.exception()).__name__ if call.exception() else "an end"
            yield f"A call that was given up gave {what} all the same: it must let the cancellation through."
        if way.cancel and not await _happens(agent.given_up):
            yield "The agent did not learn that its work was given up, as its descriptor says it does."


async def recognition(way: Descriptor, start: Start) -> AsyncGenerator[str]:
    """The address of an agent is recognised without giving it work, and a stranger's is not."""
    if not way.recogniser:
        return
    recognise = resolve_name(way.recogniser)
    given = Credentials(token=SECRET)
    async with start(Behaviour.ANSWERS) as agent:
        found = await recognise(Source(agent.address, given))
        if found.connector != way.kind:
            yield f"What was found is of the kind {found.connector!r} and not {way.kind!r}."
        resolve_name(way.settings).model_validate(found.config)
        if agent.asked.is_set():
            yield "The agent was given work when its address was looked at."
    async with _stranger() as address:
        try:
            await recognise(Source(address, given))
        except (Unlike, OutboundError) as error:
            if SECRET in str(error):
                yield "What a recogniser says repeats the credentials."
        else:
            yield "A server that knows none of its paths was recognised."


CALLS: tuple[Check, ...] = (answers, failures, nobody, giving_up, recognition)


def _connector(way: Descriptor) -> Connector:
    return cast(Callable[[CallContext], Connector], resolve_name(way.connector))(CallContext())


def _config(agent: Running) -> dict[str, object]:
    """As a connector gets it: secrets opened."""
    return {name: SecretStr(SECRET) if value == SECRET else value for name, value in agent.config.items()}


async def _events_of(way: Descriptor, agent: Running, request: RunRequest) -> list[RunEvent]:
    """The events of a call; an AgentError where there are none, so that there always is a last one."""
    events = cast(AsyncGenerator[RunEvent], _connector(way).run(_config(agent), request))
    async with aclosing(events):
        return [event async for event in events] or [AgentError("There was no event.")]


def _shape(events: Sequence[object]) -> Iterator[str]:
    """One end, and nothing that is no event."""
    if any(isinstance(event, ENDS) for event in events[:-1]) or not isinstance(events[-1], ENDS):
        yield f"A call has one end, its last event; this one had {[type(event).__name__ for event in events]}."
    for event in events:
        if not isinstance(event, RunEvent):
            yield f"A call gives events of apps.agents.domain.calls, and no {type(event).__name__}."


def _abilities(way: Descriptor, events: list[RunEvent]) -> Iterator[str]:
    for said, kind, what in ((way.streaming, Progress, "signs of life"), (way.files, ArtifactMade, "files")):
        came = any(isinstance(event, kind) for event in events)
        if said != came:
            yield f"The descriptor says {said} of {what}, and {'some' if came else 'none'} came."


def _failure_complaints(what: str, end: RunEvent) -> Iterator[str]:
    if not isinstance(end, AgentError):
        yield f"The call of an agent that {what} must end in an AgentError, not in {end}."
        return
    if end.failure is Failure.UNEXPLAINED:
        yield f"The failure of an agent that {what} is not explained: say what became of the work."
    yield from _sentence(what, end.reason)


def _probe_complaints(what: str, card: ProbeResult) -> Iterator[str]:
    if not card.problem:
        yield f"The probe of an agent that {what} must name a problem."
    yield from _sentence(what, card.problem)


def _sentence(what: str, words: str) -> Iterator[str]:
    if SECRET in words or "Traceback" in words:
        yield f"What is said of an agent that {what} repeats a secret, or a trace."
    if not words.strip() or "\n" in words:
        yield f"What is said of an agent that {what} must be one plain sentence."


async def _happens(event: asyncio.Event) -> bool:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await event.wait()
    return event.is_set()


@asynccontextmanager
async def _stranger() -> AsyncIterator[str]:
    """A web server that has nothing anywhere."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
