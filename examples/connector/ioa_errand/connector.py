"""One errand: `POST <url> {"key", "text", "manner"}`, answered with a line of JSON for each thing there is to say."""

import json
from collections.abc import AsyncGenerator

from apps.agents.connectors.base import CalledConnector
from apps.agents.connectors.replies import Failed, require_fine
from apps.agents.connectors.request_parts import request_text
from apps.agents.domain.calls import AgentError, Progress, Result, RunEvent, RunRequest
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import load_json
from apps.core.outbound import Bounds, for_agents
from ioa_errand.settings import ErrandSettings

HEADERS = {"Content-Type": "application/json", "Accept": "application/x-ndjson"}


class ErrandConnector(CalledConnector):
    """Sends an agent on an errand. Closing the connection is how it is called back."""

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = ErrandSettings.model_validate(config)
        text = await request.off_loop(lambda: request_text(request))  # reads files, which may block
        body = json.dumps({"key": request.work_key, "text": text, "manner": settings.manner}).encode()
        async with for_agents().opened(
            "POST", settings.url, headers=HEADERS | settings.sent(), body=body, bounds=Bounds()
        ) as reply:
            await require_fine(reply)
            async for line in reply.lines():
                event = event_of(line, reply.place)
                yield event
                if not isinstance(event, Progress):
                    return
            raise Failed(f"{reply.place} fell silent before it was done.", failure=Failure.CUT)


def event_of(line: str, place: str) -> RunEvent:
    """Give what a line means. Raises Failed for one that means nothing."""
    match load_json(line):
        case {"doing": str(words)}:
            return Progress(words)
        case {"done": str(words)} if words.strip():
            return Result(words)
        case {"failed": str(why)}:
            return AgentError(f"The agent failed: {' '.join(why.split())}", failure=Failure.SAID)
    raise Failed(f"{place} said something that no errand has.", failure=Failure.UNREADABLE)
