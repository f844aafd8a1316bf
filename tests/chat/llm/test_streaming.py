"""A model's answer is seen while it is written, and read as one that comes whole."""

import itertools
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.voices.llm import streaming, voice
from apps.chat.voices.llm.streaming import StreamedCompletion, read_answer, spoken_in
from tests.chat.llm.briefings import briefing
from tests.fake_model.server import COMPLETION_TOKENS, PROMPT_TOKENS

ANSWER = {"do": "say", "text": 'The answer is "ten",\nbusy bees: ü 🐝.', "tasks": [{"text": "not this"}], "missing": []}


@pytest.fixture
def shown(monkeypatch):
    monkeypatch.setattr("apps.agents.gateway.drafting.SHOW_GAP", 0.02)
    return []


@pytest.fixture
def seen(shown):
    """A briefing whose turn somebody looks at."""
    return replace(briefing(), show=shown.append)


@pytest.mark.parametrize("mode", ["streams", "streams_tools"])
async def test_an_answer_is_shown_while_it_is_written(mode, fake, speaker, seen, shown):
    fake.utterance = lambda body: ANSWER
    spoken = await speaker(mode).speak(seen)
    assert spoken.raw["text"] == ANSWER["text"]
    assert shown
    assert all(ANSWER["text"].startswith(text) for text in shown)
    assert (spoken.usage.prompt_tokens, spoken.usage.completion_tokens) == (PROMPT_TOKENS, COMPLETION_TOKENS)
    assert not spoken.usage.estimated


async def test_nobody_looks_so_nothing_is_streamed(fake, speaker):
    await speaker("streams").speak(briefing())
    assert "stream" not in fake.requests[0].body


async def test_a_server_that_refuses_to_stream_is_asked_for_the_whole_and_remembered(fake, speaker, seen, shown):
    model = speaker("never_streams")
    assert (await model.speak(seen)).raw["do"] == "assign"
    assert [("stream" in request.body) for request in fake.requests] == [True, False]
    await model.speak(seen)
    assert "stream" not in fake.requests[2].body
    assert all("response_format" in request.body for request in fake.requests)
    assert shown == []


async def test_a_stream_that_breaks_off_is_asked_for_again(fake, speaker, seen):
    assert (await speaker("breaks_off").speak(seen)).raw["do"] == "assign"
    assert len(fake.requests) == 2


async def test_a_server_that_sends_the_whole_although_it_was_asked_to_stream_is_understood(speaker, seen):
    assert (await speaker("good").speak(seen)).raw["do"] == "assign"


@given(st.text(max_size=60), st.integers(0, 400), st.booleans())
def test_of_a_form_that_may_end_anywhere_the_text_so_far_is_read(text, end, escaped):
    form = json.dumps({"do": "say", "text": text, "tasks": [{"text": "no"}]}, ensure_ascii=escaped)
    assert text.encode("utf-8", "ignore").decode().startswith(spoken_in(form[:end]))


@given(st.text(max_size=60), st.booleans())
def test_of_a_whole_form_the_whole_text_is_read(text, escaped):
    form = json.dumps({"plan": ["text", {"text": "x"}], "text": text}, ensure_ascii=escaped)
    assert spoken_in(f"Sure!\n```json\n{form}\n```") == text.encode("utf-8", "ignore").decode()


@pytest.mark.parametrize(
    "form", ["", "{", '{"text', '{"text":', '{"texts": "no"', '{"a": {"text": "no"', "no", '["text"]']
)
def test_what_is_no_text_of_the_form_is_shown_as_nothing(form):
    assert spoken_in(form) == ""


@given(st.lists(st.integers(0, 400), max_size=5))
def test_a_stream_is_the_same_wherever_it_is_cut(cuts):
    said = [{"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in ("Ten ", "büsy ", "bees.")]
    said.append({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 2}})
    body = (
        "".join(f"data: {json.dumps(piece, ensure_ascii=False)}\r\n\r\n" for piece in said).encode() + b"data: [DONE]"
    )
    places = [0, *sorted(min(cut, len(body)) for cut in cuts), len(body)]
    heard = StreamedCompletion()
    for begin, end in itertools.pairwise(places):
        heard.hear(body[begin:end])
    assert heard.completion() == read_answer(body)
    assert (heard.completion().text, heard.completion().tokens) == ("Ten büsy bees.", (3, 2))


def test_what_a_model_thinks_before_its_answer_is_neither_shown_nor_read():
    heard, told = StreamedCompletion(), [""]
    for piece in ("<thi", 'nk>{"text": "no', '"}</think>', '{"do": "say", "te', 'xt": "Ten."}'):
        heard.hear(f"data: {json.dumps({'choices': [{'delta': {'content': piece}}]})}\n".encode())
        told.append(heard.words())
    assert told[-2:] == ["", "Ten."]
    assert heard.completion().text == '{"do": "say", "text": "Ten."}'


@pytest.mark.parametrize(
    "body", [b"data: {}\n\n", b"data: nothing\n", b'data: {"error": {"message": "no room"}}\n\n', b": ok"]
)
def test_a_stream_without_an_answer_is_none(body):
    with pytest.raises(ValueError, match=r"no chat completion|no room"):
        read_answer(body)


def test_parts_of_a_text_in_a_stream_are_one_text():
    parts = [[{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}], [{"type": "text", "text": "Ten."}]]
    said = "".join(f"data: {json.dumps({'choices': [{'delta': {'content': part}}]})}\n\n" for part in parts)
    assert read_answer(said.encode()).text == "Ten."


def test_the_form_has_the_field_that_is_shown():
    assert streaming.SPOKEN in voice.to_prompt(briefing(), 4000).schema["properties"]
