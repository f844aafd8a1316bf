"""The connector of agents that speak AG-UI: one request, answered with the events of a run."""

import json
import uuid
from collections.abc import AsyncGenerator

from apps.agents.connectors.agui.config import AGUIConfig
from apps.agents.connectors.agui.runs import SIGN_OF_LIFE, Run
from apps.agents.connectors.base import CalledConnector
from apps.agents.connectors.jsonrpc import messages_of
from apps.agents.connectors.replies import Failed, require_fine
from apps.agents.connectors.request_parts import request_data, request_text
from apps.agents.domain.calls import Accepted, AgentError, InputRequired, Progress, Result, RunEvent, RunRequest, Usage
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import Said, load_json
from apps.core.outbound import Bounds, for_agents

HEADERS = {"Content-Type": "application/json", "Accept": "text/event-stream"}


class AGUIConnector(CalledConnector):
    """Starts a run with the task as its one message. Closing the stream is how this protocol gives a run up.

    The thread is the same over all tries of a task; an interrupt is a question, answered in the next run.
    """

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = AGUIConfig.model_validate(config)
        text = await request.off_loop(lambda: request_text(request))
        body = json.dumps(run_input(request, text)).encode()
        run = Run()
        async with for_agents().opened(
            "POST", settings.url, headers=HEADERS | settings.sent(), body=body, bounds=Bounds()
        ) as reply:
            await require_fine(reply)
            async for event in messages_of(reply):
                if sign := run.take(event):
                    yield Progress(sign[-SIGN_OF_LIFE:])
                if run.over:
                    break
        if run.questions:
            yield Accepted(json.dumps({"interrupts": list(run.questions)})[:1000])
        yield _end(run, reply.place)


def run_input(request: RunRequest, text: str) -> Said:
    """Give the RunAgentInput of a request that is told as `text`; its `handle` names what its answer is for."""
    thread = str(uuid.uuid5(uuid.NAMESPACE_OID, request.key))
    known = load_json(request.handle) if request.handle else None
    asked = known.get("interrupts", []) if isinstance(known, dict) and request.answer is not None else []
    answers = [{"interruptId": each, "status": "resolved", "payload": request.answer} for each in asked]
    return {
        "threadId": thread,
        "runId": str(uuid.uuid4()),
        "state": {},
        "messages": [{"id": f"{thread}-1", "role": "user", "content": text}],
        "tools": [],
        "context": [],
        "forwardedProps": request_data(request),
        **({"resume": answers} if answers else {}),
    }


def _end(run: Run, place: str) -> RunEvent:
    if run.error:
        return AgentError(f"The agent failed: {run.error.rstrip('.')}.", failure=Failure.SAID)
    if run.questions:
        return InputRequired("\n\n".join(filter(None, run.questions.values())) or "The agent needs an answer to go on.")
    if not run.over:
        broken = (
            "ended its stream before the run was over" if run.started else "did not answer with the events of a run"
        )
        failure = Failure.CUT if run.started else Failure.UNREADABLE
        raise Failed(f"{place} {broken}.", permanent=not run.started, failure=failure)
    if not run.text.strip():
        return AgentError(f"{place} answered with nothing.", failure=Failure.UNREADABLE)
    return Result(run.text.strip(), run.usage or Usage())
