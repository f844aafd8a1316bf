"""The connector of agents that work in steps: make a task, take steps until one is the last, fetch what was made."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from apps.agents.connectors.agent_protocol.client import Client
from apps.agents.connectors.agent_protocol.config import AgentProtocolConfig
from apps.agents.connectors.base import CalledConnector
from apps.agents.connectors.stages import amid_the_work
from apps.agents.domain.calls import Accepted, AgentError, ArtifactMade, Progress, Result, RunEvent, RunRequest
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import Said, load_json, text_in

SIGN_OF_LIFE = 120  # characters
UNCERTAIN = "The agent was asked for step {number} and does not list it, so nobody knows whether it was taken."


class AgentProtocolConnector(CalledConnector):
    """Works a task off step by step. The protocol has no word for giving up: no further step is taken.

    It has none for questions either: an agent that asks does so in its output.
    """

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = AgentProtocolConfig.model_validate(config)
        client = Client(settings)
        known = _read_handle(request.handle)
        task_id, asked = known or (await client.create(request), 0)
        yield Accepted(_handle(task_id, asked))
        with amid_the_work(resumable=True):
            async with aclosing(_take_steps(client, task_id, settings.most_steps, asked, request)) as events:
                async for event in events:
                    yield event


async def _take_steps(
    client: Client, task_id: str, most: int, asked: int, request: RunRequest
) -> AsyncGenerator[RunEvent]:
    """Take the steps that are left of a task, of which an earlier try `asked` for so many."""
    steps = await client.steps(task_id) if request.handle else []
    if len(steps) < asked and not request.repeatable:
        yield AgentError(UNCERTAIN.format(number=asked), permanent=True, failure=Failure.CUT)
        return
    outputs = [output for step in steps if (output := text_in(step, "output"))]
    ended = bool(steps) and _is_over(steps[-1])
    for number in range(len(steps) + 1, len(steps) + most + 1):
        if ended:
            break
        yield Accepted(_handle(task_id, number))
        step = await client.step(task_id)
        ended = step.get("is_last") is True
        if output := text_in(step, "output"):
            outputs.append(output)
        yield Progress((text_in(step, "output", "name") or "took a step")[-SIGN_OF_LIFE:])
    if not ended:
        words = f"The agent was not done after {most} steps."
        yield AgentError(words, permanent=True, failure=Failure.OVERDUE)
        return
    async for file in client.files(task_id):
        yield ArtifactMade(file)
    yield Result(_answer(outputs))


def _handle(task_id: str, steps: int) -> str:
    """What the work is called: the agent's name for it, and how many steps it was asked for."""
    return json.dumps({"task": task_id, "steps": steps})


def _read_handle(handle: str) -> tuple[str, int] | None:
    """What an earlier try knew; before steps were counted it was the task's name alone."""
    said = load_json(handle) if handle else None
    match said:
        case {"task": str(task_id), "steps": int(steps)}:
            return task_id, steps
    return (handle, 0) if handle else None


def _is_over(step: Said) -> bool:
    return step.get("is_last") is True and bool(text_in(step, "output"))


def _answer(outputs: list[str]) -> str:
    return "\n\n".join(outputs[-1:]).strip() or "Done; see the files."
