"""The connector of agents behind a server of the Responses API."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from http import HTTPStatus

from apps.agents.connectors.base import TEST, CalledConnector, probe_result
from apps.agents.connectors.model_replies import end_of, hear
from apps.agents.connectors.model_settings import ModelConfig
from apps.agents.connectors.replies import as_error, is_fine
from apps.agents.connectors.request_parts import read_off_loop, system_and_text
from apps.agents.connectors.responses.reply import ModelResponse
from apps.agents.domain.calls import ProbeResult, RunEvent, RunRequest
from apps.core.outbound import Bounds, Reply, for_agents

NO_STREAM = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.NOT_IMPLEMENTED)


class ResponsesConfig(ModelConfig):
    """`url` is the base URL, which ends before /responses. `model`: also the entity of a server that has several."""


class ResponsesConnector(CalledConnector):
    """Sends a task as one input and takes the texts of the answer's messages for the result."""

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = ResponsesConfig.model_validate(config)
        standing, text = await read_off_loop(request, system_and_text)
        said = _body(settings, standing, text)
        for streamed, key in ((True, request.work_key), (False, f"{request.work_key}:whole")):
            headers = {"Content-Type": "application/json", "Idempotency-Key": key, **settings.headers}
            body = json.dumps({**said, "stream": streamed}).encode()
            async with for_agents().opened(
                "POST", f"{settings.url.rstrip('/')}/responses", headers=headers, body=body, bounds=Bounds()
            ) as reply:
                if streamed and reply.status in NO_STREAM:
                    continue
                async with aclosing(_heard(reply, settings, f"{standing}{text}")) as events:
                    async for event in events:
                        yield event
                return

    async def _tried(self, config: dict[str, object]) -> ProbeResult:
        return await probe_result(self._conversation(config, TEST))


def _body(settings: ResponsesConfig, standing: str, text: str) -> dict[str, object]:
    """What its owner has it told first, then what the hub tells every agent, then the task."""
    instructions = "\n\n".join(filter(None, [settings.system_prompt, standing]))
    named = {"model": settings.model, "metadata": {"entity_id": settings.model}} if settings.model else {}
    return {**named, **({"instructions": instructions} if instructions else {}), "input": text}


async def _heard(reply: Reply, settings: ResponsesConfig, asked: str) -> AsyncGenerator[RunEvent]:
    if not is_fine(reply.status):
        yield await as_error(reply)
        return
    said = ModelResponse()
    async for sign in hear(reply, said):
        yield sign
    yield end_of(said, reply.place, "a response", settings.usage(said.tokens, asked, said.text))
