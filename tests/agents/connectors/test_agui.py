"""An AG-UI agent: one run, told as events."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.connectors import connector_for
from apps.agents.connectors.agui.connector import Run
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    Colleagues,
    InputRequired,
    Progress,
    Result,
    RunRequest,
    Sign,
    Usage,
    Writing,
)
from apps.agents.domain.failures import Failure
from tests.agents.connectors.fake_agent import agent, as_events, as_json

REQUEST = RunRequest(key="k-1", goal="Compare bees", brief="Count the bees")
STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}


def said(text, message="m1", **more):
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": text, **more}


def ended(*events):
    run = Run()
    for event in events:
        run.take(event)
    return run


RUNS = {
    "one message": ([STARTED, said("Ten "), said("bees."), FINISHED], "Ten bees."),
    "the last of two": ([said("Let me see."), said("Ten.", "m2"), FINISHED], "Ten."),
    "pieces without an id": (
        [
            {"type": "TEXT_MESSAGE_START", "messageId": "m1", "role": "assistant"},
            {"type": "TEXT_MESSAGE_CHUNK", "delta": "Ten "},
            {"type": "TEXT_MESSAGE_CHUNK", "delta": "bees."},
            FINISHED,
        ],
        "Ten bees.",
    ),
    "a snapshot": (
        [
            {"type": "MESSAGES_SNAPSHOT", "messages": [{"role": "assistant", "content": "Ten."}, {"role": "tool"}]},
            FINISHED,
        ],
        "Ten.",
    ),
    "what a person said is no answer": ([said("Ten."), said("Count!", "m2", role="user"), FINISHED], "Ten."),
    "what was begun as a person's word is no answer": (
        [
            said("Ten."),
            {"type": "TEXT_MESSAGE_START", "messageId": "m2", "role": "user"},
            said("Count ", "m2"),
            {"type": "TEXT_MESSAGE_CHUNK", "delta": "the bees!"},
            FINISHED,
        ],
        "Ten.",
    ),
    "unknown events": ([{"type": "SPARKLE"}, {"type": 7}, {"no": "type"}, said("Ten."), FINISHED], "Ten."),
}


@pytest.mark.parametrize("what", RUNS)
def test_the_answer_is_the_last_message_of_the_agent(what):
    events, answer = RUNS[what]
    run = ended(*events)
    assert (run.text, run.over) == (answer, True)


@pytest.mark.parametrize("said", [{"error": "No bees."}, {"error": {"message": "No bees."}}])
async def test_an_error_in_the_place_of_events_is_told_in_its_words(said):
    with agent(as_json(said)) as server:
        [end] = [event async for event in connector_for("agui").run({"url": server.url}, REQUEST)]
    assert end == AgentError("The agent failed: No bees.", failure=Failure.SAID)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from("type delta messageId messages outcome usage role interrupts".split()), inner
            )
        ),
    ),
    st.sampled_from(
        "TEXT_MESSAGE_CONTENT MESSAGES_SNAPSHOT RUN_FINISHED RUN_ERROR STEP_STARTED TOOL_CALL_START".split()
    ),
)
def test_no_event_breaks_the_reader(event, kind):
    run = Run()
    run.take((event if isinstance(event, dict) else {}) | {"type": kind})
    assert isinstance(run.text, str)


async def played(server, request=REQUEST, **config):
    return [event async for event in connector_for("agui").run({"url": f"{server.url}/"} | config, request)]


async def test_a_run_gives_signs_of_life_the_answer_and_its_usage():
    counted = FINISHED | {"usage": [{"inputTokens": 5, "outputTokens": 2}, {"inputTokens": 1, "outputTokens": 1}]}
    tool = {"type": "TOOL_CALL_START", "toolCallId": "1", "toolCallName": "count"}
    step, thought = {"type": "STEP_STARTED", "stepName": "look"}, {"type": "REASONING_START", "messageId": "0"}
    with agent(as_events(STARTED, step, thought, tool, said("Ten."), counted)) as server:
        events = await played(server, token="sesame")
    assert events == [
        Progress("look"),
        Progress("Thinks", Sign.THOUGHT),
        Progress("Uses count", Sign.TOOL),
        Writing("Ten.", anew=True),
        Progress("Ten.", Sign.LIFE),
        Result("Ten.", Usage(6, 3)),
    ]
    [asked] = server.asked
    assert asked.headers["Authorization"] == "Bearer sesame"
    assert asked.body["messages"][0]["content"].startswith("Count the bees")
    assert asked.body["tools"] == asked.body["context"] == []


async def test_the_thread_of_a_task_is_the_same_over_all_tries():
    with agent(as_events(said("Ten."), FINISHED)) as server:
        await played(server)
        await played(server)
        await played(server, RunRequest(key="other", goal="g", brief="b"))
    first, second, third = (each.body for each in server.asked)
    assert first["threadId"] == second["threadId"] != third["threadId"]
    assert first["runId"] != second["runId"]


async def test_an_interrupt_is_a_question_and_its_answer_goes_to_it():
    outcome = {"type": "interrupt", "interrupts": [{"id": "i1", "reason": "input", "message": "Which bees?"}]}
    with agent(as_events(FINISHED | {"outcome": outcome})) as server:
        [accepted, question] = await played(server)
        answer = RunRequest(key="k-1", goal="g", brief="b", answer="The red ones.", handle=accepted.handle)
        await played(server, answer)
    assert (accepted, question) == (Accepted('{"interrupts": ["i1"]}'), InputRequired("Which bees?"))
    assert server.asked[1].body["resume"] == [{"interruptId": "i1", "status": "resolved", "payload": "The red ones."}]


@pytest.mark.parametrize(
    ("answer", "words", "permanent"),
    [
        (as_events({"type": "RUN_ERROR", "message": "No bees."}), "The agent failed: No bees.", False),
        (as_events(FINISHED | {"outcome": {"type": "cancelled"}}), "says that the run was cancelled.", False),
        (as_events(STARTED, said("Ten")), "ended its stream before the run was over.", False),
        (as_events(STARTED, FINISHED), "answered with nothing.", False),
        (as_events(STARTED, said("\u200b"), FINISHED), "answered with nothing.", False),
        (as_json({"hello": "world"}), "did not answer with the events of a run.", True),
        (as_json({"detail": "Not Found"}, 404), "has nothing at this address (404); check the URL: Not Found.", True),
    ],
)
async def test_a_run_without_an_answer_is_an_error_that_says_why(answer, words, permanent):
    with agent(answer) as server:
        end = (await played(server))[-1]
    assert isinstance(end, AgentError)
    assert end.reason.endswith(words)
    assert end.permanent is permanent


async def test_where_colleagues_are_asked_goes_along_and_shows_nowhere():
    request = RunRequest(key="k", goal="g", brief="b", colleagues=Colleagues("http://hub/c", "sesame-token"))
    with agent(as_events(said("Ten."), FINISHED)) as server, contextlib.suppress(KeyError):
        await played(server, request)
    assert server.asked[0].body["forwardedProps"]["colleagues"] == {"url": "http://hub/c", "token": "sesame-token"}
    assert "sesame-token" not in json.dumps(server.asked[0].body["messages"]) + repr(request)


def test_a_new_message_takes_the_place_of_what_was_written_before():
    run, written = Run(), []
    for event in (said("Let me "), said("look."), said("Ten.", "m2"), said("?", "u1", role="user"), FINISHED):
        run.take(event)
        written.append(run.written)
    assert written == [Writing("Let me ", anew=True), Writing("look."), Writing("Ten.", anew=True), None, None]
