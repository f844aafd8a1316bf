"""Agents that others wrote, of four protocols, join the demo by their addresses, form a team and give one answer."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.product import running as product_running
from tests.browser.room import Room
from tests.browser.screenshots import SIZES, shrink
from tests.interop.running import ALL, model, running

pytestmark = pytest.mark.interop

CREW = {  # peer -> handle, name, and what it is for; None: what it says itself
    "a2a-sdk (Python)": (
        "digger",
        "Digger (A2A)",
        "Dig flower beds",
        "Digs flower beds and vegetable beds in a garden.",
    ),
    "pydantic-ai (AG-UI)": ("pruner", "Pruner (AG-UI)", "Prune hedges", "Prunes hedges and trees."),
    "agent-protocol": ("paver", "Paver (Agent Protocol)", "Pave the path", "Paves paths with stones, step by step."),
    "mcp (Python)": ("counter", "Counter (MCP)", None, "Tools for a garden."),
}
GOAL = "Dig the flower beds; prune the hedges; pave the path; count the words of a haiku."
SPOKEN = {"a2a", "agui", "agent_protocol", "mcp"}

# As it stands in the README of IoA, which this product answers like.
SCRIPT = """
import requests

goal = "I want to know the annual revenue of Microsoft from 2014 to 2020. Please generate a figure in text format \
showing the trend of the annual revenue, and give me a analysis report."

response = requests.post(
    "http://127.0.0.1:5050/launch_goal",
    json={
        "goal": goal,
        "max_turns": 20,
        "team_member_names": ["AutoGPT", "Open Interpreter"],   # When it is left "None", the agent will decide whether to form a team autonomously
    },
)

print(response)
"""  # noqa: E501
NAMED = {  # peer -> name, what it is for
    "AutoGPT Forge": (
        "AutoGPT",
        "Write an analysis report",
        "Finds out what people want to know of a company, and gives an analysis report.",
    ),
    "Open Interpreter": (
        "Open Interpreter",
        "Generate a figure in text format",
        "Runs code that generates figures in text format showing a trend.",
    ),
}


@pytest.fixture(scope="module")
def peers():
    with ExitStack() as stack:
        model_url = stack.enter_context(model()).url
        yield lambda name: stack.enter_context(running(ALL[name], model_url))


def skill(identifier, name, description):
    return {
        "id": identifier,
        "name": name,
        "description": description,
        "tags": name.lower().split(),
        "repeatable": True,
        "read_only": True,
    }


def picture(page, name, tmp_path):
    """A picture at each width and theme, into the folder that IOA_SCREENSHOTS names."""
    folder = Path(os.environ.get("IOA_SCREENSHOTS", tmp_path))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(800)
            path = folder / f"{name}-{width}-{theme}.png"
            page.screenshot(path=path)
            shrink(path)


def test_agents_of_four_protocols_form_a_team_and_give_one_answer(peers, product, demo, tmp_path):
    for peer, (handle, name, ability, described) in CREW.items():
        told = {"skills": [skill(handle, ability, described)], "description": described} if ability else {}
        joined = product.post("/agents/join", {"source": peers(peer).url, "handle": handle, "name": name, **told})
        assert joined["availability"] == "online"
    goal = product.post("/goals", {"text": GOAL})
    room = Room.of(demo, product, goal, "").open()
    room.expect_state("Done")

    tasks = product.get(f"/goals/{goal['id']}/tasks?limit=50")["items"]
    owners = {task["owner"]["handle"] for task in tasks}
    assert owners >= {handle for handle, *_ in CREW.values()}
    assert {product.get(f"/agents/{handle}")["connector"] for handle in owners} >= SPOKEN
    assert [(task["title"], task["failure"]) for task in tasks if task["state"] != "done"] == []
    answer = product.get(f"/goals/{goal['id']}/result")["answer"]
    for words in ("new garden: ", "The model heard: ", "Step 3 of: "):
        assert words in answer
    expect(room.messages.last).to_contain_text("Dig the flower beds")
    picture(demo, "four-protocols", tmp_path)


def test_the_request_of_ioa_is_answered_as_it_stands(peers, tmp_path):
    with product_running(tmp_path / "data", IOA_COMPAT_PORT="5050") as product:
        for name, (called, ability, described) in NAMED.items():
            handle = called.lower().replace(" ", "-")
            told = {"name": called, "handle": handle, "description": described}
            product.post(
                "/agents/join", {"source": peers(name).url, "skills": [skill(handle, ability, described)], **told}
            )
        done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=240)
        assert (done.stdout, done.stderr) == ("<Response [200]>\n", "")
        [goal] = product.get("/goals")["items"]
        tasks = product.get(f"/goals/{goal['id']}/tasks")["items"]
        assert goal["outcome"] == "done"
        assert {task["owner"]["handle"] for task in tasks} == {"autogpt", "open-interpreter"}
