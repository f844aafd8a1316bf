"""Two hubs, and a link between them that is gone for half a minute while one works for the other."""

import tempfile
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.agents.connectors.routed_agent import serving
from tests.browser.product import running
from tests.client.hub import Proxy, free_port

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(600)]

GONE = 30  # seconds
GOAL = "Survey the harbour."
ANSWER = "Twelve boats lie in the harbour."


@pytest.fixture(scope="module")
def slow_agent():
    """It answers a task when it is told to; `tasks` has each that came."""
    at_work = SimpleNamespace(tasks=[], begun=threading.Event(), may_answer=threading.Event())

    def run(request):
        if not request.body:
            return (422, "application/json", '{"detail": "task_desc is missing"}')
        if "harbour" in request.raw.decode():
            at_work.tasks.append(request.body)
            at_work.begun.set()
            at_work.may_answer.wait(120)
        return (200, "application/json", f'{{"conclusion": "{ANSWER}"}}')

    with serving({("POST", "/run"): run}) as server:
        at_work.url = f"{server.url}/run"
        yield at_work


@pytest.fixture(scope="module")
def hubs(slow_agent):
    """North, where the goal is given, and south, where the agent is; south is found behind a link that can break."""
    port = free_port()
    link = Proxy(port)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o711)  # started as root, their services run as somebody else, who has to get there
        behind = {"IOA_PORT": str(port), "IOA_PUBLIC_URL": link.url}
        with running(root / "north") as north, running(root / "south", **behind) as south:
            join(south, "surveyor", slow_agent.url)
            join(north, "far", f"{link.url}/a2a/@surveyor", token=south.token)
            yield SimpleNamespace(north=north, south=south, link=link)
    link.close()


def join(hub, handle, source, **more):
    """Register an agent by its address, after a test message."""
    skill = {"id": "survey", "name": "Survey a harbour", "description": "Counts boats.", "tags": ["harbour"]}
    said = {"source": source, "handle": handle, "name": handle.title(), "skills": [skill], "test_seconds": 60, **more}
    assert hub.post("/agents/join", said)["availability"] == "online"


def elsewhere(hub, goal):
    """What a hub shows of the task of a goal that is at another hub; None: nothing yet."""
    return hub.get(f"/goals/{goal}/tasks")["items"][0]["elsewhere"]


def awaited(look):
    """What there is at last."""
    until = time.monotonic() + 60
    while not (found := look()):
        assert time.monotonic() < until
        time.sleep(0.2)
    return found


@pytest.mark.parametrize("answers", ["while the link is gone", "after it is back"])
def test_a_partition_heals_and_nothing_is_done_or_booked_twice(hubs, slow_agent, answers):
    before = len(hubs.south.get("/goals")["items"])
    slow_agent.tasks.clear()
    slow_agent.begun.clear()
    slow_agent.may_answer.clear()
    goal = hubs.north.post("/goals", {"text": GOAL, "team": ["far"]})["id"]
    assert slow_agent.begun.wait(60)
    awaited(lambda: (work := elsewhere(hubs.north, goal)) and work["rooms"])
    with hubs.link.gone():
        if answers == "while the link is gone":
            slow_agent.may_answer.set()
        time.sleep(GONE)
        assert elsewhere(hubs.north, goal)["away_since"] is not None
    slow_agent.may_answer.set()
    hubs.north.await_ended(goal)
    last = elsewhere(hubs.north, goal)
    assert (last["away_since"], last["state"], last["rooms"][0]["state"]) == (None, "completed", "done")
    result = hubs.north.get(f"/goals/{goal}/result")
    assert ANSWER in (result["answer"] or ""), result
    (theirs,) = hubs.south.get("/goals")["items"][: len(hubs.south.get("/goals")["items"]) - before]
    done_there = hubs.south.get(f"/goals/{theirs['id']}/tasks")["items"]
    assert len({given["uid"] for given in slow_agent.tasks}) == len(slow_agent.tasks) == len(done_there)
    assert [task["state"] for task in hubs.north.get(f"/goals/{goal}/tasks")["items"]] == ["done"]
    spent = [hubs.north.get(f"/goals/{goal}")["spent"], hubs.south.get(f"/goals/{theirs['id']}")["spent"]]
    assert spent[0]["tokens"] == spent[1]["tokens"], spent
