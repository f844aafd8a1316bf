"""An agent at a plain address, in IoA's form."""

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from apps.agents.connectors import connector_for
from apps.agents.connectors.http.connector import HTTPConfig, NoAnswer, conclusion_in
from apps.agents.domain.calls import AgentError, Result, RunRequest
from tests.agents.connectors.fake_agent import agent, as_json

REQUEST = RunRequest(key="k-1", goal="Compare bees", brief="Count the bees")


async def ended(url, **config):
    [end] = [event async for event in connector_for("http").run({"url": url} | config, REQUEST)]
    return end


async def test_a_task_is_posted_in_ioas_form_with_its_key():
    with agent(as_json({"conclusion": "Ten bees.", "task_id": "1"})) as server:
        assert await ended(f"{server.url}/run") == Result("Ten bees.")
    [asked] = server.asked
    assert asked.path == "/run"
    assert asked.body["task_desc"].startswith("Count the bees")
    assert (asked.body["uid"], asked.body["model"]) == ("k-1", "")
    assert asked.headers["Idempotency-Key"] == "k-1"


async def test_an_answer_makes_it_another_piece_of_work_of_the_same_task():
    with agent(as_json("ok")) as server:
        answered = replace(REQUEST, answer="In the garden.", leg=1)
        assert [event async for event in connector_for("http").run({"url": server.url}, answered)] == [Result("ok")]
    assert (server.asked[0].body["uid"], server.asked[0].headers["Idempotency-Key"]) == ("k-1", "k-1:1")


async def test_headers_go_along():
    lines = "Authorization: Bearer sesame\n\n X-Tenant: north "
    with agent(as_json("ok")) as server:
        await ended(server.url, headers=SecretStr(lines))
    assert server.asked[0].headers["Authorization"] == "Bearer sesame"
    assert server.asked[0].headers["X-Tenant"] == "north"


@pytest.mark.parametrize(
    ("body", "media_type", "text"),
    [
        (b"Ten bees.", "text/plain", "Ten bees."),
        (b'"Ten bees."', "application/json", "Ten bees."),
        (b'{"conclusion": "Ten bees."}', "application/json", "Ten bees."),
        (b'{"result": "", "answer": "Ten bees."}', "application/json", "Ten bees."),
        (b'{"output": "Ten bees.", "error": null}', "", "Ten bees."),
        (b"{not json", "text/plain", "{not json"),
        (b'{"message": "Ten bees.", "status": "done"}', "application/json", "Ten bees."),
        (b'{"result": "Two of ten bees failed.", "status": "failed"}', "application/json", "Two of ten bees failed."),
        (b'{"bees": 10}', "application/json", '```json\n{\n  "bees": 10\n}\n```'),
        (b'{"conclusion": {"bees": 10}}', "application/json", '```json\n{\n  "bees": 10\n}\n```'),
        (b"[1]", "application/json", "```json\n[\n  1\n]\n```"),
        (b"10", "application/json", "```json\n10\n```"),
    ],
)
def test_the_answer_is_found_in_whatever_form(body, media_type, text):
    assert conclusion_in(body, media_type) == text


@pytest.mark.parametrize(
    ("body", "media_type", "words"),
    [
        (b"", "text/plain", "with nothing"),
        (b" \n", "text/plain", "with nothing"),
        ("\u200b".encode(), "text/plain", "with nothing"),
        (b"null", "application/json", "with nothing"),
        (b'" "', "application/json", "with nothing"),
        (b'{"conclusion": "Ten', "application/json", "broken JSON"),
        (b"[" * 100_000, "application/json", "broken JSON"),
        (b"<title>Welcome</title>", "text/html", "web page"),
        (bytes(range(256)), "application/octet-stream", "not text"),
        (b"\x00\x01", "text/plain", "not text"),
        (b'{"error": "no bees"}', "application/json", "it failed"),
        (b'{"error": {"message": "no bees", "code": 7}}', "application/json", "it failed"),
        (b'{"error": {"code": 7}}', "application/json", "it failed"),
        (b'{"status": "error", "message": "no bees"}', "application/json", "it failed"),
        (b'{"success": false, "detail": "no bees"}', "application/json", "it failed"),
        (b'{"result": " ", "error": null}', "application/json", "with nothing"),
    ],
)
def test_what_is_no_answer_is_said_so(body, media_type, words):
    with pytest.raises(NoAnswer, match=words):
        conclusion_in(body, media_type)


async def test_an_agent_that_fails_with_a_status_that_says_fine_is_heard_in_its_own_words():
    with agent(as_json({"error": {"message": "no bees today.", "code": 7}})) as server:
        end = await ended(server.url)
    assert isinstance(end, AgentError)
    assert end.reason.endswith("says that it failed: no bees today.")


@pytest.mark.parametrize("charset", ["iso-8859-1", '"ISO-8859-15"', "windows-1252"])
async def test_an_old_encoding_is_read_where_the_answer_names_it(charset):
    with agent((200, f"text/plain; charset={charset}", "Zehn süße Bienen".encode("latin-1"))) as server:
        assert await ended(server.url) == Result("Zehn süße Bienen")


@given(st.binary(), st.sampled_from(["", "text/plain", "application/json", "text/html"]))
def test_no_body_breaks_the_reader(body, media_type):
    with contextlib.suppress(NoAnswer):
        assert conclusion_in(body, media_type)


async def test_an_agent_that_fails_says_so_in_its_own_words():
    with agent(as_json({"detail": "no bees today"}, 503)) as server:
        end = await ended(server.url)
    assert isinstance(end, AgentError)
    assert end.reason.endswith("failed (503): no bees today.")
    assert not end.permanent


async def test_a_probe_sends_a_test_message_and_keeps_the_reply():
    with agent(as_json({"conclusion": "I count bees."})) as server:
        card = await connector_for("http").probe({"url": server.url})
    assert (card.reply, card.problem, card.availability) == ("I count bees.", "", "online")
    assert "test of the connection" in server.asked[0].body["task_desc"]


@pytest.mark.parametrize(
    "lines",
    [
        "no colon",
        "Bad Name: x",
        "Host: elsewhere",
        "content-length: 3",
        "X: tab\tis fine\x01not this",
        "X: ünicode",
        "\n".join(f"X-{number}: y" for number in range(21)),
    ],
)
def test_headers_that_are_none_are_refused_and_not_repeated(lines):
    with pytest.raises(ValidationError) as refusal:
        HTTPConfig(url="http://host/run", headers=lines)
    assert lines not in str(refusal.value)
