"""Agents that others wrote are found, answer, are stopped and asked again as their protocols allow."""

import asyncio
import json
import threading
from contextlib import aclosing
from dataclasses import replace

import pytest

from apps.agents.connectors import connector_for
from apps.agents.connectors.a2a import exchange
from apps.agents.domain.calls import Accepted, AgentError, ArtifactMade, InputRequired, Progress, Result, RunRequest
from apps.agents.domain.failures import Failure
from apps.agents.gateway.trials import detect
from tests.interop.asking import asked

pytestmark = pytest.mark.interop
TASK = "Count the bees in the garden."
ANSWERS = {  # what each is found to be, and what it answers to the task
    "a2a-sdk (Python)": ("a2a", "new garden: Count the bees in the garden."),
    "a2a-sdk (Python, 0.3)": ("a2a", "old garden: Count the bees in the garden."),
    "@a2a-js/sdk": ("a2a", "JavaScript garden: Count the bees in the garden."),
    "fasta2a": ("a2a", f"The model heard: {TASK}"),
    "google-adk": ("a2a", f"The model heard: {TASK}"),
    "langgraph-api": ("a2a", f"The model heard: {TASK}"),
    "pydantic-ai (AG-UI)": ("agui", f"The model heard: {TASK}"),
    "agno AgentOS": ("agui", f"The model heard: {TASK}"),
    "agent-protocol": ("agent_protocol", f"Step 3 of: {TASK}"),
    "AutoGPT Forge": ("agent_protocol", "Washington D.C"),
    "Open Interpreter": ("openai", "6 * 7"),
    "mcp (Python)": ("mcp", "6"),
    "server-everything": ("mcp", "The sum of 3 and 4 is 7."),
}
TOOLS = {
    "mcp (Python)": ("count_words", f"Count the words of “{TASK}”"),
    "server-everything": ("get-sum", "Add 3 and 4."),
}
FILES = {  # what has an agent make the file
    "a2a-sdk (Python)": ("file of bees",),
    "a2a-sdk (Python, 0.3)": ("file of bees",),
    "@a2a-js/sdk": ("file of bees",),
    "google-adk": ("file of bees",),
    "agent-protocol": ("file of bees",),
    "mcp (Python)": ("A file", "write_down"),
}
QUESTIONS = {  # how the answer ends that follows on the question's
    "a2a-sdk (Python)": "garden: The red one.",
    "a2a-sdk (Python, 0.3)": "garden: The red one.",
    "langgraph-api": "The answer was: The red one.",
}


@pytest.mark.parametrize("name", ANSWERS)
async def test_an_agent_of_others_is_found_tested_and_answers(name, peers):
    connector, answer = ANSWERS[name]
    skill, task = TOOLS.get(name, (None, TASK))
    came = await asked(peers(name), task, *([skill] if skill else []))
    assert (came.found.connector, came.found.problem) == (connector, "")
    assert isinstance(came.end, Result), came.end
    assert answer in came.end.text
    card = await connector_for(connector).probe(came.found.config)
    assert card.problem == ""
    assert card.reply


@pytest.mark.parametrize("name", sorted(set(ANSWERS) - {"Open Interpreter"}))
async def test_signs_of_life_come_before_the_answer(name, peers):
    skill, task = TOOLS.get(name, (None, TASK))
    found = await detect(peers(name).url, {})
    request = RunRequest(key=f"life {name}", goal=task, brief=task, skills=(skill,) if skill else ())
    events = [event async for event in connector_for(found.connector).run(found.config, request)]
    assert any(isinstance(event, Progress) for event in events[:-1])
    assert isinstance(events[-1], Result)


@pytest.mark.parametrize("name", FILES)
async def test_a_file_comes_whole(name, peers):
    text, *skills = FILES[name]
    came = await asked(peers(name), text, *skills)
    assert isinstance(came.end, Result), came.end
    assert [(file.name, file.content) for file in came.files] == [("bees.csv", b"bees,10\n")]


@pytest.mark.parametrize("name", sorted(QUESTIONS))
async def test_a_question_is_answered_in_the_same_task(name, peers):
    came = await asked(peers(name), "ask me")
    assert came.end == InputRequired("Which garden?")
    [handle] = [event.handle for event in came.told if isinstance(event, Accepted)]
    again = await asked(peers(name), "ask me", answer="The red one.", handle=handle)
    assert again.end.text.endswith(QUESTIONS[name])
    handles = [json.loads(event.handle) for event in again.told if isinstance(event, Accepted)]
    assert handles, "the answer's call must say which task it goes on with"
    for named in handles:  # beside the task's names it may note that the answer went out
        assert json.loads(handle).items() <= named.items()


async def test_a_lost_call_is_gone_on_with(peers):
    came = await asked(peers("a2a-sdk (Python)"), TASK)
    [handle] = [event.handle for event in came.told if isinstance(event, Accepted)]
    again = await asked(peers("a2a-sdk (Python)"), "something else", handle=handle)
    assert again.end.text == came.end.text


@pytest.mark.parametrize("name", ["a2a-sdk (Python)", "a2a-sdk (Python, 0.3)"])
async def test_a_task_under_way_is_followed_by_the_next_worker(name, peers, monkeypatch):
    leaving = threading.Event()
    leaving.set()  # a worker that ends tells nobody, since another one goes on
    monkeypatch.setattr(exchange, "shutting_down", leaving)
    found = await detect(peers(name).url, {})
    request = RunRequest(key="slow", goal="slow bees", brief="slow bees")
    async with aclosing(connector_for("a2a").run(found.config, request)) as events:
        accepted = await anext(events)
    again = [event async for event in connector_for("a2a").run(found.config, replace(request, handle=accepted.handle))]
    assert again[0] == accepted
    assert again[-1].text.endswith("garden: slow bees")


@pytest.mark.parametrize("name", [*sorted(QUESTIONS), "@a2a-js/sdk", "google-adk"])
async def test_what_comes_after_a_tasks_end_is_a_new_task_of_the_same_talk(name, peers):
    came = await asked(peers(name), TASK)
    [handle] = [event.handle for event in came.told if isinstance(event, Accepted)]
    again = await asked(peers(name), "more bees", answer="The red one.", handle=handle)
    sent, *_, new = [event.handle for event in again.told if isinstance(event, Accepted)]
    assert isinstance(again.end, Result), again.end
    assert json.loads(sent)["task"] == json.loads(handle)["task"], "the answer is noted before it goes out"
    assert json.loads(new)["task"] != json.loads(handle)["task"]
    assert json.loads(new)["context"] == json.loads(handle)["context"]


@pytest.mark.parametrize("name", sorted(name for name, (connector, _) in ANSWERS.items() if connector == "a2a"))
async def test_an_agent_that_streams_answers_without_a_stream_too(name, peers):
    found = await detect(peers(name).url, {})
    request = RunRequest(key=f"whole {name}", goal=TASK, brief=TASK)
    config = found.config | {"streaming": False}
    events = [event async for event in connector_for("a2a").run(config, request)]
    assert ANSWERS[name][1] in events[-1].text


async def test_an_agent_that_fails_says_why(peers):
    came = await asked(peers("a2a-sdk (Python)"), "fail at once")
    assert came.end == AgentError("The agent failed: The spade broke.", failure=Failure.SAID)


async def test_the_same_agent_answers_over_plain_http(peers):
    found = (await asked(peers("a2a-sdk (Python)"), TASK)).found
    config = found.config | {"url": f"{peers('a2a-sdk (Python)').url}/rest", "binding": "HTTP+JSON"}
    for streaming in (True, False):
        request = RunRequest(key="rest", goal=TASK, brief=TASK)
        events = [event async for event in connector_for("a2a").run(config | {"streaming": streaming}, request)]
        assert events[-1] == Result(f"new garden: {TASK}")


async def test_autogpt_gives_the_file_that_it_made(peers):
    came = await asked(peers("AutoGPT Forge"), TASK)
    assert [(file.name, file.content) for file in came.files] == [("output.txt", b"Washington D.C")]


async def test_a_tool_tells_its_progress_gives_a_picture_fails_and_asks(peers):
    tools = peers("mcp (Python)")
    planted = await asked(tools, "Plant 3 seeds; kind: roses", "plant")
    assert planted.end == Result("Planted 3 seeds of roses.")
    picture = await asked(tools, "A picture", "photograph")
    assert [file.media_type for file in picture.files] == ["image/png"]
    assert any(isinstance(event, ArtifactMade) for event in picture.told)
    harvest = await asked(tools, "what: apples", "harvest")
    assert "apples is not ripe" in harvest.end.reason
    lacking = await asked(tools, "Plant something", "plant")
    assert isinstance(lacking.end, InputRequired)


async def test_each_step_of_a_tool_is_told(peers):
    request = RunRequest(key="k", goal="Garden", brief="Plant 3 seeds; kind: roses", skills=("plant",))
    events = connector_for("mcp").run({"url": peers("mcp (Python)").url}, request)
    told = [event.text async for event in events]
    assert told[1:] == ["planted 1 of 3", "planted 2 of 3", "planted 3 of 3", "Planted 3 seeds of roses."]


async def test_server_everything_gives_a_picture(peers):
    came = await asked(peers("server-everything"), "A picture", "get-tiny-image")
    assert [(file.media_type, file.content[:4]) for file in came.files] == [("image/png", b"\x89PNG")]


async def test_many_calls_of_one_agent_run_at_one_time(peers):
    peer = peers("@a2a-js/sdk")
    ends = await asyncio.gather(*(asked(peer, f"Row {number}") for number in range(20)))
    assert [each.end.text for each in ends] == [f"JavaScript garden: Row {number}" for number in range(20)]
