"""Coding agents of others, as they come from their registry, started by `ioa-connect --acp`."""

import json
import subprocess
from dataclasses import replace

import pytest

from ioa_connect.tasks import Failed
from ioa_connect.wrapped.acp import CodingAgent, wrapped
from ioa_connect.wrapped.reaching import Reach
from tests.client.test_acp import Coding, People
from tests.interop.environments import HOME
from tests.interop.running import look_for, model

pytestmark = [pytest.mark.interop, pytest.mark.timeout(300)]

EXAMPLE = HOME / "acp-example/node_modules"
BINARIES = HOME / "acp-js/node_modules/.bin"
TASK = "Count the bees in the garden."
NOTED = "Count the bees into a file."
SEEN = "heliotrope"  # the model server says where it was shown it
WANTS = {  # without a key: how it wants to be signed in
    "codex-acp": ("codex-acp", "Codex", "API Key"),
    "gemini": ("gemini --experimental-acp", "Gemini CLI", "Gemini API key"),
    "qwen": ("qwen --acp", "Qwen Code", "OpenAI API key"),
}


@pytest.fixture(scope="module")
def model_server():
    with model() as server:
        yield server


@pytest.fixture
def signed_out(monkeypatch, tmp_path):
    """A machine on which nobody has signed in to anything."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.fixture
def coding(signed_out, tmp_path):
    """Start one: `coding("qwen --acp")`."""
    look_for("coding agents", "acp-js")

    def start(command, auth=""):
        return Coding(tmp_path, CodingAgent(f"{BINARIES}/{command}", tmp_path / "work", auth=auth))

    return start


@pytest.fixture
def opencode(coding, signed_out, model_server):
    """It asks for leave before it changes a file."""
    told = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "told",
        "options": {"baseURL": model_server.url, "apiKey": "key"},
        "models": {"told": {"name": "told"}},
    }
    settings = {"model": "told/told", "small_model": "told/told", "provider": {"told": told}}
    quiet = {"autoupdate": False, "share": "disabled", "permission": {"edit": "ask"}}
    signed_out.setenv("OPENCODE_CONFIG_CONTENT", json.dumps(settings | quiet))
    return coding("opencode acp")


async def test_opencode_does_a_task(opencode):
    answer = await opencode.do(TASK, seconds=90.0)
    assert answer.text == f"The model heard: {TASK}"
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (10, 5)
    assert len(opencode.told) > 3


async def test_opencode_asks_before_it_writes_a_file(opencode):
    people = People("Allow once")
    await opencode.do(NOTED, people, seconds=90.0)
    [(question, options, people_only)] = people.asked
    assert "bees.txt" in question
    assert "Allow once" in options
    assert people_only
    assert opencode.files == {"bees.txt": b"ten bees"}


async def test_opencode_writes_nothing_without_leave(opencode):
    with pytest.raises(Failed, match="without the leave that it asked for"):
        await opencode.do(NOTED, People("Reject"), seconds=90.0)
    assert opencode.files == {}


@pytest.fixture
def by_hand(opencode, tmp_path):
    """Opencode in a session that a person began beforehand."""
    project = tmp_path / "project"
    project.mkdir()
    words = f"The flower of this project is the {SEEN}."
    begun = [BINARIES / "opencode", "run", "--format", "json", words]
    said = subprocess.run(begun, cwd=project, capture_output=True, text=True, timeout=90, check=True).stdout
    session = json.loads(said.splitlines()[0])["sessionID"]
    program = replace(opencode.program, folder=project, session=session)
    return Coding(tmp_path, program)


async def test_opencode_goes_on_in_a_session_that_a_person_began(by_hand):
    answer = await by_hand.do(TASK, seconds=90.0)
    assert answer.text == f"The model heard: {TASK}, and read {SEEN}"


async def test_qwen_code_does_a_task_with_a_key(coding, signed_out, model_server):
    for name, value in (("API_KEY", "key"), ("BASE_URL", model_server.url), ("MODEL", "told")):
        signed_out.setenv(f"OPENAI_{name}", value)
    answer = await coding("qwen --acp", auth="openai").do(TASK, seconds=90.0)
    assert answer.text.startswith("The model heard:")


@pytest.fixture
def example(tmp_path):
    """The agent that the protocol's makers have as their example. It needs neither a model nor a key."""
    look_for("example agent", "acp-example")
    agent = EXAMPLE / "@zed-industries/agent-client-protocol/typescript/examples/agent.ts"
    return Coding(tmp_path, CodingAgent(f"{EXAMPLE}/.bin/tsx {agent}", tmp_path / "work"))


@pytest.mark.parametrize(
    ("leave", "words"), [("Allow this change", "successfully updated"), ("Skip this change", "prefer not to make")]
)
async def test_the_example_of_the_protocols_makers_does_what_it_has_leave_for(example, leave, words):
    people = People(leave)
    answer = await example.do("Change the configuration.", people, seconds=90.0)
    assert words in answer.text
    [(question, options, people_only)] = people.asked
    assert "Modifying critical configuration file" in question
    assert (options, people_only) == (("Allow this change", "Skip this change"), True)


async def test_gptme_does_a_task_without_a_key_of_anybodys(signed_out, tmp_path, model_server):
    look_for("gptme", "gptme")
    for name, value in (("OPENAI_BASE_URL", model_server.url), ("OPENAI_API_KEY", "key"), ("MODEL", "local/told")):
        signed_out.setenv(name, value)
    there = Coding(tmp_path, CodingAgent(str(HOME / "gptme/bin/gptme-acp"), tmp_path / "work"))
    answer = await there.do(TASK, seconds=90.0)
    assert answer.text.endswith(f"The model heard: {TASK}")


@pytest.mark.parametrize("name", WANTS)
async def test_one_without_a_key_says_how_it_is_signed_in(coding, name):
    command, title, way = WANTS[name]
    there = coding(command)
    assert (await wrapped(there.program, Reach())).name == title
    with pytest.raises(Failed, match=f"sign it in.*{way}: --auth") as failed:
        await there.do(TASK, seconds=90.0)
    assert failed.value.permanent
