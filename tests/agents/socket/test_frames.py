"""What agents that dial in send is read by one function, which lets nothing through that it does not understand."""

import base64
import json
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.socket_protocol import frames
from apps.agents.domain.socket_protocol.frames import BadFrame, CallEvent, Hello, Nothing, read_frame
from apps.agents.domain.socket_protocol.states import EventKind

CALL = uuid.UUID(int=7)
META = {"seq": 1, "fence": 2}


def frame(**fields):
    return json.dumps({"jsonrpc": "2.0", **fields})


def status(state, text="", **meta):
    update = {"status": {"state": state, "message": {"parts": [{"text": text}]}}, "metadata": META | meta}
    return frame(id=str(CALL), result={"statusUpdate": update})


def artifact(content=b"abc", **fields):
    part = {"raw": base64.b64encode(content).decode(), "filename": "a.txt", "mediaType": "text/plain"}
    update = {"artifact": {"artifactId": "one", "parts": [part]}, "lastChunk": True, "metadata": META} | fields
    return frame(id=str(CALL), result={"artifactUpdate": update})


@pytest.mark.parametrize(
    ("state", "kind", "body"),
    [
        ("TASK_STATE_WORKING", EventKind.PROGRESS, {"text": "half"}),
        ("TASK_STATE_COMPLETED", EventKind.RESULT, {"text": "half", "usage": {}}),
        ("TASK_STATE_INPUT_REQUIRED", EventKind.QUESTION, {"text": "half"}),
        ("TASK_STATE_FAILED", EventKind.ERROR, {"reason": "half", "permanent": False, "uncertain": False}),
        ("TASK_STATE_REJECTED", EventKind.ERROR, {"reason": "half", "permanent": False, "uncertain": False}),
    ],
)
def test_a_state_says_what_happened(state, kind, body):
    assert read_frame(status(state, "half")) == CallEvent(CALL, 2, 1, kind, body)


def test_a_piece_of_a_file_comes_with_its_bytes():
    told = read_frame(artifact())
    assert told.kind is EventKind.CHUNK
    assert told.content == b"abc"
    assert told.body == {"file": "one", "name": "a.txt", "media_type": "text/plain", "last": True}


def test_the_end_of_a_stream_is_an_event():
    assert read_frame(frame(method="streamEnd", params={"id": str(CALL), "metadata": META})).kind is EventKind.END


def test_hello_names_the_installation_and_what_it_holds():
    said = read_frame(
        frame(id=1, method="hello", params={"client": "a-laptop", "holding": [{"call": str(CALL), "fence": 2}]})
    )
    assert isinstance(said.what, Hello)
    assert said.frame_id == "1"
    assert said.what.holding[0].call == CALL


@pytest.mark.parametrize(
    "text", [frame(method="heartbeat"), '{"method": "heartbeat"}', frame(id=f"cancel:{CALL}", result={})]
)
def test_some_frames_ask_for_nothing(text):
    assert read_frame(text) == Nothing()


@pytest.mark.parametrize(
    ("usage", "kept"),
    [
        (
            {"promptTokens": 3, "completionTokens": 4, "money": 0.5},
            {"promptTokens": 3, "completionTokens": 4, "money": 0.5},
        ),
        ({"promptTokens": -3, "completionTokens": "4", "money": True}, {}),
        ({"promptTokens": 10**400, "completionTokens": 1.5, "money": 10**40, "key": "x"}, {}),
        ({"money": 0}, {"money": 0}),
    ],
)
def test_of_the_usage_only_numbers_in_their_range_are_kept(usage, kept):
    assert read_frame(status("TASK_STATE_COMPLETED", "ok", usage=usage)).body["usage"] == kept


def test_texts_are_made_storable():
    assert read_frame(status("TASK_STATE_COMPLETED", "a\x00b\ud800c")).body["text"] == "ab?c"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "{",
        '{"jsonrpc": "1.0", "method": "heartbeat"}',
        "x" * 10,
        "[" * 5000,
        '{"jsonrpc": "2.0", "result": {"a": NaN}, "id": "x"}',
        frame(),
        frame(id="1", result={}),
        frame(id=str(CALL), result={}),
        frame(id=str(CALL), error={"code": 1}),
        frame(method="SendMessage", params={}),
        frame(method="hello", params={"client": "../../etc"}),
        frame(method="hello", params={"client": "short"}),
        frame(method="hello", params={"client": "a-laptop", "card": {"name": "x" * 121}}),
        frame(method="hello", params={"client": "a-laptop", "card": {"skills": [{"id": "s", "name": "s"}] * 51}}),
        frame(method="GetFile", id=1, params={"call": "x", "index": 0, "offset": 0}),
        frame(method="GetFile", id=1, params={"call": str(CALL), "index": 0, "offset": -1}),
        status("TASK_STATE_DANCING"),
        status("TASK_STATE_WORKING", seq=0),
        status("TASK_STATE_WORKING", seq=2**31),
        artifact(content=b"x" * (frames.CHUNK + 1)),
        artifact(artifact={"artifactId": "one", "parts": []}),
        artifact(artifact={"artifactId": "one", "parts": [{"raw": "no base64"}]}),
        status("TASK_STATE_WORKING", "x" * frames.MOST_FRAME),
    ],
)
def test_what_is_not_understood_is_refused_with_a_sentence(text):
    with pytest.raises(BadFrame) as error:
        read_frame(text)
    assert 5 < len(str(error.value)) <= 300


def understood(text):
    try:
        return read_frame(text)
    except BadFrame as error:
        return str(error)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


@given(JSON, st.sampled_from(["hello", "GetFile", "streamEnd", "", "x"]))
def test_whatever_is_sent_is_understood_or_refused(value, method):
    for text in (
        json.dumps(value),
        frame(method=method, params=value),
        frame(id=str(CALL), result=value),
        frame(id=str(CALL), result={"statusUpdate": value}),
        frame(id=str(CALL), result={"artifactUpdate": value}),
    ):
        assert isinstance(understood(text), CallEvent | frames.FrameRequest | Nothing | str)
