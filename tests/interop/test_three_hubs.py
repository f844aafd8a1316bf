"""One goal whose team has members of three hubs and of five protocols, and a link between hubs that breaks."""

import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.product import running as product_running
from tests.browser.screenshots import SIZES, shrink
from tests.browser.stage import CHROMIUM, CHROMIUM_FLAGS
from tests.interop.running import ALL, model, running

pytestmark = [pytest.mark.interop, pytest.mark.processes, pytest.mark.timeout(600)]

CREW = {  # peer -> handle, name, what it can do, and what it says of itself
    "a2a-sdk (Python)": ("a2a", "Digger", "Dig flower beds", "Digs flower beds in a garden."),
    "pydantic-ai (AG-UI)": ("ag-ui", "Pruner", "Prune hedges", "Prunes hedges and trees."),
    "agent-protocol": ("agent-protocol", "Paver", "Pave the path", "Paves paths with stones, step by step."),
    "mcp (Python)": ("mcp", "Counter", None, "Tools for a garden."),
}
MODEL = ("completions", "Poet", "Name the roses", "Finds names for roses.")
HUBS = {  # a hub -> handle, name, what it can do, and what it says of itself
    "south": ("hub-south", "Calculator, South", "Multiply 12 * 7", "Multiplies numbers: 12 * 7."),
    "west": ("hub-west", "Calculator, West", "Add 30 + 12", "Adds numbers: 30 + 12."),
}
GOAL = (
    "Dig the flower beds; prune the hedges; pave the path; name the roses; multiply 12 * 7; add 30 + 12; "
    "count the words of a haiku."
)
HAIKU = "text: Old pond, a frog leaps in, the sound of water."  # what the tool asks a person for
SPOKEN = {"a2a", "agui", "agent_protocol", "mcp", "openai"}


def joined(hub, source, handle, name, ability, described, **more):
    """Register an agent by its address, after a test message."""
    skill = {"id": handle, "name": ability, "description": described, "repeatable": True, "read_only": True}
    told = {"skills": [skill | {"tags": ability.lower().split()}], "description": described} if ability else {}
    said = {"source": source, "handle": handle, "name": name, "test_seconds": 120, **told, **more}
    answer = hub.post("/agents/join", said)
    assert answer["availability"] == "online", answer


@pytest.fixture(scope="module")
def hubs():
    """North, south and west, each as people start it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        root = Path(folder)
        root.chmod(0o711)  # started as root, their services run as somebody else, who has to get there
        yield {name: stack.enter_context(product_running(root / name)) for name in ("north", "south", "west")}


def test_a_team_has_members_of_three_hubs_and_five_protocols(hubs, tmp_path):
    north = hubs["north"]
    with ExitStack() as stack:
        told = stack.enter_context(model())
        for peer, facts in CREW.items():
            joined(north, stack.enter_context(running(ALL[peer], told.url)).url, *facts)
        joined(north, told.url, *MODEL)
        for name, facts in HUBS.items():
            joined(north, f"{hubs[name].url}/a2a/@calculator", *facts, token=hubs[name].token)
        team = [facts[0] for facts in (*CREW.values(), MODEL, *HUBS.values())]
        goal = north.post("/goals", {"text": GOAL, "team": team})
        asked = awaited(lambda: north.get(f"/approvals?goal={goal['id']}")["items"])
        north.post(f"/approvals/{asked[0]['id']}/decide", {"answer": HAIKU})
        north.await_ended(goal["id"])
    tasks = north.get(f"/goals/{goal['id']}/tasks?limit=50")["items"]
    owners = {task["owner"]["handle"] for task in tasks}
    assert owners == set(team)
    assert {north.get(f"/agents/{handle}")["connector"] for handle in owners} >= SPOKEN
    assert [(task["title"], task["failure"]) for task in tasks if task["state"] != "done"] == []
    answer = north.get(f"/goals/{goal['id']}/result")["answer"]
    for words in ("new garden: ", "The model heard: ", "Step 3 of: ", "84", "42"):
        assert words in answer
    for name in HUBS:
        assert len(hubs[name].get("/goals")["items"]) == 1
    there = {task["elsewhere"]["hub"]: task["elsewhere"] for task in tasks if task["elsewhere"]}
    assert set(there) == {hubs[name].url.removeprefix("http://") for name in HUBS}
    assert {work["state"] for work in there.values()} == {"completed"}
    assert {work["rooms"][0]["state"] for work in there.values()} <= {"done", "partial"}
    take_pictures(north, goal["id"], tmp_path)


def awaited(look):
    """What there is at last."""
    until = time.monotonic() + 60
    while not (found := look()):
        assert time.monotonic() < until
        time.sleep(0.2)
    return found


def take_pictures(hub, goal, tmp_path):
    """Of the room and the map, at each width and theme, into the folder that IOA_SCREENSHOTS names."""
    folder = Path(os.environ.get("IOA_SCREENSHOTS", tmp_path))
    with sync_playwright() as player:
        page = player.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS).new_page()
        page.goto(hub.sign_in)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{hub.url}/")
        for name, view in (("three-hubs", "room"), ("three-hubs-map", "map")):
            page.goto(f"{hub.url}/goals/{goal}/?view={view}")
            page.locator("#connection[data-connection=live]").wait_for()
            take_each(page, folder, name)


def take_each(page, folder, name):
    """The page at each width and theme."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(800)
            path = folder / f"{name}-{width}-{theme}.png"
            page.screenshot(path=path)
            shrink(path)
