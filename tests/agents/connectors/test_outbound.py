"""What a call may cost: time, size, and what of it is told."""

import asyncio
from contextlib import nullcontext, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from apps.agents.connectors import jsonrpc
from apps.core.outbound import Bounds, Outbound, OutboundError
from apps.core.outbound.errors import TooLarge, TooMany, Unreadable
from tests.agents.connectors.conftest import LOCAL, fetched
from tests.hostile.server import completion, hostile

SHORT = Bounds(connect=5.0, silence=0.1, total=5.0)
IMPATIENT = Bounds(connect=5.0, silence=5.0, total=0.2)
AMPLE = Bounds(connect=20.0, silence=20.0, total=20.0)


@pytest.fixture
async def agents():
    async with hostile() as base:
        yield base


async def refusal_of(url, bounds):
    with pytest.raises(OutboundError) as refusal:
        await fetched(Outbound(LOCAL), url, bounds=bounds)
    return refusal.value


@pytest.mark.parametrize(
    ("mode", "bounds", "said"),
    [
        ("hang", SHORT, "silent for 0.1 seconds"),
        ("hang-after-headers", SHORT, "silent for 0.1 seconds"),
        ("hang", IMPATIENT, "did not finish within 0.2 seconds"),
        ("one-byte-a-second", IMPATIENT, "did not finish within 0.2 seconds"),
        ("endless-comments", IMPATIENT, "did not finish within 0.2 seconds"),
        ("early-close", AMPLE, "closed the connection"),
        ("no-answer", AMPLE, "closed the connection"),
        ("events-cut-off", AMPLE, "closed the connection"),
    ],
)
async def test_what_comes_late_or_never_is_a_passing_error(mode, bounds, said, agents):
    refusal = await refusal_of(f"{agents}/{mode}", bounds)
    assert said in str(refusal)
    assert not refusal.permanent


@pytest.mark.parametrize(
    "mode",
    ["endless-events", "endless-line", "fifty-megabytes", "fifty-megabytes-announced", "gzip-bomb", "deflate-bomb"],
)
async def test_what_is_too_large_is_a_lasting_error_however_it_was_packed(mode, agents):
    refusal = await refusal_of(f"{agents}/{mode}", AMPLE)
    assert isinstance(refusal, TooLarge)
    assert str(refusal).endswith("sent more than 2 MB; nothing of it was used.")
    assert refusal.permanent


@pytest.mark.parametrize("mode", ["gzip-in-name-only", "unknown-encoding"])
async def test_a_body_that_cannot_be_unpacked_is_a_lasting_error(mode, agents):
    assert isinstance(await refusal_of(f"{agents}/{mode}", AMPLE), Unreadable)


@pytest.mark.parametrize("mode", ["garbage", "long-header"])
async def test_what_is_not_http_is_a_lasting_error(mode, agents):
    assert (await refusal_of(f"{agents}/{mode}", AMPLE)).permanent


async def test_an_error_names_the_host_and_never_the_path_or_the_query(agents):
    refusal = await refusal_of(f"{agents}/early-close/sesame?key=sesame", AMPLE)
    assert agents.removeprefix("http://") in str(refusal)
    assert "sesame" not in str(refusal)


async def test_nobody_at_home_and_no_such_host_are_told_apart():
    assert "is it running?" in str(await refusal_of("http://127.0.0.1:1/", AMPLE))
    with pytest.raises(OutboundError, match="no host of that name"):
        await fetched(Outbound(LOCAL, resolve=nowhere), "http://missing.example/")


async def test_a_name_that_no_host_can_have_is_no_host():
    with pytest.raises(OutboundError, match="no host of that name"):
        await fetched(Outbound(LOCAL), f"http://{'x' * 64}.example/")


async def nowhere(host):
    raise OSError(-2, "Name or service not known")


async def test_a_sound_answer_comes_through_whole_packed_or_not(agents):
    import zlib

    from tests.hostile.server import JSON_HEAD, MODES, sends, with_length

    text = completion("word " * 100_000)
    MODES["packed"] = sends(with_length(JSON_HEAD + b"Content-Encoding: gzip\r\n", _gzipped(text, zlib)))
    MODES["plain"] = sends(with_length(JSON_HEAD, text))
    try:
        for mode in ("packed", "plain"):
            assert await fetched(Outbound(LOCAL), f"{agents}/{mode}", bounds=AMPLE) == (200, text)
    finally:
        del MODES["packed"], MODES["plain"]


def _gzipped(text, zlib):
    packer = zlib.compressobj(wbits=31)
    return packer.compress(text) + packer.flush()


@pytest.mark.parametrize("more", [0, 1])
async def test_a_stream_has_no_more_events_than_it_may(more, agents, monkeypatch):
    from tests.hostile.server import MODES, SSE_HEAD, sends

    monkeypatch.setattr(jsonrpc, "MOST_EVENTS", 3)
    monkeypatch.setitem(MODES, "some-events", sends(SSE_HEAD, b"data: 1\n\n" * (3 + more)))
    heard = []
    with pytest.raises(TooMany, match="more than 3 events") if more else nullcontext():
        async with Outbound(LOCAL).opened("GET", f"{agents}/some-events", bounds=AMPLE) as reply:
            heard.extend([event.data async for event in jsonrpc.events_of(reply)])
    assert heard == ([] if more else ["1"] * 3)


async def test_lines_are_whole_whatever_pieces_they_come_in(agents):
    from tests.hostile.server import MODES, OK, sends

    MODES["lines"] = sends(
        OK + b"Content-Length: 16\r\n\r\n", b"one\r\nt", "w\u00f6".encode()[:2], "w\u00f6".encode()[2:], b"\n\nthree"
    )
    try:
        async with Outbound(LOCAL).opened("GET", f"{agents}/lines", bounds=AMPLE) as reply:
            assert [line async for line in reply.lines()] == ["one", "twö", "", "three"]
    finally:
        del MODES["lines"]


async def test_the_system_asks_a_silent_server_whether_it_is_still_there(agents):
    asking = asyncio.create_task(fetched(Outbound(LOCAL), f"{agents}/hang", bounds=AMPLE))
    try:
        for _ in range(200):
            await asyncio.sleep(0.05)
            if timers_to(urlsplit(agents).port) == {"02"}:  # that of these questions
                return
    finally:
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
    pytest.fail("nobody asks")


def timers_to(port):
    """Which timers run for the connections to a port of this machine, as the system calls them."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {row[5].split(":")[0] for row in rows if row[2].endswith(f":{port:04X}") and row[3] == "01"}
