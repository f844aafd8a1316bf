"""An agent on another machine lacks a fact: it asks its team, and a colleague on a third machine knows it."""

import contextlib

import pytest

from apps.agents.actions import register_agent
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.actions.grants import give_grant
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Connection
from apps.chat.models import Message
from apps.teams.models import Attempt, FileVersion, Goal, Task
from tests.client.hub import Connected
from tests.durability.conftest import environment_of
from tests.durability.workers import Workers
from tests.engine.conftest import task

pytestmark = [pytest.mark.processes, pytest.mark.slow]

ASKER = """
from ioa_connect import agent

@agent(name="Berth planner", description="Plans berths.", skills=["planning berths"])
async def run(task):
    draught = await task.ask("What is the draught of the ship Mary?")
    (found, *_) = await task.find_agents("drawing plans of berths")
    drawn = await task.delegate("Draw the berth.", need="drawing plans of berths")
    return f"Berth 3, draught {draught}, drawn by @{found.handle}: {drawn.text} {sorted(drawn.files)}"
"""
KNOWS = """
from ioa_connect import agent

@agent(name="Pilot", description="Knows ships.", skills=["draught of ships", "the ship Mary"])
async def run(task):
    return "seven metres" if "draught" in task.brief else "Nothing to report."
"""
DRAWS = """
from ioa_connect import File, agent

@agent(name="Drawer", description="Draws plans of berths.", skills=["drawing plans of berths"])
async def run(task):
    yield File("berth.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    yield "Here it is."
"""
PLAN = {"do": "assign", "tasks": [task("plan", "planner"), task("later", "pilot", after=("plan",))], "answer": "plan"}


@pytest.fixture(scope="module")
def crowd(ground, broker, django_db_setup, django_db_blocker):
    """Workers without a script: rules speak, and agents for themselves."""
    with django_db_blocker.unblock():
        workers = Workers(ground, environment_of(broker) | {"IOA_SCRIPT": ""})
    yield workers
    workers.end()


@pytest.fixture
def crew(harbour):
    """Three agents, each in a process of its own behind the proxy."""
    with contextlib.ExitStack() as running:
        for handle, source in (("planner", ASKER), ("pilot", KNOWS), ("sketcher", DRAWS)):
            folder = harbour.folder / handle
            folder.mkdir()
            (folder / f"{handle}_agent.py").write_text(source)
            profile = AgentProfile(handle=handle, name=handle, connector="socket")
            agent_id = register_agent(harbour.field.workspace.id, profile)
            give_grant(harbour.field.owner, agent_id, "")  # nobody knows what one that dials in may do
            token = create_agent_token(harbour.field.owner, agent_id, "there")
            running.callback(Connected(folder, harbour.proxy.url, token, "--python", f"{handle}_agent:run").kill)
        yield


def test_the_fact_comes_through_the_room(harbour, crew):
    harbour.field.until(lambda: Connection.objects.filter(connector="socket", last_seen_at__isnull=False).count() >= 3)
    harbour.field.launch("Plan a berth for the Mary.", team=("planner", "pilot", "sketcher"))
    harbour.field.speak(harbour.field.claim(), PLAN)
    harbour.field.workers.start(2)
    harbour.field.until_all_ended()

    assert Goal.objects.get().answer == "Berth 3, draught seven metres, drawn by @sketcher: Here it is. ['berth.svg']"
    said = {message.kind: message for message in Message.objects.order_by("number")}
    assert said["question"].text == "What is the draught of the ship Mary?"
    assert (said["say"].text, said["say"].member.agent.handle, said["say"].voice) == ("seven metres", "pilot", "itself")
    handed_on = Task.objects.get(delegated_by__isnull=False)
    assert (handed_on.delegated_by.title, handed_on.owner.agent.handle) == ("Plan", "sketcher")
    answer = "plan-a-berth-for-the-mary.md"
    assert {file.name for file in FileVersion.objects.all()} == {"berth.svg", answer}
    assert Attempt.objects.filter(task__title="Plan").count() == 1, "its work never stopped"
