"""An agent behind chat completions, however loosely its server keeps to the form."""

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from apps.agents.connectors import connector_for
from apps.agents.connectors.model_replies import CUT_OFF
from apps.agents.connectors.openai import transcript as t
from apps.agents.connectors.openai.connector import NO_LIST, NO_STREAM, OpenAIConfig
from apps.agents.connectors.openai.transcript import Transcript, models_in
from apps.agents.domain.calls import (
    AgentError,
    ColleagueResult,
    File,
    InputRequired,
    Progress,
    Result,
    RunRequest,
    Sign,
    Usage,
    Writing,
)
from tests.agents.connectors.fake_agent import agent, as_events, as_json, piece, whole

REQUEST = RunRequest(key="k-1", goal="Compare bees", brief="Count the bees")
USAGE = {"prompt_tokens": 1000, "completion_tokens": 500}
MODELS = as_json({"data": [{"id": "first"}, {"id": "second"}]})
STOPPED = {"choices": [{"delta": {}, "finish_reason": "stop"}]}


async def played(url, request=REQUEST, **config):
    config = {"url": url, "model": "m"} | config
    return [event async for event in connector_for("openai").run(config, request)]


async def ended(url, request=REQUEST, **config):
    return (await played(url, request, **config))[-1]


async def test_a_stream_is_read_as_it_comes_with_its_usage_and_what_it_cost():
    sent = [piece("Ten "), piece("bees."), STOPPED, {"choices": [], "usage": USAGE}]
    with agent(as_events(*sent)) as server:
        end = await ended(server.url, prompt_price=2.0, completion_price=4.0)
    assert end == Result("Ten bees.", Usage(1000, 500, 0.004))
    assert server.asked[0].path == "/chat/completions"
    assert server.asked[0].body["stream_options"] == {"include_usage": True}


@pytest.mark.parametrize(
    ("cost", "money"), [(0.25, 0.25), (0, 0.0), ("0.25", 0.004), (-1, 0.004), (True, 0.004), (10**7, 0.004)]
)
async def test_what_the_server_says_it_took_counts_more_than_its_prices(cost, money):
    with agent(as_json(whole("Ten bees.", usage=USAGE | {"cost": cost}))) as server:
        end = await ended(server.url, prompt_price=2.0, completion_price=4.0)
    assert end.usage == Usage(1000, 500, money)


async def test_only_the_request_that_gives_work_bears_its_key():
    with agent(MODELS, as_json(whole("Hi"))) as server:
        await ended(server.url, model="")
    assert [asked.headers["Idempotency-Key"] for asked in server.asked] == [None, "k-1"]


async def test_signs_of_life_are_the_end_of_what_was_said_so_far():
    with agent(as_events(*[piece("and so on ")] * 20, STOPPED)) as server:
        events = await played(server.url)
    signs = [event for event in events if isinstance(event, Progress)]
    assert [sign.text for sign in signs] == ["and so on " * 8] * 2
    assert isinstance(events[-1], Result)


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
async def test_that_it_thinks_is_one_step_and_what_it_thinks_is_told_to_nobody(name):
    thoughts = [{"choices": [{"delta": {name: text}}]} for text in ("Hm, ", "bees?")]
    with agent(as_events(*thoughts, piece("Ten."), STOPPED)) as server:
        events = await played(server.url)
    assert [event for event in events if isinstance(event, Progress)] == [Progress("Thinks", Sign.THOUGHT)]
    assert events[-1].text == "Ten."


@pytest.mark.parametrize(
    "pieces",
    [
        ["<think>Hm, bees?</think>Ten."],
        ["\n<thi", "nk>", "Hm, <b>", "ees?</th", "ink>", "\n\n", "Ten", "."],
        ["<think>", "</think>\n\n<think>again</think>Ten."],
    ],
)
async def test_thoughts_that_stand_before_the_answer_in_one_text_are_told_to_nobody(pieces):
    with agent(as_events(*map(piece, pieces), STOPPED)) as server:
        events = await played(server.url)
    assert [event for event in events if isinstance(event, Progress)] == [Progress("Thinks", Sign.THOUGHT)]
    assert "".join(event.piece for event in events if isinstance(event, Writing)) == "Ten."
    assert events[-1].text == "Ten."


@pytest.mark.parametrize("text", ["<th", "<thin air>", "Write <think>so</think>.", "a" * 300, " " * 300 + "Ten."])
async def test_a_text_that_does_not_begin_with_thoughts_is_the_answer_as_it_stands(text):
    with agent(as_json(whole(text))) as server:
        assert (await ended(server.url)).text == text


async def test_thoughts_that_never_end_are_no_answer():
    with agent(as_events(piece("<think>Ten? "), piece("Eleven?"), STOPPED)) as server:
        end = await ended(server.url)
    assert isinstance(end, AgentError)
    assert end.reason.endswith("answered with nothing.")


async def test_what_is_written_comes_as_it_is_written_and_is_the_answer_in_the_end():
    with agent(as_events(piece("Ten "), piece("busy "), piece("bees."), STOPPED)) as server:
        events = await played(server.url)
    written = [event for event in events if isinstance(event, Writing)]
    assert [(one.piece, one.anew) for one in written] == [("Ten ", True), ("busy ", False), ("bees.", False)]
    assert events[-1].text == "".join(one.piece for one in written)


LOOSE = {
    "no usage": (as_events(piece("Ten bees."), STOPPED), {t.NO_USAGE}),
    "no reason and no end": (as_events(piece("Ten bees.", usage=None), ending=""), {t.NO_USAGE, t.NO_REASON, t.NO_END}),
    "ids that are numbers": (as_events(piece("Ten bees.") | {"id": 7}, STOPPED), {t.ODD_IDS, t.NO_USAGE}),
    "one piece": (as_json(whole("Ten bees.", usage=USAGE)), {t.WHOLE}),
    "one piece in many lines": ((200, "text/plain", json.dumps(whole("Ten bees.", usage=USAGE), indent=1)), {t.WHOLE}),
    "broken pieces": (as_events("{", piece("Ten bees.", finish_reason="stop"), "]"), {t.ODD_PIECES, t.NO_USAGE}),
    "no blank lines": (as_events(piece("Ten "), piece("bees.", finish_reason="stop")), {t.NO_USAGE}),
    "whole messages in a stream": (as_events(whole("Ten bees.", usage=USAGE)), set()),
    "old completions": (as_json({"choices": [{"text": "Ten bees."}]}), {t.WHOLE, t.NO_USAGE, t.NO_REASON}),
    "parts": (
        as_json(whole([{"type": "text", "text": "Ten "}, {"type": "image"}, {"type": "text", "text": "bees."}])),
        {t.WHOLE, t.NO_USAGE},
    ),
    "usage that is none": (as_json(whole("Ten bees.", usage={"prompt_tokens": -1})), {t.WHOLE, t.NO_USAGE}),
}


@pytest.mark.parametrize("how", LOOSE)
async def test_a_server_may_keep_to_the_form_loosely_and_its_quirks_are_noted(how):
    answer, quirks = LOOSE[how]
    if how == "no blank lines":
        answer = (*answer[:2], answer[2].replace("\n\n", "\n"))
    with agent(answer) as server:
        assert (await ended(server.url)).text == "Ten bees."
    with agent(MODELS, answer) as server:
        card = await connector_for("openai").probe({"url": server.url})
    assert set(card.quirks) == quirks
    assert (card.reply, card.models, card.problem) == ("Ten bees.", ("first", "second"), "")


async def test_a_reply_that_is_one_marked_line_is_a_question_and_its_tokens_are_counted():
    with agent(as_json(whole("ASK: Net or gross?", usage=USAGE))) as server:
        assert await ended(server.url) == InputRequired("Net or gross?", Usage(1000, 500))


async def test_a_server_that_refuses_to_stream_is_asked_without():
    with agent(as_json({"error": {"message": "stream is not supported"}}, 400), as_json(whole("Ten bees."))) as server:
        assert (await ended(server.url)).text == "Ten bees."
    assert [asked.body["stream"] for asked in server.asked] == [True, False]
    assert "stream_options" not in server.asked[1].body
    assert [asked.headers["Idempotency-Key"] for asked in server.asked] == ["k-1", "k-1:whole"], "these bodies differ"


async def test_an_answer_makes_it_another_piece_of_work():
    with agent(as_json(whole("Ten bees."))) as server:
        await ended(server.url, replace(REQUEST, answer="In the garden.", leg=1))
    assert server.asked[0].headers["Idempotency-Key"] == "k-1:1"


async def test_a_probe_notes_what_a_server_refuses_and_lacks():
    with agent(as_json({}, 404), as_json({}, 422), as_json(whole("Hello.", usage=USAGE))) as server:
        card = await connector_for("openai").probe({"url": server.url})
    assert set(card.quirks) == {NO_LIST, NO_STREAM}
    assert card.reply == "Hello."


async def test_a_request_that_is_refused_both_ways_is_a_lasting_error_in_the_servers_words():
    with agent(as_json({"error": {"message": "context is too long"}}, 400)) as server:
        end = await ended(server.url)
    assert end.permanent
    assert "did not accept the request (400): context is too long." in end.reason


async def test_without_a_model_the_first_of_the_servers_list_is_asked():
    with agent(MODELS, as_json(whole("Hi"))) as server:
        await ended(server.url, model="")
    assert [asked.path for asked in server.asked] == ["/models", "/chat/completions"]
    assert server.asked[1].body["model"] == "first"


async def test_without_a_list_a_server_is_asked_for_whatever_it_has():
    with agent(as_json({}, 404), as_json(whole("Hi"))) as server:
        await ended(server.url, model="")
    assert server.asked[1].body["model"] == "default"


async def test_key_and_system_prompt_go_along_and_nothing_where_there_are_none():
    with agent(as_json(whole("Hi"))) as server:
        await ended(server.url, api_key=SecretStr("sesame"), system_prompt="Be brief.")
        await ended(server.url)
    first, second = server.asked
    assert first.headers["Authorization"] == "Bearer sesame"
    assert first.body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert second.headers["Authorization"] is None
    assert [message["role"] for message in second.body["messages"]] == ["user"]


async def test_results_answers_and_files_go_along_as_text_within_a_budget():
    long = File("long.txt", "text/plain", b"word " * 20_000)
    files = (File("a.csv", "text/csv", b"hall,energy\n1,2"), File("b.png", "image/png", b"\x89PNG\x00"), long)
    results = (ColleagueResult("Find bees", "Finder", "There are ten.", (File("c.md", "text/markdown", b"# Late"),)),)
    request = RunRequest("k", "Compare bees", "Count", files=files, results=results, answer="In 2019")
    with agent(as_json(whole("Hi"))) as server:
        await ended(server.url, request)
    said = server.asked[0].body["messages"][0]["content"]
    for expected in ("Count", "Compare bees", "In 2019", "Find bees", "There are ten.", "a.csv", "hall,energy"):
        assert expected in said
    assert "bytes that are not text" in said
    assert "the first 47971 characters of 100000 bytes]" in said
    assert said.endswith("[left out: too long]") or "# Late" in said
    assert len(said) < 50_000


@pytest.mark.parametrize(
    ("said", "permanent", "words"),
    [
        (whole("  "), False, "answered with nothing"),
        (whole(" \u200b\u2060"), False, "answered with nothing"),
        ({"choices": []}, False, "something other than a chat completion"),
        ({"hello": "world"}, False, "something other than a chat completion"),
        ({"error": {"message": "overloaded"}}, False, "says: overloaded."),
        ({"error": {"code": 1}}, False, "something went wrong"),
        ({"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}, True, "content filter"),
        ({"choices": [{"message": {"content": None, "refusal": "I will not."}}]}, True, "refused: I will not."),
    ],
)
async def test_an_answer_without_text_is_an_error_that_says_why(said, permanent, words):
    with agent(as_json(said)) as server:
        end = await ended(server.url)
    assert isinstance(end, AgentError)
    assert words in end.reason
    assert end.permanent is permanent


async def test_an_error_in_the_middle_of_a_stream_ends_it():
    with agent(as_events(piece("Ten"), {"error": "out of memory"})) as server:
        assert "out of memory" in (await ended(server.url)).reason


async def test_an_answer_that_was_cut_off_says_so():
    with agent(as_json({"choices": [{"message": {"content": "Ten"}, "finish_reason": "length"}]})) as server:
        end = await ended(server.url)
        assert (end.text, end.cut) == ("Ten" + CUT_OFF, True)


@pytest.mark.parametrize("stop", ["{STOP}", ""])
async def test_a_server_that_wants_a_word_gets_it_when_the_call_is_given_up(stop):
    with agent(as_events(*[piece("and so on ")] * 20, STOPPED), as_json({})) as server:
        async with contextlib.aclosing(
            connector_for("openai").run({"url": server.url, "model": "m", "stop_message": stop}, REQUEST)
        ) as events:
            assert isinstance(await anext(events), Writing)
    words = [asked.body["messages"][-1]["content"] for asked in server.asked[1:]]
    assert words == ([stop] if stop else [])


async def test_a_server_that_was_heard_out_gets_no_word():
    with agent(as_json(whole("Hi"))) as server:
        await ended(server.url, stop_message="{STOP}")
    assert len(server.asked) == 1


async def test_a_probe_of_nobody_says_that_nobody_is_there():
    card = await connector_for("openai").probe({"url": "http://127.0.0.1:1"})
    assert not card.reachable
    assert card.availability == "offline"
    assert "is it running?" in card.problem


async def test_a_probe_with_a_wrong_key_finds_somebody_who_refuses():
    with agent(as_json({"error": {"message": "wrong key"}}, 401)) as server:
        card = await connector_for("openai").probe({"url": server.url, "model": "m"})
    assert card.reachable
    assert card.availability == "unstable"
    assert "check them" in card.problem


async def test_a_configuration_that_is_none_is_an_error_not_a_break_down():
    [end] = [event async for event in connector_for("openai").run({}, REQUEST)]
    assert end.permanent
    assert (await connector_for("openai").probe({})).problem


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": ""},
        {"url": "ftp://host"},
        {"url": "http://user:word@host"},
        {"url": "http://host/v1?key=1"},
        {"url": "http://host/v1#part"},
        {"url": "http://127.1/v1"},
        {"model": "m" * 201},
        {"api_key": "with space"},
        {"api_key": "line\nbreak"},
        {"api_key": "kéy"},
        {"prompt_price": -1},
        {"prompt_price": float("nan")},
        {"completion_price": 10**7},
        {"system_prompt": "x" * 20_001},
        {"unknown": 1},
    ],
)
def test_a_setting_that_is_wrong_is_refused_and_not_repeated(wrong):
    with pytest.raises(ValidationError) as refusal:
        OpenAIConfig.model_validate({"url": "http://host/v1"} | wrong)
    assert "word@" not in str(refusal.value)
    assert "kéy" not in str(refusal.value)


def test_a_base_url_is_kept_without_its_last_slash():
    assert OpenAIConfig(url=" http://host:8001/v1/ ").url == "http://host:8001/v1"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "delta", "message", "content", "usage", "text", "id", "error", "prompt_tokens"]
            ),
            inner,
        )
    ),
    max_leaves=5,
)


@given(st.lists(st.text() | json_values.map(json.dumps) | json_values.map(lambda value: f"data: {json.dumps(value)}")))
def test_no_stream_breaks_the_reader(lines):
    transcript = Transcript()
    for line in lines:
        transcript.hear(line)
    transcript.close()
    assert isinstance(transcript.text, str)
    assert transcript.tokens is None or all(count >= 0 for count in transcript.tokens)


@given(st.binary() | json_values.map(lambda value: json.dumps(value).encode()))
def test_no_list_of_models_breaks_its_reader(body):
    assert all(isinstance(name, str) and name for name in models_in(body))


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ({"data": [{"id": "a"}, {"id": 3}, {"name": "b"}, "c"]}, ("a", "b", "c")),
        ({"models": [{"name": "a"}]}, ("a",)),
        (["a"], ("a",)),
        ({"data": {}}, ()),
        ({}, ()),
    ],
)
def test_lists_of_models_come_in_several_forms(said, names):
    assert models_in(json.dumps(said).encode()) == names
