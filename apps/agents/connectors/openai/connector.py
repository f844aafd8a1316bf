"""The connector of agents behind any server of chat completions."""

from collections.abc import AsyncGenerator
from dataclasses import replace

from apps.agents.connectors.base import CalledConnector
from apps.agents.connectors.openai.config import OpenAIConfig
from apps.agents.connectors.openai.exchange import Exchange
from apps.agents.connectors.probing import TEST, probe_result
from apps.agents.domain.calls import ProbeResult, RunEvent, RunRequest


class OpenAIConnector(CalledConnector):
    """Sends a task as one message and takes the answer for the result; files go along as text.

    It speaks HTTP itself, not through the openai package, which insists on more than servers send and repeats
    requests on its own: here the engine decides whether a failed call is made again.
    """

    def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        return Exchange(OpenAIConfig.model_validate(config)).answers(request)

    async def _tried(self, config: dict[str, object]) -> ProbeResult:
        exchange = Exchange(OpenAIConfig.model_validate(config))
        models = await exchange.models()
        card = await probe_result(exchange.answers(TEST))
        return replace(card, models=models, quirks=tuple(exchange.quirks))
