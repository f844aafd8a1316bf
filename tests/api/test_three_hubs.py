"""Three hubs, each by itself: a goal goes from the first through the second to the third, and its answer comes back."""

import json
import tempfile
from pathlib import Path

import pytest

from apps.agents.domain.federation import EXTENSION
from tests.browser.product import running

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(1200)]

PATHS = f"""
import json
from apps.teams.models import Goal
print(json.dumps([goal.claimed_chain.get({EXTENSION!r}) for goal in Goal.objects.order_by("created_at")]))
"""


@pytest.fixture(scope="module")
def hubs():
    """North, middle and south; each knows the next one by its card."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o711)  # started as root, its services run as somebody else, who has to get there
        yield from started(root)


def started(root):
    """The three, until the tests are over."""
    with running(root / "north") as north, running(root / "middle") as middle, running(root / "south") as south:
        join(middle, "far", f"{south.url}/a2a/hub", south.token)
        join(north, "near", f"{middle.url}/a2a/@far", middle.token)
        yield north, middle, south


def join(hub, handle, source, token):
    """Register an agent by its card, after a test message."""
    said = {"source": source, "token": token, "handle": handle, "name": handle.title(), "test_seconds": 120}
    assert hub.post("/agents/join", said)["connector"] == "a2a"


def asked(hub, text, agent):
    """What came of a goal whose team is one agent."""
    goal = hub.post("/goals", {"text": text, "team": [agent]})["id"]
    hub.await_ended(goal)
    return hub.get(f"/goals/{goal}/result")


def test_a_goal_goes_through_three_hubs_and_its_answer_comes_back(hubs):
    north, _, south = hubs
    result = asked(north, "What is 12 * 7?", "near")
    assert "84" in (result["answer"] or ""), result
    came = [one for one in json.loads(south.shell(PATHS)) if one]
    assert len(came[-1]["hubs"]) == came[-1]["hops"] == 2
    assert came[-1]["budget"]["turns"] < 60


def test_a_goal_that_comes_back_to_where_it_began_is_refused_there(hubs):
    north, middle, south = hubs
    join(south, "home", f"{north.url}/a2a/hub", north.token)
    join(middle, "round", f"{south.url}/a2a/@home", south.token)
    join(north, "circle", f"{middle.url}/a2a/@round", middle.token)
    before = len(json.loads(north.shell(PATHS)))
    result = asked(north, "What is 12 * 7?", "circle")
    assert "84" not in (result["answer"] or "")
    assert len(json.loads(north.shell(PATHS))) == before + 1
