"""Clients of IoA at a real hub: their talks with native agents, and the tasks that teams of the hub give them."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope
from apps.agents.models import AgentSocket
from apps.agents.queries.wire_talks import WIRE
from apps.chat.actions import decide
from apps.chat.models import Message
from apps.teams.models import Approval, Goal, Task
from tests.client.ioa_client import ASYNC, CONCLUDE, DISCUSSION, PROGRESS, RESULT, SYNC, IoaClient
from tests.engine.conftest import task

pytestmark = pytest.mark.processes


@pytest.fixture
def wire(harbour):
    """The hub with two native agents; gives clients with a token of its owner."""
    field = harbour.field
    field.agent("teller", {"result": "Nine ships."}, skill="counting ships")
    field.agent("scales", {"result": "They weigh 4,000 t."}, skill="weighing ships")
    field.workers.start(1)
    harbour.scopes = [Scope.READ, Scope.RUN, Scope.AGENTS]
    harbour.person_token = issue_token(field.owner, "ioa", harbour.scopes)
    return harbour


def client(wire, name, **more):
    return IoaClient(wire.web.url, name, "Leads harbours.", wire.person_token, **more)


def play(wire, talk):
    """What comes of a coroutine, while the workers are kept running."""
    threads = ThreadPoolExecutor(1)
    running = threads.submit(asyncio.run, talk)
    wire.field.until(running.done, 60)
    threads.shutdown()
    return running.result()


def until_over(comm_id):
    """Until the goal of a talk has ended."""
    while Goal.objects.filter(pk=comm_id, outcome="running").exists():
        time.sleep(0.2)
    connections.close_all()  # of this thread


def given_while_here(wire, worker, text, meanwhile=lambda: None):
    """A goal of the hub's, from its launch to its end, while a client is on the wire."""
    over = threading.Event()

    async def stay():
        async with worker.here():
            await asyncio.to_thread(over.wait)

    with ThreadPoolExecutor(1) as threads:
        working = threads.submit(asyncio.run, stay())
        try:
            wire.field.until(lambda: AgentSocket.objects.filter(client=WIRE, open=True).exists(), 60)
            goal = wire.field.launch(text)
            meanwhile()
            wire.field.until_all_ended()
        finally:
            over.set()
        working.result()
    goal.refresh_from_db()
    return goal


def test_a_client_leads_a_talk_with_native_agents_and_concludes(wire):
    leader = client(wire, "Harbour Master")
    leader.replies = [
        {"type": SYNC, "content": "Count the ships.", "next": ["teller"]},
        {"type": ASYNC, "content": "Weigh them.", "next": ["scales"]},
        {"type": DISCUSSION, "content": "What would you add?", "next": ["teller"]},
        {"type": CONCLUDE, "content": "That is all."},
        {"content": "Nine ships of 4,000 t."},
    ]

    async def talk():
        async with leader.here():
            return await leader.launch_goal("How many ships, and how heavy?", ["teller", "scales"], "Harbour")

    comm_id, conclusion = play(wire, talk())
    assert conclusion == "Nine ships of 4,000 t."
    wire.field.until_all_ended()
    goal = Goal.objects.get(pk=comm_id)
    assert (goal.outcome, goal.answer) == ("done", "Nine ships of 4,000 t."), wire.field.story()
    owners = Task.objects.filter(team__goal=goal).order_by("number").values_list("owner__agent__handle", flat=True)
    assert list(owners) == ["harbour-master", "teller", "scales", "teller"]
    kinds = [(one["sender"], one["type"]) for one in leader.heard]
    assert kinds.count(("teller", RESULT)) == 1
    assert ("scales", PROGRESS) in kinds
    assert ("teller", DISCUSSION) in kinds
    results = {one["sender"]: one for one in leader.heard if one["type"] == RESULT}
    assert results["teller"]["task_conclusion"] == "Nine ships."
    assert Message.objects.filter(conversation__team__goal=goal, text__contains="Weigh them.").exists()
    wire.field.assert_all_is_well()


@pytest.mark.parametrize("named", ["Harbour Master", "teller"])
def test_the_person_behind_a_client_goes_on_with_a_talk_that_has_ended(wire, named):
    leader = client(wire, "Harbour Master")
    leader.replies = [
        {"type": CONCLUDE, "content": "That is all."},
        {"content": "Nine ships."},
        {"type": SYNC, "content": "Weigh them.", "next": ["scales"]},
        {"type": CONCLUDE, "content": "That is all."},
        {"content": "4,000 t."},
    ]

    async def talk():
        async with leader.here():
            comm_id, first = await leader.launch_goal("How many ships?", ["teller", "scales"])
            await asyncio.to_thread(until_over, comm_id)
            return comm_id, first, await leader.go_on(comm_id, "And how heavy?", named)

    comm_id, first, second = play(wire, talk())
    assert (first, second) == ("Nine ships.", "4,000 t.")
    wire.field.until_all_ended()
    goal = Goal.objects.get()
    assert (str(goal.pk), goal.outcome, goal.answer) == (comm_id, "done", "4,000 t."), wire.field.story()
    given = Task.objects.filter(team__goal=goal).order_by("number").values_list("owner__agent__handle", "brief")
    leads = [brief for owner, brief in given if owner == "harbour-master"]
    assert leads == ["How many ships?", "And how heavy?"]
    assert [owner for owner, _ in given].count("teller") == (named == "teller")
    wire.field.assert_all_is_well()


def test_a_client_does_a_task_that_a_team_of_the_hub_gives_it(wire):
    worker = client(wire, "Pilot", work=lambda text: f"Berth 3. {text[:6]}")
    wire.field.voices([{"do": "assign", "tasks": [task("work", "pilot")], "answer": "work"}])

    goal = given_while_here(wire, worker, "Find a berth.")
    assert (goal.outcome, goal.answer[:8]) == ("done", "Berth 3."), wire.field.story()
    (given,) = [one for one in worker.heard if one["type"] == SYNC]
    assert given["next_speaker"] == ["Pilot"]
    assert given["goal"] == "Find a berth."
    wire.field.assert_all_is_well()


def test_two_clients_and_a_native_agent_share_a_talk(wire):
    leader, pilot = client(wire, "Harbour Master"), client(wire, "Pilot", work=lambda _: "Berth 3.")
    leader.replies = [
        {"type": SYNC, "content": "Find a berth and count.", "next": ["Pilot", "teller"]},
        {"type": CONCLUDE, "content": "That is all."},
        {"content": "Berth 3, nine ships."},
    ]

    async def talk():
        async with leader.here(), pilot.here():
            return await leader.launch_goal("Where, and how many?", ["Pilot", "teller"])

    _, conclusion = play(wire, talk())
    assert conclusion == "Berth 3, nine ships."
    assert pilot.done == ["Find a berth and count."]
    heard = {(one["sender"], one["type"]) for one in pilot.heard}
    assert {("Harbour Master", SYNC), ("Pilot", RESULT), ("teller", RESULT)} <= heard
    wire.field.until_all_ended()
    wire.field.assert_all_is_well()


def test_what_a_client_gives_on_counts_for_the_task_it_works_on(wire):
    boss = client(wire, "Pilot")
    boss.replies = [
        {"type": SYNC, "content": "Count the ships.", "next": ["teller"]},
        {"type": CONCLUDE, "content": "That is all."},
        {"content": "Nine."},
    ]

    def team_up(text):
        return asyncio.run_coroutine_threadsafe(boss.launch_goal("How many?", ["teller"]), boss.loop).result()[1]

    boss.work = team_up
    wire.field.voices([{"do": "assign", "tasks": [task("work", "pilot")], "answer": "work"}])

    def permit():
        """A client may do more than read, so a person is asked before it is told another agent's words."""
        wire.field.until(lambda: Approval.objects.filter(kind="permit", state="pending").exists(), 60)
        decide(wire.field.owner, Approval.objects.get(kind="permit").id, "Approve")

    goal = given_while_here(wire, boss, "Count the ships of the harbour.", permit)
    assert (goal.outcome, goal.answer) == ("done", "Nine."), wire.field.story()
    assert Goal.objects.count() == 1
    counted = Task.objects.get(owner__agent__handle="teller")
    assert counted.delegated_by.owner.agent.handle == "pilot"
    wire.field.assert_all_is_well()


def test_a_talk_outlives_the_death_of_the_hubs_web_process(wire):
    leader = client(wire, "Harbour Master")
    leader.replies = [
        {"type": SYNC, "content": "Count the ships.", "next": ["slow"]},
        {"type": CONCLUDE, "content": "That is all."},
        {"content": "Nine ships."},
    ]
    wire.field.agent("slow", {"wait": 3}, {"result": "Nine."}, skill="counting slowly")

    async def talk():
        async with leader.here():
            return await leader.launch_goal("How many ships?", ["slow"])

    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(asyncio.run, talk())
        wire.field.until(lambda: Task.objects.filter(owner__agent__handle="slow").exists(), 60)
        wire.web.kill()
        wire.web.start()
        wire.field.until(running.done, 60)
    assert running.result()[1] == "Nine ships."
    assert Task.objects.filter(owner__agent__handle="slow").count() == 1
    assert [one["type"] for one in leader.heard].count(RESULT) == 1
    wire.field.until_all_ended()
    wire.field.assert_all_is_well()
