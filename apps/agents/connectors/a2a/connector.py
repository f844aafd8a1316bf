"""The connector of agents that speak A2A, 1.0 or 0.3, over JSON-RPC or plain HTTP."""

from collections.abc import AsyncGenerator
from dataclasses import replace

from apps.agents.connectors.a2a.card import A2AConfig
from apps.agents.connectors.a2a.exchange import A2AExchange
from apps.agents.connectors.base import TEST, CalledConnector, probe_result
from apps.agents.domain.calls import ProbeResult, RunEvent, RunRequest

NO_STREAM = "It does not stream, though its card says so; it is asked for its tasks instead."


class A2AConnector(CalledConnector):
    """Sends a task as a message; files of colleagues go along as text.

    The protocol is spoken here, not through its SDK: that one fails at what servers send that keep to it loosely.
    """

    def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        return A2AExchange(A2AConfig.model_validate(config), request).answers()

    async def _tried(self, config: dict[str, object]) -> ProbeResult:
        settings = A2AConfig.model_validate(config)
        exchange = A2AExchange(settings, TEST)
        card = await probe_result(exchange.answers())
        quirks = (NO_STREAM,) if settings.streaming and not exchange.streamed else ()
        return replace(card, quirks=(*card.quirks, *quirks))
