"""Agents of others dial in through ioa-connect, which is installed beside each of them, and do tasks of a real hub."""

import contextlib

import pytest

from apps.agents.models import Agent
from apps.chat.actions import stop
from apps.teams.models import Team
from tests.engine.conftest import task
from tests.interop.dialling import ALL, Dialler, connected
from tests.interop.running import model

pytestmark = [pytest.mark.processes, pytest.mark.interop]
NOTED = {  # of work that is given up: who noticed, and what
    "openai-agents": ("model", "given up"),
    "smolagents": ("agent", "stopped working"),
}


@pytest.fixture(scope="module")
def model_server():
    with model() as server:
        yield server


@pytest.fixture
def dialled(harbour, model_server, tmp_path):
    """Start an agent that dials in, and give what it and its model wrote so far."""
    with contextlib.ExitStack() as stack:

        def dial(dialler):
            there = stack.enter_context(
                connected(dialler, harbour.proxy.url, harbour.token, tmp_path, model_server.url)
            )
            harbour.field.workers.start(1)
            harbour.until_connected()
            return there

        yield dial


def give(harbour, brief):
    """A goal of one task for the agent that dials in."""
    given = task("work", "scout") | {"brief": brief}
    harbour.field.voices([{"do": "assign", "tasks": [given], "answer": "work"}])
    return harbour.field.launch("Do the work.")


@pytest.mark.parametrize("name", ALL)
def test_an_agent_of_others_that_dials_in_does_a_task(harbour, dialled, name):
    there = dialled(ALL[name])
    goal = give(harbour, ALL[name].brief)
    harbour.field.until_all_ended()
    goal.refresh_from_db()
    assert ALL[name].answer in goal.answer, there.said.read_text()
    there.process.terminate()
    assert there.process.wait(20) == 0


def test_a_tool_of_an_mcp_server_says_itself_what_it_is(harbour, dialled):
    dialled(ALL["mcp-server-time"])
    harbour.field.until(lambda: Agent.objects.get(handle="scout").name == "convert_time")


@pytest.mark.parametrize("name", NOTED)
def test_work_of_a_goal_that_is_stopped_is_stopped_at_the_agent(harbour, dialled, model_server, name):
    there = dialled(ALL[name])
    before = len(model_server.said.read_text())
    goal = give(harbour, "wait for rain")
    harbour.field.until(lambda: "begun" in model_server.said.read_text()[before:])
    stop(harbour.field.owner, Team.objects.get(goal=goal, parent=None).id)
    who, what = NOTED[name]
    if who == "agent":
        harbour.field.until(lambda: what in there.said.read_text())
    else:
        harbour.field.until(lambda: what in model_server.said.read_text()[before:])


@pytest.mark.light
@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_the_mcp_sdks_client_turns_to_the_team_while_its_agent_works(harbour, dialled, era):
    dialled(Dialler("team tools", "2.3.0", "mcp", ("--python", "team_tools:plan")))
    given = task("work", "scout") | {"brief": f"Plan a berth, in mode {era}."}
    told = {"do": "say", "text": "three", "answers": 1}
    harbour.field.voices([{"do": "assign", "tasks": [given], "answer": "work"}, told])
    goal = harbour.field.launch("Do the work.")
    harbour.field.until_all_ended()
    goal.refresh_from_db()
    assert goal.answer == "Berth three, as @scout asked by ask_team of 6 tools.", harbour.field.story()
