"""Whatever a model server does, the voice ends in one plain sentence, and never tells the key."""

import asyncio
import gc
import logging
import socket
import tracemalloc
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import pytest

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.chat.domain.briefing import VoiceError
from tests.chat.llm.briefings import briefing
from tests.chat.llm.conftest import KEY

PERMANENT, PASSING = True, False

FAILURES = [
    ("garbage", PASSING, "something other than the JSON"),
    ("html", PASSING, "something other than the JSON"),
    ("no_choices", PASSING, "something other than the JSON"),
    ("reports", PASSING, "gave no answer; its server says: The provider is overloaded."),
    ("declines", PASSING, "than the JSON that it was asked for: “I'm sorry, but I can't help with that”."),
    ("nested", PASSING, "something other than the JSON"),
    ("empty", PASSING, "answered with nothing"),
    ("huge", PASSING, "sent more than 2 MB"),
    ("huge_error", PASSING, "sent more than 2 MB"),
    ("zipped", PASSING, "sent more than 2 MB"),
    ("closes", PASSING, "closed the connection"),
    ("wrong_key", PERMANENT, "check the key"),
    ("repeats_key", PERMANENT, "headers were Bearer [key], sorry"),
    ("unknown_model", PERMANENT, "does not know"),
    ("redirect", PERMANENT, "redirect (307)"),
    ("busy", PASSING, "asked too often (429)"),
    ("no_credit", PERMANENT, "no credit left (429)"),
    ("unpaid", PERMANENT, "no credit left (402)"),
    ("broken", PASSING, "failed (500)"),
    ("too_long", PERMANENT, "maximum context length is 4096 tokens. Set shorter prompts or answers in the settings."),
    ("small", PERMANENT, "exceeds the available context size. Set shorter prompts or answers in the settings."),
    ("cut_off", PASSING, "did not come to an end within 8,000 tokens, which the settings allow"),
    ("filtered", PERMANENT, "content filter"),
    ("refuses", PERMANENT, "refused to answer: I can't help with that"),
]


async def failure_of(voice):
    with pytest.raises(VoiceError) as caught:
        await voice.speak(briefing())
    return caught.value


@pytest.mark.parametrize(("mode", "permanent", "words"), FAILURES, ids=[row[0] for row in FAILURES])
async def test_a_failure_is_one_plain_sentence(speaker, caplog, mode, permanent, words):
    caplog.set_level(logging.DEBUG)
    error = await failure_of(speaker(mode))
    assert words in error.reason
    assert error.permanent is permanent
    assert error.reason.startswith("The model")
    assert error.reason.endswith(".")
    assert "\n" not in error.reason
    assert KEY not in error.reason + caplog.text


@pytest.mark.parametrize("mode", ["hang", "drip"])
async def test_a_server_that_never_ends_is_left_after_the_timeout(speaker, mode):
    error = await failure_of(speaker(mode, timeout_seconds=0.3))
    assert error.reason == "The model fake-1 gave no answer within 0.3 seconds."
    assert not error.permanent


async def test_a_port_where_nobody_listens(speaker):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    error = await failure_of(speaker(base_url=f"http://127.0.0.1:{port}/v1"))
    assert error.reason == f"The model server at 127.0.0.1:{port} can't be reached; is it running?"
    assert not error.permanent


async def test_a_host_that_does_not_exist(speaker, monkeypatch):
    def unknown(*args, **kwargs):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    error = await failure_of(speaker(base_url="http://models.invalid/v1"))
    assert error.reason == "The model server at models.invalid can't be found: there is no host of that name."


async def test_a_server_that_speaks_no_tls(speaker, fake):
    error = await failure_of(speaker(base_url=fake.url("good").replace("http:", "https:")))
    assert error.reason.endswith("does not speak TLS as it should: is it http:// and not https://?")
    assert error.permanent


@pytest.mark.parametrize(
    "changes",
    [
        {"base_url": "ftp://127.0.0.1/v1"},
        {"base_url": "nonsense"},
        {"base_url": "http://[/v1"},
        {"base_url": "http:///v1"},
        {"base_url": "http://ann:secret@127.0.0.1:1/v1"},
        {"api_key": "sk-with\nnewline"},
        {"api_key": "sk-ключ"},
    ],
    ids=str,
)
async def test_settings_that_can_not_work(speaker, changes):
    error = await failure_of(speaker(**changes))
    assert error.permanent
    assert error.reason.endswith(".")
    assert changes.get("api_key", KEY) not in error.reason
    assert "secret" not in error.reason


async def test_ten_megabytes_do_not_stay_in_memory(speaker):
    tracemalloc.start()
    await failure_of(speaker("huge"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 9 * 1024 * 1024


@pytest.mark.parametrize("mode", [row[0] for row in FAILURES])
async def test_a_server_that_was_asked_before_fails_as_the_first_time_and_is_asked_as_often(speaker, fake, mode):
    """Later requests are not made by the SDK, which all the same says what an error means and what is tried again."""
    first = await failure_of(speaker(mode))
    made = [(seen.headers, seen.body) for seen in fake.requests]
    again = await failure_of(speaker(mode))
    later = [(seen.headers, seen.body) for seen in fake.requests[len(made) :]]
    assert vars(again) == vars(first)
    assert len(later) == len(made)
    assert later[-1] == made[-1]


async def test_a_later_request_that_fails_leaves_no_more_to_a_collection_than_the_first(speaker):
    """An error holds the frames that it went through: held by one of them, all of it would stay. The SDK leaves one."""

    async def left():
        await failure_of(speaker("closes"))
        return sum(issubclass(type(one), httpx2.TransportError) for one in gc.get_objects())  # no lazy one is woken

    gc.collect()
    gc.disable()
    try:
        first, later = await left(), await left()
    finally:
        gc.enable()
    assert later == 2 * first


async def test_a_failure_says_what_was_spent_nevertheless(speaker):
    error = await failure_of(speaker("garbage", prompt_price=1.0, completion_price=1.0))
    assert error.usage.prompt_tokens == 4 * 812  # three forms and a repair
    assert error.usage.money > 0


@pytest.mark.parametrize(
    ("mode", "requests"), [("busy", 3), ("broken", 3), ("wrong_key", 1), ("huge", 1), ("small", 1)]
)
async def test_retries_are_bounded_and_only_where_they_help(speaker, fake, mode, requests):
    await failure_of(speaker(mode))
    assert len(fake.requests) == requests


@pytest.mark.parametrize(("said", "seconds"), [("600", 600), ("in a while", None), ("nan", None), ("-5", None)])
async def test_how_long_a_server_wants_to_be_left_alone_is_handed_on(speaker, fake, said, seconds):
    fake.retry_after = said
    error = await failure_of(speaker("busy"))
    assert error.retry_after == seconds
    assert len(fake.requests) == (1 if seconds else 3)


async def test_a_date_to_wait_for_counts_from_the_answers_own(speaker, fake):
    fake.retry_after = format_datetime(datetime.now(UTC) + timedelta(hours=1))
    assert 3500 < (await failure_of(speaker("busy"))).retry_after < 3700


async def test_the_other_model_is_asked_only_where_the_settings_name_one(speaker, fake):
    spoken = await speaker("other_only", other_model="fake-2", prompt_price=1.0, completion_price=1.0).speak(briefing())
    assert spoken.voice == "fake-2"
    assert [request.body["model"] for request in fake.requests] == ["fake-1", "fake-2"]
    assert "refused the API key" in (await failure_of(speaker("other_only"))).reason


async def test_where_neither_model_answers_both_are_named_with_what_they_cost(speaker):
    error = await failure_of(speaker("garbage", other_model="fake-2"))
    assert "fake-1" in error.reason
    assert "fake-2" in error.reason
    assert error.usage.prompt_tokens == 2 * 4 * 812


async def test_no_more_calls_of_a_model_run_at_one_time_than_the_settings_say(speaker, fake):
    voice = speaker("slow", concurrency=2)
    await asyncio.gather(*(voice.speak(briefing()) for _ in range(6)))
    assert fake.most_at_once == 2


async def test_the_key_is_in_no_traceback(speaker):
    error = await failure_of(speaker("wrong_key"))
    assert error.__cause__ is None
    assert error.__suppress_context__


def test_settings_do_not_show_their_key():
    assert KEY not in repr(ModelSettings("http://127.0.0.1/v1", "fake-1", KEY))
