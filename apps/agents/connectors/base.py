"""What connectors have in common that call an agent: the conversation, its stages, and what a test message told."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from http import HTTPStatus

from pydantic import ValidationError

from apps.agents.connectors.replies import Failed, as_failed
from apps.agents.domain.calls import (
    TEST_MESSAGE,
    AgentError,
    CallContext,
    InputRequired,
    ProbeResult,
    Result,
    RunEvent,
    RunRequest,
)
from apps.agents.domain.failures import Failure, failure_at_work
from apps.agents.domain.said_failures import says_it_failed
from apps.core.outbound import Bounds, OutboundError, for_agents
from apps.core.sentences import sentence, sentence_of
from apps.core.texts import one_line

TEST = RunRequest(key="probe", goal=TEST_MESSAGE, brief=TEST_MESSAGE)


async def probe_result(events: AsyncGenerator[RunEvent]) -> ProbeResult:
    """Tell how the events of a test message ended."""
    started = time.monotonic()
    end: RunEvent | None = None
    async with aclosing(events):
        async for event in events:
            end = event
    return _card(end, round(1000 * (time.monotonic() - started)))


def _card(end: RunEvent | None, latency_ms: int) -> ProbeResult:
    match end:
        case Result(text=text) if says_it_failed(text):
            return ProbeResult(
                problem=sentence(SAID_FAILURE, words=one_line(text, 200)), latency_ms=latency_ms, reply=text
            )
        case Result(text=text):
            return ProbeResult(latency_ms=latency_ms, reply=text)
        case InputRequired(question=question):
            return ProbeResult(
                latency_ms=latency_ms, reply=question, quirks=(sentence("It answers a message with a question."),)
            )
        case AgentError(reason=reason):
            return ProbeResult(problem=reason, latency_ms=latency_ms)
    return ProbeResult(problem=sentence("The agent stopped without an answer."), latency_ms=latency_ms)


SAID_FAILURE = "It answered the test message with a failure: “{words}”"
AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
GLANCE = Bounds(connect=5.0, silence=10.0, total=10.0, body=64 * 1024)
INCOMPLETE = sentence("The settings of this agent are not complete. Open its profile and edit them.")


class CalledConnector(ABC):
    """A connector that makes calls. Its subclass tells them in `_conversation`."""

    def __init__(self, context: CallContext) -> None:  # noqa: B027  others need what a connector is made for
        """The settings of an agent say all that a call needs."""

    async def run(self, config: dict[str, object], request: RunRequest) -> AsyncIterator[RunEvent]:
        """See Connector."""
        try:
            async with aclosing(self._conversation(config, request)) as events:
                async for event in events:
                    yield event
        except (OutboundError, Failed) as error:
            yield as_failed(error).error
        except ValidationError:
            yield AgentError(INCOMPLETE, permanent=True, failure=Failure.UNSENT)

    async def probe(self, config: dict[str, object]) -> ProbeResult:
        """See Connector."""
        try:
            return await self._tried(config)
        except (OutboundError, Failed) as error:
            return ProbeResult(problem=as_failed(error).error.reason, reachable=error.reached)
        except ValidationError:
            return ProbeResult(problem=INCOMPLETE, reachable=False)

    async def reach(self, config: dict[str, object]) -> ProbeResult:
        """See Reachable: whatever the server answers, somebody is there, unless it says that nobody is."""
        started = time.monotonic()
        try:
            async with for_agents().opened("HEAD", str(config.get("url", "")), bounds=GLANCE) as reply:
                took = round(1000 * (time.monotonic() - started))
                away = reply.status in AWAY
                return ProbeResult(
                    problem=sentence("{place} is not at work ({status}).", place=reply.place, status=reply.status)
                    if away
                    else "",
                    latency_ms=took,
                )
        except OutboundError as error:
            return ProbeResult(problem=sentence_of(error), reachable=error.reached)

    async def _tried(self, config: dict[str, object]) -> ProbeResult:
        return await probe_result(self._conversation(config, TEST))

    @abstractmethod
    def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        """Carry out `request`. Raises OutboundError, Failed, and ValidationError for a configuration that is none."""


@contextmanager
def before_the_work() -> Iterator[None]:
    """A block of introductions, lists and cards: whatever goes wrong in it, the work was not sent."""
    with _count_events(lambda error: replace(error, failure=_unless_busy(error.failure))):
        yield


@contextmanager
def amid_the_work(*, resumable: bool = False) -> Iterator[None]:
    """A block in which the agent is at work. `resumable`: it has a name for the work, by which it is found again."""
    with _count_events(lambda error: amid(error, resumable=resumable)):
        yield


@contextmanager
def _count_events(judged: Callable[[AgentError], AgentError]) -> Iterator[None]:
    try:
        yield
    except (OutboundError, Failed) as error:
        failed = as_failed(error)
        failed.error = judged(failed.error)
        raise failed from None


def _unless_busy(failure: Failure) -> Failure:
    return failure if failure is Failure.BUSY else Failure.UNSENT


def amid(error: AgentError, *, resumable: bool) -> AgentError:
    """What an error is while the agent is at work. One that is pointless to make again leads back to no work."""
    going_on = resumable and not error.permanent
    return replace(error, failure=failure_at_work(error.failure), resumable=going_on or error.resumable)


shutting_down = threading.Event()
