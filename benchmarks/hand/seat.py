"""A server of chat completions whose answers come from elsewhere: a recording, or somebody who writes them by hand."""

import asyncio
import contextlib
import json
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from aiohttp import web

from apps.agents.domain.calls import TEST_MESSAGE

PER_TOKEN = 4  # characters
LONGEST = 1800.0  # seconds that the seat may take for one answer
LOOK = 0.2

Json = Mapping[str, object]


@dataclass(frozen=True)
class Call:
    """One call that was answered. `answer` has `content` or `tool_calls`, as the seat wrote it.

    `about`: the brief, where a built-in agent asks by the model; such calls come in any order.
    """

    model: str
    about: str
    prompt_tokens: int
    completion_tokens: int
    answer: Json


class Seat(Protocol):
    """Who answers."""

    async def answer(self, number: int, body: Json) -> Json:
        """Answer the request of that number, from 1. Raises LookupError where there is no answer."""


class Recorded:
    """Answers what was answered before: for each model and brief in the order in which it was asked."""

    def __init__(self, calls: Sequence[Json]) -> None:
        self._left: dict[tuple[str, str], deque[Json]] = defaultdict(deque)
        for call in calls:
            self._left[str(call["model"]), str(call["about"])].append(call["answer"])  # type: ignore[arg-type]

    async def answer(self, number: int, body: Json) -> Json:
        """The next of the model's about the same. Raises IndexError, which is a LookupError: none is left."""
        return self._left[str(body["model"]), about_of(body)].popleft()


class Written:
    """Answers what somebody writes: a request is put into `q/N.json`, its answer comes as `a/N.json`."""

    def __init__(self, folder: Path) -> None:
        self._questions, self._answers = folder / "q", folder / "a"
        for each in (self._questions, self._answers):
            each.mkdir(parents=True, exist_ok=True)

    async def answer(self, number: int, body: Json) -> Json:
        """What was written, at most half an hour later."""
        asked, written = self._questions / f"{number}.json", self._answers / f"{number}.json"
        asked.write_text(json.dumps(body, indent=1, ensure_ascii=False))
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(FileNotFoundError, ValueError):  # not there, or not written to its end
                told: Json = json.loads(written.read_text())
                return told
        raise LookupError(number)


class SeatServer:
    """Serves a seat; remembers what was answered."""

    def __init__(self, seat: Seat) -> None:
        self.calls: list[Call] = []
        self.url = ""
        self.held_after: int | None = None  # calls after which none is answered, until a person has spoken
        self._seat = seat
        self._asked = 0

    async def chat(self, request: web.Request) -> web.StreamResponse:
        """One chat completion, in one piece or streamed. A test of the connection is answered by nobody."""
        body = await request.json()
        if body["messages"][-1]["content"] == TEST_MESSAGE:
            return await _replied(request, body, {"content": "I am here."}, [0, 0])
        self._asked += 1
        number = self._asked
        while self.held_after is not None and number > self.held_after:  # noqa: ASYNC110 - set by another thread
            await asyncio.sleep(LOOK)
        try:
            answer = await self._seat.answer(number, body)
        except LookupError:
            return web.json_response({"error": {"message": "the seat has no answer to this"}}, status=400)
        tokens = [len(json.dumps(part, ensure_ascii=False)) // PER_TOKEN for part in (body["messages"], answer)]
        self.calls.append(Call(str(body["model"]), about_of(body), tokens[0], tokens[1], answer))
        return await _replied(request, body, answer, tokens)

    async def models(self, request: web.Request) -> web.Response:
        """The list of models."""
        return web.json_response({"object": "list", "data": [{"id": "coordinator", "object": "model"}]})

    def recording(self) -> list[dict[str, object]]:
        """All calls as they are kept in a file."""
        return [asdict(call) for call in self.calls]


def about_of(body: Json) -> str:
    """The brief of a request in data, else empty."""
    try:
        told = json.loads(body["messages"][-1]["content"])  # type: ignore[index]
    except ValueError:
        return ""
    return str(told.get("brief", "")) if isinstance(told, dict) else ""


async def _replied(request: web.Request, body: Json, answer: Json, tokens: list[int]) -> web.StreamResponse:
    calls = answer.get("tool_calls")
    message: dict[str, object] = {"role": "assistant", "content": answer.get("content")}
    if isinstance(calls, list):
        message["tool_calls"] = [
            {"id": f"call_{place}", "index": place, "type": "function", "function": call}
            for place, call in enumerate(calls)
        ]
    finish = "tool_calls" if calls else "stop"
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    if not body.get("stream"):
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return web.json_response({"id": "c", "object": "chat.completion", "choices": [choice], "usage": usage})
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    for choice in ({"index": 0, "delta": message}, {"index": 0, "delta": {}, "finish_reason": finish}):
        chunk = {"id": "c", "object": "chat.completion.chunk", "choices": [choice], "usage": usage}
        await response.write(f"data: {json.dumps(chunk)}\n\n".encode())
    await response.write(b"data: [DONE]\n\n")
    return response


@contextlib.contextmanager
def serving(seat: Seat) -> Iterator[SeatServer]:
    """The seat's server, in a thread of its own, until the block ends."""
    server, loop, ready = SeatServer(seat), asyncio.new_event_loop(), threading.Event()

    async def start() -> web.AppRunner:
        app = web.Application(client_max_size=50 * 2**20)
        app.router.add_post("/v1/chat/completions", server.chat)
        app.router.add_get("/v1/models", server.models)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        return runner

    def serve() -> None:
        runner = loop.run_until_complete(start())
        ready.set()
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
