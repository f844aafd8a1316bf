"""Work that nobody waits for any more: what happens to it is seen at the agent, not at the hub.

Agents that are ours but for their library write down that they stopped. Where a model thinks for an agent, the model's
server sees whether its slow answer was still wanted.
"""

import asyncio
import json
import time
import urllib.request

import pytest

from apps.agents.domain.calls import Accepted, AgentError, Progress, Writing
from apps.agents.domain.failures import Failure
from tests.interop.asking import asked

pytestmark = pytest.mark.interop
SECONDS = 3.0  # that an agent is given for work that takes longer
PATIENCE = 30.0
GIVEN_UP = AgentError(f"The agent did not finish within {SECONDS:g} seconds.", failure=Failure.OVERDUE)
TASK = "Count the bees in the garden."
TOOLS = {"mcp (Python)": ("minutes: 1", "wait_for_rain")}
LONG_TOOL = ("duration: 60; steps: 600", "trigger-long-running-operation")


async def until(held):
    """Wait until `held()` is true."""
    give_up = time.monotonic() + PATIENCE
    while not held():
        assert time.monotonic() < give_up, "it did not come about"
        await asyncio.sleep(0.1)


def news_of(file):
    """A function that gives what was written to a file since now."""
    before = len(file.read_text())
    return lambda: file.read_text()[before:]


@pytest.mark.parametrize("name", ["a2a-sdk (Python)", "a2a-sdk (Python, 0.3)", "@a2a-js/sdk", "mcp (Python)"])
async def test_the_agents_own_work_stops(name, peers):
    said = news_of(peers(name).said)
    came = await asked(peers(name), *TOOLS.get(name, ("wait for rain",)), seconds=SECONDS)
    assert came.end == GIVEN_UP
    await until(lambda: "stopped working" in said())


@pytest.mark.parametrize("name", ["google-adk", "langgraph-api", "pydantic-ai (AG-UI)", "agno AgentOS"])
async def test_the_agent_does_not_want_its_models_answer_any_more(name, peers, model_server):
    await asked(peers(name), TASK)  # the first call of some loads half a library, and nothing else meanwhile
    noted = news_of(model_server.said)
    came = await asked(peers(name), "wait for rain", seconds=SECONDS)
    assert came.end == GIVEN_UP
    assert any(isinstance(event, Progress | Accepted | Writing) for event in came.told)
    await until(lambda: noted().count("\n") == 2)
    assert noted() == "begun\ngiven up\n"


async def test_fasta2a_works_on_and_takes_the_next_task_after_it(peers, model_server):
    """Its worker hears of a cancellation only when it is done; the hub waits for neither."""
    noted = news_of(model_server.said)
    came = await asked(peers("fasta2a"), "wait for rain", seconds=SECONDS)
    assert came.end == GIVEN_UP
    await until(lambda: noted().count("\n") == 2)
    assert noted() == "begun\ntold to the end\n"
    assert TASK in (await asked(peers("fasta2a"), TASK)).end.text


async def test_code_that_open_interpreter_runs_is_stopped_and_it_takes_the_next_task(peers):
    interpreter = peers("Open Interpreter")
    await asked(interpreter, TASK)
    came = await asked(interpreter, "wait for rain", seconds=SECONDS)
    assert came.end == GIVEN_UP
    ticks = interpreter.said.parent / "ticks.txt"
    stopped_at = ticks.read_text()
    assert "6 * 7" in (await asked(interpreter, TASK)).end.text
    assert ticks.read_text() == stopped_at
    assert len(stopped_at.split()) < 300


async def test_an_agent_that_works_in_steps_takes_no_further_one(peers):
    stepper = peers("agent-protocol")
    came = await asked(stepper, "wait for rain", seconds=SECONDS)
    assert came.end == GIVEN_UP
    [task_id] = [event.handle for event in came.told if isinstance(event, Accepted)]
    steps = f"{stepper.url}/ap/v1/agent/tasks/{task_id}/steps?page_size=200"

    def states():
        with urllib.request.urlopen(steps, timeout=10) as reply:
            return [step["status"] for step in json.load(reply)["steps"]]

    await until(lambda: "running" not in states())
    assert 1 < len(states()) < 100
    assert states()[-1] == "created", "the next step is there, and nobody takes it"


async def test_the_library_of_server_everything_breaks_the_request_off(peers):
    """Its tool does not look whether it is still wanted; nobody hears what it says after that."""
    server = peers("server-everything")
    said = news_of(server.said)
    came = await asked(server, *LONG_TOOL, seconds=SECONDS)
    assert came.end == GIVEN_UP
    assert any("of 600" in event.text for event in came.told if isinstance(event, Progress))
    await until(lambda: "request broken off: nobody waits for it any more" in said())
