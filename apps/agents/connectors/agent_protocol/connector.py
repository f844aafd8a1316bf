"""The connector of agents that work in steps: make a task, take steps until one is the last, fetch what was made."""

from collections.abc import AsyncGenerator

from apps.agents.connectors.agent_protocol.client import Client
from apps.agents.connectors.agent_protocol.config import AgentProtocolConfig
from apps.agents.connectors.called import CalledConnector
from apps.agents.domain.calls import Accepted, AgentError, ArtifactMade, Progress, Result, RunEvent, RunRequest
from apps.agents.domain.profile import ConnectorKind
from apps.agents.domain.said import Said, text_in

SIGN_OF_LIFE = 120  # characters


class AgentProtocolConnector(CalledConnector):
    """Works a task off step by step. The protocol has no word for giving up: no further step is taken.

    It has none for questions either: an agent that asks does so in its output.
    """

    kind = ConnectorKind.AGENT_PROTOCOL
    config_model = AgentProtocolConfig

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = AgentProtocolConfig.model_validate(config)
        client = Client(settings)
        outputs: list[str] = []
        ended = False
        task_id = request.handle
        if task_id:
            steps = await client.steps(task_id)
            outputs = [output for step in steps if (output := text_in(step, "output"))]
            ended = bool(steps) and _is_over(steps[-1])
        else:
            task_id = await client.create(request)
        yield Accepted(task_id)
        for _ in range(settings.most_steps):
            if ended:
                break
            step = await client.step(task_id)
            ended = step.get("is_last") is True
            if output := text_in(step, "output"):
                outputs.append(output)
            yield Progress((text_in(step, "output", "name") or "took a step")[-SIGN_OF_LIFE:])
        if not ended:
            yield AgentError(f"The agent was not done after {settings.most_steps} steps.", permanent=True)
            return
        async for file in client.files(task_id):
            yield ArtifactMade(file)
        yield Result(_answer(outputs))


def _is_over(step: Said) -> bool:
    return step.get("is_last") is True and bool(text_in(step, "output"))


def _answer(outputs: list[str]) -> str:
    return "\n\n".join(outputs[-1:]).strip() or "Done; see the files."
