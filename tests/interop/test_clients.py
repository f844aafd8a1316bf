"""Programs of others that ask the hub: each in its own environment, against a hub as people start it."""

import json
import os
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import expect, sync_playwright

from tests.agents.connectors.fake_agent import as_json
from tests.agents.connectors.routed_agent import serving
from tests.browser.product import running
from tests.browser.stage import CHROMIUM, CHROMIUM_FLAGS
from tests.interop.environments import HOME
from tests.interop.running import Peer, look_for
from tests.interop.running import running as running_peer

CLIENTS = Path(__file__).parent / "clients"
PATIENCE = 120  # seconds
ANSWER = "84"  # what is asked is 12 * 7

pytestmark = [
    pytest.mark.interop,
    pytest.mark.processes,
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def hub():
    with hub_of_its_own() as product:
        yield product


@pytest.fixture
def own_hub():
    """Where an agent may join that no goal of another test shall meet."""
    with hub_of_its_own() as product:
        yield product


@contextmanager
def hub_of_its_own():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o711)  # started as root, its services run as somebody else, who has to get there
        with running(root / "hub") as product:
            yield product


@pytest.fixture
def receiver():
    """Where A2A's clients are told of their tasks."""
    with serving({("POST", "/tasks"): lambda request: (200, "text/plain", b"")}) as server:
        yield server


def said_by(environment, script, hub, *more):
    """What a client printed: JSON."""
    look_for(script, environment)
    home = HOME / environment
    if script.endswith(".mjs"):
        (home / script).write_text((CLIENTS / script).read_text())  # Node looks for packages beside the script
        command = ["node", str(home / script)]
    else:
        command = [str(home / "bin/python"), str(CLIENTS / script)]
    done = subprocess.run(
        [*command, hub.url, hub.token, *more], capture_output=True, text=True, timeout=PATIENCE, cwd=home
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.light
def test_the_openai_sdk_lists_models_and_reads_answers_at_once_streamed_and_gone_on_with(hub):
    said = said_by("openai", "openai_sdk.py", hub)
    assert {"hub", "agent/calculator"} <= set(said.pop("models"))
    assert "96" in said.pop("next")
    assert [ANSWER in answer for answer in said.values()] == [True] * 4


@pytest.mark.light
@pytest.mark.parametrize(
    ("environment", "script"),
    [
        ("openai-agents", "openai_agents.py"),
        ("smolagents", "smolagents_code.py"),
        ("langchain", "langchain_chat.py"),
    ],
)
def test_a_framework_has_the_hub_as_its_model(hub, environment, script):
    said = said_by(environment, script, hub)
    assert {name: ANSWER in answer for name, answer in said.items()} == dict.fromkeys(said, True)


@pytest.mark.light
@pytest.mark.parametrize(("environment", "script"), [("a2a-sdk-old", "a2a_03.py"), ("js", "a2a_client.mjs")])
def test_an_a2a_client_follows_its_task_over_both_bindings_and_is_told_of_it(hub, receiver, environment, script):
    said = said_by(environment, script, hub, f"{receiver.url}/tasks")
    assert len(said) == 2
    for seen in said.values():
        assert (ANSWER in seen["answer"], seen["told at"]) == (True, f"{receiver.url}/tasks")
        assert seen["states"][-1].lower().endswith("completed")
    tasks = {seen["task"] for seen in said.values()}
    until = time.monotonic() + PATIENCE
    while tasks_told(receiver) != tasks:
        assert time.monotonic() < until, tasks_told(receiver)
        time.sleep(0.2)


def tasks_told(receiver):
    """The tasks of whose end it was told, with the token of its client."""
    tokens = {each.headers.get("X-A2A-Notification-Token", "").startswith("from-") for each in receiver.asked}
    assert tokens <= {True}
    tasks = [each.body.get("task", each.body) for each in receiver.asked]
    return {task["id"] for task in tasks if task["status"]["state"].lower().endswith("completed")}


def test_a_client_of_mcp_has_a_goal_as_its_task_in_both_eras(hub):
    said = said_by("mcp-tasks", "mcp_tasks.mjs", hub)
    assert {era: ANSWER in each["answer"] for era, each in said.items()} == {"older": True, "newer": True}
    assert hub.get(f"/goals/{said['newer']['task']}")["outcome"] == "done"


def test_a_chat_page_has_the_hub_as_its_model(hub):
    """Gradio's own page for servers of chat completions, in a browser."""
    script = str(CLIENTS / "gradio_chat.py")
    page = Peer("Gradio", "6.31.0", "gradio", ("bin/python", script, hub.url, hub.token, "PORT"))
    with running_peer(page, "") as served, sync_playwright() as player:
        tab = player.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS).new_page()
        tab.goto(served.url)
        tab.get_by_test_id("textbox").first.fill("What is 12 * 7?")
        tab.get_by_test_id("textbox").first.press("Enter")
        tab.get_by_test_id("bot").filter(has_text=ANSWER).wait_for(timeout=60_000)


@pytest.mark.light
def test_the_client_of_ag_ui_reads_two_runs_of_a_thread_and_answers_what_one_asks(hub):
    said = said_by("agui-js", "agui_client.mjs", hub)
    assert (ANSWER in said["first"]["answer"], "96" in said["second"]["answer"]) == (True, True)
    assert {"hub", "coordinator"} <= set(said["first"]["names"])
    assert said["first"]["state"]["goal"] == said["second"]["state"]["goal"]
    assert (said["first"]["state"]["round"], said["second"]["state"]["round"]) == (1, 2)
    assert (said["asked"]["outcome"]["type"], said["asked"]["state"]["status"]) == ("interrupt", "input-required")
    assert ANSWER in said["answered"]["answer"]
    assert "demo" not in said["answered"]["names"]  # what the person themselves said is not told again


def test_a_page_of_copilotkit_shows_what_a_team_says_and_its_answer(hub):
    """Its own chat, in a browser, and its runtime, which has the token and asks the hub."""
    script = str(CLIENTS / "copilotkit_page.mjs")
    quiet = (("COPILOTKIT_TELEMETRY_DISABLED", "true"),)
    page = Peer("CopilotKit", "1.75.0", "copilotkit", ("node", script, hub.url, hub.token, "PORT"), variables=quiet)
    with running_peer(page, "") as served, sync_playwright() as player:
        tab = player.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS).new_page()
        tab.goto(served.url)
        tab.get_by_role("textbox").fill("What is 12 * 7?")
        tab.get_by_role("textbox").press("Enter")
        tab.get_by_text("Joined: @calculator.").wait_for(timeout=60_000)
        tab.get_by_text(ANSWER).wait_for(timeout=60_000)
        tab.get_by_role("textbox").fill("And what is 8 * 12?")
        tab.get_by_role("textbox").press("Enter")
        tab.get_by_text("96").wait_for(timeout=60_000)


def test_a_host_by_the_package_of_mcp_apps_shows_the_room_of_a_goal_to_its_end(hub):
    script = str(CLIENTS / "mcp_app_host.mjs")
    page = Peer("MCP Apps host", "2.0.4", "mcp-apps", ("node", script, hub.url, hub.token, "PORT"))
    with running_peer(page, "") as served, sync_playwright() as player:
        tab = player.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS).new_page()
        tab.goto(served.url)
        app = tab.frame_locator("iframe")
        app.locator("#log .card.answer").filter(has_text=ANSWER).wait_for(timeout=60_000)
        expect(app.locator("#state")).to_have_text("Done")


def test_lighthouse_finds_the_manifest_and_nothing_wrong_with_it(hub):
    """Its audit is the conformance tool of ARD for manifests, in JavaScript."""
    look_for("Lighthouse", "lighthouse")
    packages = HOME / "lighthouse/node_modules"
    audit = [packages / "node/bin/node", packages / "lighthouse/cli/index.js", f"{hub.url}/sign-in/", "--quiet"]
    audit += ["--only-audits=ard-schema", "--output=json", f"--chrome-flags={' '.join(CHROMIUM_FLAGS)}"]
    environ = os.environ | {"CHROME_PATH": CHROMIUM}
    done = subprocess.run(audit, env=environ, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)["audits"]["ard-schema"]
    assert (said["score"], said.get("details")) == (1, None)


@pytest.mark.light
def test_what_open_responses_asks_is_answered_by_its_schema_and_tools_and_pictures_are_refused(hub):
    said = said_by("openresponses", "open_responses.py", hub)
    assert "tools of the caller" in said["tools"]
    assert "no 'input_image'" in said["picture"]
    assert {said[name] for name in ("basic", "streamed", "turns")} == {"completed"}
    assert said["system"] in ("completed", "incomplete")  # the demo's agents need not know how pirates talk


@pytest.mark.light
def test_the_sdk_of_ard_finds_the_registry_by_the_manifest_and_asks_it(hub):
    said = said_by("ard", "ard_registry.py", hub)
    assert any(name.endswith(":calculator") for name in said["found"])
    assert said["scores"] == sorted(said["scores"], reverse=True)
    assert said["listed"] == said["total"] >= 6
    assert said["types"] == ["application/a2a-agent-card+json"]
    assert said["unpublishable"] == []
    local = ("publisher", "placeholder")  # 127.0.0.1 is no domain
    assert [each for each in said["wrong"] if not any(word in each for word in local)] == []


NAMES = "unknown SSE event type: response.reasoning_summary_text"
"""Names that the specification has, and its own copy of that, but not the list that it compares with."""
NOT_MET = {  # case of llm-comply -> what each of its complaints has
    "tool-calling": ("HTTP 400", "missing or empty", "no output item with type='function_call'"),  # refused by name
    "image-input": ("HTTP 400", "missing or empty", "got 'None'"),  # the same
    "streaming-response": (NAMES,),
    "streaming-usage": (NAMES,),
    "compact-response": ("HTTP 405",),  # there is nothing to compact: the room is the memory
    "compact-missing-model": ("HTTP 405",),
}


@pytest.mark.light
def test_the_cases_of_llm_comply_for_open_responses_are_met_but_for_those_that_are_known(own_hub):
    with serving({("POST", "/run"): lambda request: as_json({"conclusion": "Hello there, friend."})}) as agent:
        headers = {"Authorization": f"Bearer {own_hub.token}"}
        told = {"handle": "friend", "name": "Friend", "description": "Answers anything."}
        told |= {"connector": "http", "connector_config": {"url": f"{agent.url}/run"}}
        joined = httpx2.post(f"{own_hub.url}/api/v1/agents", json=told, headers=headers, timeout=PATIENCE)
        assert joined.status_code == 201, joined.text
        said = said_by("llm-comply", "llm_comply_cases.py", own_hub, "agent/friend")["results"]
    failed = {case["id"]: case["errors"] for case in said if case["status"] == "failed"}
    assert set(failed) == set(NOT_MET)
    for case, complaints in failed.items():
        assert all(any(known in complaint for known in NOT_MET[case]) for complaint in complaints), (case, complaints)
    assert {case["id"] for case in said if case["status"] == "passed"} >= {"basic-response", "multi-turn"}
