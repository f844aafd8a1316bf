"""Three hubs, each in a network of its own: a goal goes through them, and the wire of one is pulled for half a minute.

Nothing tells either end that the wire is gone: packets are lost, as on a real network.
"""

import json
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from apps.agents.domain.federation import EXTENSION
from tests.agents.connectors.fake_agent import as_json, served, whole
from tests.browser.product import running
from tests.client.namespaces import bridged, needs_namespaces

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(1800), needs_namespaces]

GONE = 30  # seconds
GOAL = "Survey the harbour."
ANSWER = "Twelve boats lie in the harbour."
USAGE = {"prompt_tokens": 1000, "completion_tokens": 200, "cost": 0.25}  # of each survey
MONEY = 2.0  # that a goal may cost
HUBS = ("north", "middle", "south")
CAME = f"""
import json
from apps.teams.models import Goal
print(json.dumps([goal.claimed_chain.get({EXTENSION!r}) for goal in Goal.objects.order_by("created_at")]))
"""


class Surveyor:
    """A model that is asked to survey, and answers when it may."""

    def __init__(self):
        self.asked = 0
        self.begun, self.may_answer = threading.Event(), threading.Event()

    def wait(self):
        """Be asked for the first time, and not answer."""
        self.asked = 0
        self.begun.clear()
        self.may_answer.clear()

    def tell(self, request):
        if request.path.endswith("/models"):
            return as_json({"data": [{"id": "surveyor"}]})
        if not request.path.endswith("/chat/completions"):
            return as_json({"detail": "Not Found"}, status=404)
        if "harbour" in request.raw.decode():
            self.asked += 1
            self.begun.set()
            self.may_answer.wait(200)
        return as_json(whole(ANSWER, usage=USAGE))


@pytest.fixture(scope="module")
def net():
    """The hubs by name; the surveyor, an agent beside south; the wire of each hub. North lets in from one hub alone."""
    surveyor = Surveyor()
    with tempfile.TemporaryDirectory() as folder, bridged(3) as bridge, ExitStack() as stack:
        root = Path(folder)
        root.chmod(0o711)  # started as root, their services run as somebody else, who has to get there
        wires = dict(zip(HUBS, bridge.namespaces, strict=True))
        with wires["south"].entered():
            beside = stack.enter_context(served(surveyor.tell, wires["south"].address))
        starts = (started(root / name, wires[name], bridge.net) for name in HUBS)
        with ThreadPoolExecutor() as pool:  # each takes a while
            hubs = dict(zip(HUBS, pool.map(stack.enter_context, starts), strict=True))
        join(hubs["south"], "surveyor", f"{beside.url}/v1")
        join(hubs["middle"], "far", f"{hubs['south'].url}/a2a/@surveyor", token=hubs["south"].token)
        join(hubs["north"], "near", f"{hubs['middle'].url}/a2a/@far", token=hubs["middle"].token)
        yield SimpleNamespace(**hubs, surveyor=surveyor, wires=wires)


def started(data, place, net):
    """A hub in its namespace, which may call agents on their network."""
    settings = {"IOA_HOST": place.address, "IOA_ALLOWED_NETWORKS": net, "IOA_FEDERATION_HUBS": "2"}
    if data.name == "north":
        settings["IOA_FEDERATION_HUBS"] = "1"
    return running(data, within=place.within, host=place.address, **settings)


def join(hub, handle, source, **more):
    """Register an agent by its address, after a test message."""
    skill = {"id": "survey", "name": "Survey a harbour", "description": "Counts boats.", "tags": ["harbour"]}
    said = {"source": source, "handle": handle, "name": handle.title(), "skills": [skill], "test_seconds": 120, **more}
    assert hub.post("/agents/join", said)["availability"] == "online"


def begun(net):
    """A goal of north that the surveyor works on."""
    net.surveyor.wait()
    goal = net.north.post("/goals", {"text": GOAL, "team": ["near"], "limits": {"money": MONEY}})["id"]
    assert net.surveyor.begun.wait(120)
    return goal


def seen(hub, goal):
    """What a hub shows of the task of a goal that is elsewhere; None: nothing yet."""
    tasks = hub.get(f"/goals/{goal}/tasks")["items"]
    return next((task["elsewhere"] for task in tasks if task["elsewhere"]), None)


def awaited(look, seconds=90):
    """What there is at last."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.5)
    return found


def ended(net, goal):
    """The result of a goal of north, once it has one."""
    net.surveyor.may_answer.set()
    net.north.await_ended(goal)
    return net.north.get(f"/goals/{goal}/result")["answer"] or ""


def newest(hub):
    """The goal that a hub was given last, with its tasks."""
    goal = hub.get("/goals?limit=1")["items"][0]
    return goal | {"tasks": hub.get(f"/goals/{goal['id']}/tasks")["items"]}


def goals(net):
    """How many each hub has."""
    return {name: len(getattr(net, name).get("/goals?limit=100")["items"]) for name in HUBS}


def came_to(hub):
    """What each goal of others brought to a hub, the oldest first."""
    return [said for said in json.loads(hub.shell(CAME)) if said]


def test_north_sees_the_rooms_of_both_hubs_while_they_work_and_the_answer_comes_back(net):
    goal = begun(net)
    middle, south = (net.wires[name].address for name in ("middle", "south"))
    rooms = awaited(lambda: (work := seen(net.north, goal)) and len(work["rooms"]) > 1 and work["rooms"])
    assert seen(net.north, goal)["hub"].startswith(middle)
    assert rooms[1]["hub"].startswith(south)
    assert [room["place"] for room in rooms[:2]] == ["1", "1.1"]
    assert ANSWER in ended(net, goal)
    last = seen(net.north, goal)
    assert (last["state"], {room["state"] for room in last["rooms"]}) == ("completed", {"done"})
    came = came_to(net.south)[-1]
    assert len(set(came["hubs"])) == came["hops"] == 2
    assert 0 < came["budget"]["turns"] < 60


def test_money_goes_along_and_what_was_not_spent_comes_back(net):
    goal = begun(net)
    assert ANSWER in ended(net, goal)
    brought = came_to(net.south)[-1]["budget"]["money"]
    assert newest(net.south)["limits"]["money"] == brought == MONEY
    assert [newest(getattr(net, name))["spent"]["money"] for name in HUBS] == [USAGE["cost"]] * 3
    team = net.north.get(f"/goals/{goal}")["team"]
    net.north.post(f"/teams/{team}/messages", {"text": GOAL})
    awaited(lambda: len(came_to(net.south)) and came_to(net.south)[-1]["budget"]["money"] != brought, 120)
    assert came_to(net.south)[-1]["budget"]["money"] == pytest.approx(MONEY - USAGE["cost"])
    net.north.await_ended(goal)
    assert net.north.get(f"/goals/{goal}")["spent"]["money"] == pytest.approx(2 * USAGE["cost"])


def test_a_goal_that_comes_round_in_a_circle_is_refused_where_it_began(net):
    join(net.south, "home", f"{net.north.url}/a2a/hub", token=net.north.token)
    join(net.middle, "round", f"{net.south.url}/a2a/@home", token=net.south.token)
    join(net.north, "circle", f"{net.middle.url}/a2a/@round", token=net.middle.token)
    before = goals(net)["north"]
    net.north.post("/goals", {"text": GOAL, "team": ["circle"]})
    awaited(lambda: "goes round in a circle" in told_in(net.south))
    assert goals(net)["north"] == before + 1


def test_a_goal_that_comes_through_more_hubs_than_are_let_in_is_refused(net):
    join(net.middle, "up", f"{net.north.url}/a2a/@calculator", token=net.north.token)
    join(net.south, "deep", f"{net.middle.url}/a2a/@up", token=net.middle.token)
    before = goals(net)["north"]
    net.south.post("/goals", {"text": GOAL, "team": ["deep"]})
    awaited(lambda: "comes through 2 hubs; at most 1" in told_in(net.middle))
    assert goals(net)["north"] == before


def told_in(hub):
    """All that happened to the newest goal of a hub."""
    return json.dumps(hub.get(f"/goals/{hub.get('/goals?limit=1')['items'][0]['id']}/events?limit=200")["items"])


@pytest.mark.parametrize("pulled", ["middle", "south"])
def test_a_wire_that_is_pulled_for_half_a_minute_doubles_nothing(net, pulled):
    before = goals(net)
    goal = begun(net)
    with net.wires[pulled].unplugged():
        net.surveyor.may_answer.set()
        time.sleep(GONE)
    assert ANSWER in ended(net, goal)
    assert {name: count - before[name] for name, count in goals(net).items()} == dict.fromkeys(HUBS, 1)
    given = {name: newest(getattr(net, name)) for name in HUBS}
    for name, told in given.items():
        assert told["title"] == GOAL.rstrip("."), name
        assert [task["state"] for task in told["tasks"]] == ["done"], name
        assert told["spent"]["money"] == USAGE["cost"], name
    assert net.surveyor.asked == 1
