"""An agent behind the Responses API, streamed or whole, however loosely its server keeps to the form."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.connectors import connector_for
from apps.agents.connectors.model_replies import CUT_OFF
from apps.agents.connectors.responses.reply import ModelResponse
from apps.agents.domain.calls import AgentError, InputRequired, Progress, Result, RunRequest, Sign, Usage, Writing
from apps.agents.gateway.trials import detect
from tests.agents.connectors.fake_agent import agent, as_events, as_json
from tests.agents.connectors.routed_agent import serving

REQUEST = RunRequest(key="k-1", goal="Compare bees", brief="Count the bees")
USAGE = {"input_tokens": 1000, "output_tokens": 500}


def delta(text):
    return {"type": "response.output_text.delta", "delta": text}


def response(*texts, status="completed", **more):
    thought = {"type": "reasoning", "content": [{"type": "reasoning_text", "text": "Hm."}]}
    said = {"type": "message", "content": [{"type": "output_text", "text": text} for text in texts]}
    return {"object": "response", "status": status, "output": [thought, said], **more}


def finished(*texts, kind="completed", **more):
    return {"type": f"response.{kind}", "response": response(*texts, status=kind, **more)}


async def played(url, request=REQUEST, **config):
    config = {"url": url, "model": "bees"} | config
    return [event async for event in connector_for("responses").run(config, request)]


async def ended(*answers, **config):
    with agent(*answers) as server:
        return (await played(server.url, **config))[-1]


async def test_a_stream_is_read_as_it_comes_with_its_usage_and_what_it_cost():
    sent = [{"type": "response.created"}, delta("Ten "), delta("bees."), finished("Ten bees.", usage=USAGE)]
    with agent(as_events(*sent, ending="")) as server:
        events = await played(server.url, prompt_price=2.0, completion_price=4.0, system_prompt="Be brief.")
    assert events[-1] == Result("Ten bees.", Usage(1000, 500, 0.004))
    (asked,) = server.asked
    assert (asked.path, asked.body["model"], asked.body["metadata"]) == ("/responses", "bees", {"entity_id": "bees"})
    assert asked.body["instructions"].startswith("Be brief.")
    assert "Count the bees" in asked.body["input"]
    assert asked.headers["Idempotency-Key"] == "k-1"


async def test_signs_of_life_are_the_end_of_what_was_said_so_far():
    with agent(as_events(*[delta("and so on ")] * 20, finished("all"), ending="")) as server:
        events = await played(server.url)
    signs = [event for event in events if isinstance(event, Progress)]
    assert [sign.text for sign in signs] == ["and so on " * 8] * 2
    assert isinstance(events[-1], Result)


async def test_that_it_thinks_and_each_tool_that_it_calls_is_a_step():
    items = (
        {"type": "reasoning"},
        {"type": "web_search_call"},
        {"type": "mcp_call", "name": "count"},
        {"type": "message"},
    )
    added = ({"type": "response.output_item.added", "item": item} for item in items)
    with agent(as_events(*added, delta("Ten."), finished("Ten."), ending="")) as server:
        events = await played(server.url)
    assert [event for event in events if isinstance(event, Progress)] == [
        Progress("Thinks", Sign.THOUGHT),
        Progress("Uses web_search_call", Sign.TOOL),
        Progress("Uses count", Sign.TOOL),
    ]


async def test_what_is_written_comes_as_it_is_written_and_is_the_answer_in_the_end():
    pieces = (delta("Ten "), delta("busy "), delta("bees."), finished("Ten busy bees."))
    with agent(as_events(*pieces, ending="")) as server:
        events = await played(server.url)
    written = [event for event in events if isinstance(event, Writing)]
    assert [(one.piece, one.anew) for one in written] == [("Ten ", True), ("busy ", False), ("bees.", False)]
    assert events[-1].text == "".join(one.piece for one in written)


async def test_a_server_that_does_not_stream_is_asked_for_the_whole():
    with agent(as_json({"error": {"message": "No stream."}}, 400), as_json(response("Ten."))) as server:
        end = (await played(server.url))[-1]
    assert (end.text, end.usage.estimated) == ("Ten.", True)
    assert [asked.body["stream"] for asked in server.asked] == [True, False]


ENDS = {
    "a stream that has no end": (as_events(delta("Ten."), ending=""), Result, "Ten."),
    "an answer that was cut": (
        as_json(response("Ten", status="incomplete", incomplete_details={"reason": "max_output_tokens"})),
        Result,
        f"Ten{CUT_OFF}",
    ),
    "a question": (as_json(response("ASK: Which bees?")), InputRequired, "Which bees?"),
    "an error that is told as an event": (
        as_events({"type": "error", "message": "No such model."}, ending=""),
        AgentError,
        "says: No such model.",
    ),
    "a failure": (
        as_events(finished(kind="failed", error={"message": "Out of memory"}), ending=""),
        AgentError,
        "says: Out of memory.",
    ),
    "a refusal": (
        as_json({"status": "completed", "output": [{"content": [{"type": "refusal", "refusal": "Not bees."}]}]}),
        AgentError,
        "The agent refused: Not bees.",
    ),
    "a filter": (
        as_json(response(status="incomplete", incomplete_details={"reason": "content_filter"})),
        AgentError,
        "content filter",
    ),
    "nothing": (as_json(response()), AgentError, "answered with nothing"),
    "something else": (as_json({"bees": 10}), AgentError, "something other than a response"),
    "a refused key": (as_json({"error": {"message": "No key."}}, 401), AgentError, "refused the credentials (401)"),
}


@pytest.mark.parametrize("what", ENDS)
async def test_each_end_is_told_as_what_it_is(what):
    answer, kind, words = ENDS[what]
    end = await ended(answer)
    assert type(end) is kind
    assert words in (end.reason if kind is AgentError else end.question if kind is InputRequired else end.text)


@given(st.lists(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps)))
def test_no_line_breaks_the_reader(lines):
    answer = ModelResponse()
    for line in lines:
        answer.hear(f"data: {line}")
        answer.hear(line)
    answer.close()
    assert isinstance(answer.text, str)


ASKS_FOR_INPUT = as_json({"detail": [{"loc": ["body", "input"], "msg": "Field required"}]}, 422)


async def test_a_server_of_entities_is_found_with_the_first_of_them():
    entities = [{"id": "bees", "name": "Bee counter", "description": "Counts."}, {"id": "wasps"}]
    routes = {("POST", "/v1/responses"): ASKS_FOR_INPUT, ("GET", "/v1/entities"): as_json({"entities": entities})}
    with serving(routes) as server:
        found = await detect(server.url, {"token": "sesame"})
    assert (found.connector, found.problem, found.name) == ("responses", "", "Bee counter")
    assert found.config == {"url": f"{server.url}/v1", "model": "bees", "api_key": "sesame"}
    assert found.security == ("It has 2 agents: bees, wasps. The first is chosen; set another as the model.",)


async def test_who_has_chat_completions_too_is_called_by_them():
    lacks = as_json({"detail": [{"loc": ["body", "messages"]}]}, 422)
    routes = {("POST", "/v1/responses"): ASKS_FOR_INPUT, ("POST", "/v1/chat/completions"): lacks}
    with serving(routes) as server:
        assert (await detect(server.url, {})).connector == "openai"


async def test_a_server_that_knows_chat_completions_gets_no_empty_request_for_its_log():
    models = as_json({"object": "list", "data": [{"id": "bees", "object": "model"}]})
    known = {("GET", "/v1/models"): models, ("GET", "/v1/chat/completions"): as_json({}, 405)}
    with serving({**known, ("POST", "/v1/responses"): ASKS_FOR_INPUT}) as server:
        assert (await detect(server.url, {})).connector == "openai"
        asked = {(request.method, request.path) for request in server.asked}
    assert not asked & {("POST", "/v1/responses"), ("POST", "/v1/chat/completions")}
