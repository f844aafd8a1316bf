"""The connector of agents at a plain address: `POST <url> {"task_desc": ..., "uid": ..., "model": ...}`.

These are the fields that IoA's tool agents (ReAct, Open Interpreter) ask for; others ignore what they don't know.
"""

import json
from collections.abc import AsyncGenerator

from apps.agents.connectors.base import CalledConnector
from apps.agents.connectors.http.config import HTTPConfig
from apps.agents.connectors.http.replies import NoAnswer, conclusion_in
from apps.agents.connectors.replies import as_error, is_fine
from apps.agents.connectors.request_parts import request_data, request_text
from apps.agents.domain.calls import AgentError, Result, RunEvent, RunRequest
from apps.core.outbound import Bounds, Reply, for_agents

ACCEPT = "application/json, text/plain, text/markdown;q=0.9, */*;q=0.5"


class HTTPConnector(CalledConnector):
    """Sends a task to an address and takes the answer for the result.

    The request's key goes along as `uid`; in the header Idempotency-Key it changes with each answered question.
    """

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = HTTPConfig.model_validate(config)
        text = await request.off_loop(lambda: request_text(request))
        body = {"task_desc": text, "model": settings.model, "goal": request.goal, **request_data(request)}
        headers = {"Content-Type": "application/json", "Accept": ACCEPT, "Idempotency-Key": request.work_key}
        async with for_agents().opened(
            "POST", settings.url, headers=headers | settings.sent(), body=json.dumps(body).encode(), bounds=Bounds()
        ) as reply:
            yield await _read(reply) if is_fine(reply.status) else await as_error(reply)


async def _read(reply: Reply) -> RunEvent:
    try:
        return Result(conclusion_in(await reply.body(), reply.media_type))
    except NoAnswer as error:
        return AgentError(f"{reply.place} {str(error).rstrip('.')}.", failure=error.failure)
