"""The link to a hub, frame by frame, against a hub that the test plays."""

import asyncio
import base64
import contextlib
import json
import threading

import pytest
from websockets.asyncio.server import serve

from ioa_connect import Failed, File, NeedsAnswer, Progress, agent, link
from ioa_connect.agents import Agent
from ioa_connect.link import Link, Refused
from ioa_connect.spool import Spool
from ioa_connect.work import BROKE_OFF, WRITING_GAP

CALL = "0193a000-0000-7000-8000-000000000001"
SECONDS = 10


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(link, "PAUSES", (0.0,))


class Hub:
    """Plays a hub: each link is handed to the test."""

    def __init__(self):
        self.links = asyncio.Queue()

    async def __call__(self, socket):
        await self.links.put(socket)
        await socket.wait_closed()

    async def link(self, calls=None, gone=(), **more):
        """The next link, after hello; gives it and what hello said."""
        played = Played(await asyncio.wait_for(self.links.get(), SECONDS))
        hello = await played.frame()
        await played.say(id="hello", result={"agent": "scout", "calls": calls or {}, "gone": list(gone), **more})
        return played, hello["params"]


class Played:
    """One link, from the hub's end."""

    def __init__(self, socket):
        self._socket = socket

    async def say(self, **frame):
        await self._socket.send(json.dumps({"jsonrpc": "2.0", **frame}))

    async def frame(self):
        return json.loads(await asyncio.wait_for(self._socket.recv(), SECONDS))

    async def give(self, fence=1, seq=0, **request):
        meta = {"fence": fence, "seq": seq, "key": "k", "goal": "Count.", "brief": "Count the ships.", **request}
        await self.say(id=CALL, method="SendStreamingMessage", params={"message": {}, "metadata": meta})

    async def told(self):
        """The next event: its state or file, its text or bytes, its number."""
        (update,) = (await self.frame())["result"].values()
        seq = update["metadata"]["seq"]
        if "artifact" in update:
            (part,) = update["artifact"]["parts"]
            return part["filename"], base64.b64decode(part["raw"]), seq
        return (
            update["status"]["state"].removeprefix("TASK_STATE_"),
            update["status"]["message"]["parts"][0]["text"],
            seq,
        )

    async def ack(self, seq, fence=1):
        await self.say(method="ack", params={"id": CALL, "fence": fence, "seq": seq})

    async def hang_up(self, code=1001):
        await self._socket.close(code)


@contextlib.asynccontextmanager
async def linked(run, tmp_path, **options):
    """A hub, and an agent that dials it."""
    hub, spool = Hub(), Spool(tmp_path / "spool")
    async with serve(hub, "127.0.0.1", 0, subprotocols=["a2a.v1"]) as server:
        port = server.sockets[0].getsockname()[1]
        dialling = Link(f"http://127.0.0.1:{port}", "token", Agent(run, **options), spool)
        work = asyncio.create_task(dialling.run())
        try:
            yield hub, work
        finally:
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError, Refused):
                await work
            spool.close()


def stories(tmp_path):
    return list((tmp_path / "spool").glob("*.jsonl"))


async def until(held):
    for _ in range(100 * SECONDS):
        if held():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


async def forgotten(tmp_path):
    await until(lambda: not stories(tmp_path))


async def counting(task):
    yield Progress("half")
    yield File("a.txt", b"ab")
    yield f"Seven. {task.brief}"


async def test_a_task_is_done_and_forgotten_once_the_hub_keeps_it(tmp_path):
    async with linked(counting, tmp_path) as (hub, _):
        there, hello = await hub.link()
        assert hello["holding"] == []
        await there.give(seq=4)
        assert await there.told() == ("WORKING", "half", 5)
        assert await there.told() == ("a.txt", b"ab", 6)
        assert await there.told() == ("COMPLETED", "Seven. Count the ships.", 7)
        assert stories(tmp_path)
        await there.ack(7)
        await forgotten(tmp_path)


async def test_what_the_hub_does_not_have_is_sent_again_over_the_next_link(tmp_path):
    async with linked(counting, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give()
        await there.told()
        await there.hang_up()
        again, hello = await hub.link(calls={CALL: 1})
        assert hello["holding"] == [{"call": CALL, "fence": 1}]
        assert await again.told() == ("a.txt", b"ab", 2)
        assert (await again.told())[0] == "COMPLETED"
        await again.ack(3)
        await forgotten(tmp_path)


async def test_a_result_outlives_the_program(tmp_path):
    async with linked(counting, tmp_path) as (hub, _):
        there, first = await hub.link()
        await there.give()
        for _ in range(3):
            await there.told()
    async with linked(counting, tmp_path) as (hub, _):
        there, hello = await hub.link(calls={CALL: 2})
        assert hello["client"] == first["client"]
        assert hello["holding"] == [{"call": CALL, "fence": 1}]
        assert await there.told() == ("COMPLETED", "Seven. Count the ships.", 3)
        await there.ack(3)
        await forgotten(tmp_path)


async def stuck(task):
    if not task.again:
        await asyncio.Event().wait()
    return "Begun again."


@pytest.mark.parametrize(("repeatable", "end"), [(True, ("COMPLETED", "Begun again.")), (False, ("FAILED", BROKE_OFF))])
async def test_work_that_was_broken_off_is_begun_again_where_it_may(tmp_path, repeatable, end):
    async with linked(stuck, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give()
        await until(lambda: stories(tmp_path))
    async with linked(stuck, tmp_path, repeatable=repeatable) as (hub, _):
        there, hello = await hub.link()
        assert hello["holding"] == [], "it does not pretend to have what it lost"
        await there.give(fence=2)
        assert (await there.told())[:2] == end


async def test_what_nobody_waits_for_is_stopped(tmp_path):
    stopped = asyncio.Event()

    async def run(task):
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    async with linked(run, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give()
        await asyncio.sleep(0.05)
        await there.say(id=f"cancel:{CALL}", method="CancelTask", params={"id": CALL})
        await asyncio.wait_for(stopped.wait(), SECONDS)
        await forgotten(tmp_path)


async def test_a_plain_generator_that_nobody_waits_for_is_closed_after_its_step(tmp_path):
    begun, goes_on, closed = threading.Event(), threading.Event(), threading.Event()
    steps = []

    def run(task):
        try:
            yield Progress("half")
            begun.set()
            goes_on.wait(SECONDS)
            steps.append("the one under way")
            yield Progress("more")
            steps.append("the next")
        finally:
            closed.set()

    async with linked(run, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give()
        await until(begun.is_set)
        await there.say(id=f"cancel:{CALL}", method="CancelTask", params={"id": CALL})
        await forgotten(tmp_path)
        goes_on.set()
        await until(closed.is_set)
    assert steps == ["the one under way"]


async def test_what_is_gone_is_forgotten(tmp_path):
    async with linked(counting, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give()
        await there.told()
        await there.hang_up()
        await hub.link(gone=[CALL])
        await forgotten(tmp_path)


async def test_files_are_fetched_before_the_work_begins_over_as_many_links_as_it_takes(tmp_path):
    async def run(task):
        return f"{task.files[0].text} {task.results[0].files[0].text}"

    files = [
        {"index": 0, "name": "a", "mediaType": "text/plain", "size": 4, "result": None},
        {"index": 1, "name": "b", "mediaType": "text/plain", "size": 1, "result": 0},
    ]
    async with linked(run, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give(files=files, results=[{"task": "t", "agent": "a", "text": "x"}])
        asked = await there.frame()
        assert asked["params"] == {"call": CALL, "index": 0, "offset": 0}
        await there.say(id=asked["id"], result={"raw": base64.b64encode(b"ab").decode(), "next": 2})
        await there.frame()
        await there.hang_up()
        again, _ = await hub.link(calls={CALL: 0})
        asked = await again.frame()
        assert asked["params"]["offset"] == 2
        await again.say(id=asked["id"], result={"raw": base64.b64encode(b"cd").decode(), "next": None})
        asked = await again.frame()
        await again.say(id=asked["id"], result={"raw": base64.b64encode(b"e").decode(), "next": None})
        assert (await again.told())[1] == "abcd e"


async def failing(task):
    raise Failed("Out of ink.", permanent=True)


async def asking(task):
    raise NeedsAnswer("Which harbour?")


async def broken(task):
    raise RuntimeError("the password is sesame")


async def long_winded(task):
    return "x" * 200_001


@pytest.mark.parametrize(
    ("run", "state", "words"),
    [
        (failing, "FAILED", "Out of ink."),
        (asking, "INPUT_REQUIRED", "Which harbour?"),
        (broken, "FAILED", "The agent broke down (RuntimeError)."),
        (long_winded, "FAILED", "The answer is longer than 200 kB; it belongs into a file."),
    ],
)
async def test_other_ends(tmp_path, run, state, words):
    async with linked(run, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give()
        assert await there.told() == (state, words, 1)


async def test_an_answer_that_the_hub_does_not_take_ends_in_an_error(tmp_path):
    async with linked(failing, tmp_path) as (hub, _):
        there, _ = await hub.link()
        await there.give()
        await there.told()
        await there.say(id=CALL, error={"code": -32602, "message": "seq: too odd."})
        assert await there.told() == ("FAILED", "The hub did not take the answer: seq: too odd.", 1)


async def test_no_more_tasks_at_one_time_than_the_agent_takes(tmp_path):
    at_once = []

    async def run(task):
        at_once.append(task.key)
        await asyncio.sleep(0.05)
        assert len(at_once) == 1
        at_once.pop()
        return "Done."

    async with linked(run, tmp_path, limit=1) as (hub, _):
        there, _ = await hub.link()
        for number in (1, 2, 3):
            meta = {"fence": 1, "seq": 0, "key": str(number), "goal": "g", "brief": "b"}
            call = CALL[:-1] + str(number)
            await there.say(id=call, method="SendStreamingMessage", params={"metadata": meta})
        assert [(await there.told())[0] for _ in range(3)] == ["COMPLETED"] * 3


@pytest.mark.parametrize("code", link.FINAL)
async def test_a_hub_that_will_not_have_the_agent_ends_it_with_a_sentence(tmp_path, code):
    async with linked(counting, tmp_path) as (hub, work):
        there, _ = await hub.link()
        await there.hang_up(code)
        with pytest.raises(Refused, match=link.FINAL[code][:20]):
            await asyncio.wait_for(work, SECONDS)


async def test_the_reason_of_a_refusal_is_passed_on(tmp_path):
    async with linked(counting, tmp_path) as (hub, work):
        there = Played(await asyncio.wait_for(hub.links.get(), SECONDS))
        await there.frame()
        await there.say(id="hello", error={"code": -32602, "message": "each skill needs an id of its own"})
        await there.hang_up(4403)
        with pytest.raises(Refused, match="id of its own"):
            await asyncio.wait_for(work, SECONDS)


async def test_a_hub_that_wants_to_be_left_alone_for_a_while_is(tmp_path, monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(link, "sleep", sleep)
    async with linked(None, tmp_path) as (hub, _):
        played = Played(await asyncio.wait_for(hub.links.get(), SECONDS))
        await played.say(id=None, error={"code": -32000, "message": "Wait.", "data": {"retryAfter": 17}})
        await played.hang_up(4429)
        await hub.link()
        assert slept == [17.0]


@pytest.mark.parametrize("hub", ["ftp://x", "nonsense", "", "http://"])
async def test_an_address_that_is_none_is_refused(tmp_path, hub):
    spool = Spool(tmp_path)
    with pytest.raises(Refused, match="no address of a hub"):
        await Link(hub, "token", agent()(counting), spool).run()
    spool.close()


async def until_told_to_end(ending):
    """An agent that writes a thousand words at once, and ends when it is told to."""
    for _ in range(1000):
        yield "word "
    await ending.wait()
    yield "end."


async def test_what_is_written_is_shown_in_few_frames_before_the_answer_and_anew_after_a_broken_link(tmp_path):
    ending = asyncio.Event()
    async with linked(lambda task: until_told_to_end(ending), tmp_path) as (hub, _):
        played, _ = await hub.link(writing=True)
        await played.give()
        frame = await played.frame()
        assert frame["method"] == "writing"
        assert frame["params"] == {"id": CALL, "text": "word " * 1000, "metadata": {"fence": 1}}
        assert "writing" not in stories(tmp_path)[0].read_text()
        await played.hang_up()
        played, hello = await hub.link(calls={CALL: 0}, writing=True)
        assert hello["holding"] == [{"call": CALL, "fence": 1}]
        assert (await played.frame())["params"]["text"] == "word " * 1000
        ending.set()
        assert await played.told() == ("COMPLETED", "word " * 1000 + "end.", 1)


async def test_a_hub_that_does_not_show_it_is_sent_none_of_it(tmp_path):
    ending = asyncio.Event()
    async with linked(lambda task: until_told_to_end(ending), tmp_path) as (hub, _):
        played, _ = await hub.link()
        await played.give()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(played.frame(), 3 * WRITING_GAP)
        ending.set()
        assert (await played.told())[0] == "COMPLETED"


async def test_of_a_long_text_its_end_is_shown_and_what_is_begun_anew_takes_its_place(tmp_path):
    ending = asyncio.Event()

    async def run(task):
        await task.write("a" * 20_000)
        await task.write("b", anew=True)
        await ending.wait()
        return "c"

    async with linked(run, tmp_path) as (hub, _):
        played, _ = await hub.link(writing=True)
        await played.give()
        assert (await played.frame())["params"]["text"] == "b"
        ending.set()
        assert await played.told() == ("COMPLETED", "c", 1)
