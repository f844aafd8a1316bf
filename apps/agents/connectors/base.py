"""What connectors over the network have in common: whatever the way out raises becomes an end of the call."""

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from http import HTTPStatus

from pydantic import ValidationError

from apps.agents.connectors.probing import TEST, probe_result
from apps.agents.connectors.replies import Failed, as_failed
from apps.agents.domain.calls import AgentError, CallContext, ProbeResult, RunEvent, RunRequest
from apps.agents.domain.failures import Failure
from apps.core.outbound import Bounds, OutboundError, for_agents

AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
GLANCE = Bounds(connect=5.0, silence=10.0, total=10.0, body=64 * 1024)
INCOMPLETE = "The settings of this agent are not complete. Open its profile and edit them."


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
                    problem=f"{reply.place} is not at work ({reply.status})." if away else "", latency_ms=took
                )
        except OutboundError as error:
            return ProbeResult(problem=str(error), reachable=error.reached)

    async def _tried(self, config: dict[str, object]) -> ProbeResult:
        return await probe_result(self._conversation(config, TEST))

    @abstractmethod
    def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        """Carry out `request`. Raises OutboundError, Failed, and ValidationError for a configuration that is none."""
