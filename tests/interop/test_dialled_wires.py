"""What real agents that dialled in once said is understood today as it was then. See `dialling` for how it was kept."""

import asyncio
import json

import pytest

from apps.agents.domain.calls import Progress, Result, RunRequest
from tests.agents.socket.conftest import world  # noqa: F401 - a fixture
from tests.agents.socket.installation import Installation, asked
from tests.interop.dialling import ALL, CALL, WIRES

pytestmark = pytest.mark.usefixtures("transactional_db")
RECORDED = sorted(WIRES.glob("*.json"))
SPENT = {"mcp-server-time": (0, 0), "openai-agents": (10, 5), "smolagents": (10, 5)}
SIGNS = {"mcp-server-time": [], "openai-agents": ["The"], "smolagents": ["ToolCall"]}


def as_if_now(frame, call):
    """A recorded frame as one about the call that is given now."""
    said = json.loads(json.dumps(frame).replace(CALL, call["call"]))
    [update] = said["result"].values()
    update["metadata"]["fence"] = call["fence"]
    return said


@pytest.mark.parametrize("wire", RECORDED, ids=lambda path: path.stem)
async def test_a_recorded_agent_dials_in_and_answers(wire, world):  # noqa: F811 - a fixture
    kept = json.loads(wire.read_text())
    hello, *frames = kept["frames"]
    there = Installation(world, client=hello["params"]["client"])
    await there.dial(card=hello["params"]["card"])
    request = RunRequest(key="task-1", goal=kept["brief"], brief=kept["brief"])
    async with asked(world, request) as work:
        call = await there.call()
        for frame in frames:
            await there.send(**as_if_now(frame, call))
            await there.receive()
        *signs, end = await asyncio.wait_for(work, 10)
    await there.hang_up()
    assert isinstance(end, Result)
    assert kept["answer"] in end.text
    assert (end.usage.prompt_tokens, end.usage.completion_tokens) == SPENT[kept["peer"]]
    assert [sign.text for sign in signs if isinstance(sign, Progress)] == SIGNS[kept["peer"]]


def test_every_agent_that_dials_in_was_recorded():
    recorded = {kept["peer"]: kept["version"] for kept in (json.loads(wire.read_text()) for wire in RECORDED)}
    assert recorded == {name: dialler.version for name, dialler in ALL.items()}
