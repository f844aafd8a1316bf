"""A model server that behaves, and misbehaves, as it is told: each mode is a path, `http://host:port/<mode>/v1`.

Real HTTP on loopback, in a thread of its own. It plans by giving all work to the first agent of the prompt, or says
what `utterance` makes of a request. It remembers each request.
"""

import asyncio
import contextlib
import gzip
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from aiohttp import web

BIG = 10 * 1024 * 1024
PROMPT_TOKENS, COMPLETION_TOKENS = 812, 143
PAUSE = 0.6  # seconds in the middle of a stream: longer than what is written is gathered for

Body = dict
Handler = Callable[["FakeModel", web.Request, Body], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Seen:
    """A request that arrived."""

    mode: str
    headers: dict[str, str]
    body: Body


def plan(body: Body) -> dict:
    """One task for the first agent of the prompt; its result is the answer."""
    data = json.loads(body["messages"][1]["content"])
    owner = data["agents"][0]["handle"] if data.get("agents") else None
    task = {"key": "all", "title": "All of it", "brief": data["goal"], "owner": owner, "needs": [], "after": []}
    return {"do": "assign", "text": "One task.", "tasks": [task], "answer": "all", "missing": []}


class FakeModel:
    """The server. `url(mode)` is a base URL; `requests` is what came; `utterance` makes the answer."""

    def __init__(self) -> None:
        self.port = 0
        self.requests: list[Seen] = []
        self.reset()

    def url(self, mode: str) -> str:
        return f"http://127.0.0.1:{self.port}/{mode}/v1"

    def reset(self) -> None:
        self.requests.clear()
        self.utterance: Callable[[Body], dict] = plan
        self.retry_after = "0.01"
        self.at_once = self.most_at_once = 0

    async def handle(self, request: web.Request) -> web.StreamResponse:
        mode, body = request.match_info["mode"], await request.json()
        self.requests.append(Seen(mode, dict(request.headers), body))
        return await MODES[mode](self, request, body)


@contextlib.contextmanager
def running(host: str = "127.0.0.1", port: int = 0) -> Iterator[FakeModel]:
    """A fake model that serves until the block ends."""
    fake, loop, ready = FakeModel(), asyncio.new_event_loop(), threading.Event()
    thread = threading.Thread(target=_serve, args=(fake, loop, ready, host, port), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield fake
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def _serve(fake: FakeModel, loop: asyncio.AbstractEventLoop, ready: threading.Event, host: str, port: int) -> None:
    async def start() -> web.AppRunner:
        app = web.Application()
        app.router.add_post("/{mode}/v1/chat/completions", fake.handle)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.05)
        await runner.setup()
        site = web.TCPSite(runner, host, port)
        await site.start()
        fake.port = runner.addresses[0][1]
        return runner

    runner = loop.run_until_complete(start())
    ready.set()
    loop.run_forever()
    loop.run_until_complete(runner.cleanup())
    loop.close()


# --- answers --------------------------------------------------------------------------------------------------------


def completion(message: dict, *, finish: str = "stop", usage: bool = True) -> dict:
    counts = {"prompt_tokens": PROMPT_TOKENS, "completion_tokens": COMPLETION_TOKENS, "total_tokens": 955}
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return {"id": "c-1", "object": "chat.completion", "choices": [choice]} | ({"usage": counts} if usage else {})


def says(text: str, **options: object) -> web.Response:
    return web.json_response(completion({"content": text}, **options))


def calls_tool(arguments: dict) -> web.Response:
    function = {"name": "turn", "arguments": json.dumps(arguments)}
    return web.json_response(completion({"content": None, "tool_calls": [{"type": "function", "function": function}]}))


def error(status: int, message: str, code: str | None = None, headers: dict | None = None) -> web.Response:
    body = {"error": {"message": message, "type": "invalid_request_error", "code": code}}
    return web.json_response(body, status=status, headers=headers)


# --- those that answer ----------------------------------------------------------------------------------------------


async def good(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says(json.dumps(fake.utterance(body)))


async def streams(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Sends what it writes as it comes where that is asked for, with a pause in the middle."""
    if not body.get("stream"):
        return await good(fake, request, body)
    return await _in_pieces(request, json.dumps(fake.utterance(body)), lambda piece: {"content": piece})


async def streams_tools(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """The same, in the arguments of a tool."""
    if "response_format" in body:
        return error(400, "response_format is not supported by this server")
    said = json.dumps(fake.utterance(body))
    return await _in_pieces(
        request, said, lambda piece: {"tool_calls": [{"index": 0, "function": {"name": "turn", "arguments": piece}}]}
    )


async def _in_pieces(request: web.Request, said: str, delta: Callable[[str], dict]) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    middle = len(said) // 2
    for place in range(0, len(said), 7):
        choice = {"index": 0, "delta": delta(said[place : place + 7])}
        await response.write(f"data: {json.dumps({'choices': [choice]})}\n\n".encode())
        if place <= middle < place + 7:
            await asyncio.sleep(PAUSE)
    usage = {"prompt_tokens": PROMPT_TOKENS, "completion_tokens": COMPLETION_TOKENS}
    end = [{"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, {"choices": [], "usage": usage}]
    await response.write("".join(f"data: {json.dumps(piece)}\n\n" for piece in end).encode() + b"data: [DONE]\n\n")
    return response


async def never_streams(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    if "stream" in body or "stream_options" in body:
        return error(400, "Unrecognized request argument supplied: stream_options")
    return await good(fake, request, body)


async def breaks_off(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Its first stream ends in the middle of a word."""
    if len([seen for seen in fake.requests if seen.mode == "breaks_off"]) > 1:
        return await streams(fake, request, body)
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    await response.write(b'data: {"choices": [{"index": 0, "delta": {"content": "{\\"do\\": \\"ass')
    request.transport.abort()
    return response


async def tools_only(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    if "response_format" in body:
        return error(400, "response_format is not supported by this server")
    return calls_tool(fake.utterance(body))


async def writes_calls(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Its server has no parser for the tool calls that its model writes, as a comma too many."""
    if "response_format" in body:
        return error(400, "response_format is not supported by this server")
    call = json.dumps({"name": "turn", "arguments": fake.utterance(body)})
    return says(f"<tool_call>\n{call[:-1]},}}\n</tool_call>")


async def words_only(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Refuses every form; answers in prose until it is told that this will not do."""
    if "response_format" in body or "tools" in body:
        return error(422, "Extra inputs are not permitted")
    if len(body["messages"]) < 3:
        return says("I would ask the first agent to do all of it.")
    return says(f"Sure!\n```json\n{json.dumps(fake.utterance(body))}\n```")


async def ignores_forms(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Knows neither schema nor tools and does not say so, but follows words."""
    if "response_format" in body or "tools" in body:
        return says("I would ask the first agent to do all of it.")
    return says(f"Here it is: {json.dumps(fake.utterance(body))}")


async def new_names(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """A reasoning model's quirks."""
    if "max_tokens" in body:
        return error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    if "temperature" in body:
        return error(400, "Unsupported value: 'temperature' does not support 0. Only the default is supported.")
    return await good(fake, request, body)


async def no_usage(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says(json.dumps(fake.utterance(body)), usage=False)


async def runs_on(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Says all that there is to say, and then new lines until it may say no more."""
    return says(json.dumps(fake.utterance(body)) + "\n" * 500, finish="length")


async def odd(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Legal in no book, seen in the wild: a number as id, no finish_reason, a usage of nulls, the wrong media type."""
    answer = completion({"content": json.dumps(fake.utterance(body))})
    del answer["choices"][0]["finish_reason"]
    answer |= {"id": 7, "usage": {"prompt_tokens": None}}
    return web.Response(text=json.dumps(answer), content_type="text/plain")


async def busy_once(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    if len([seen for seen in fake.requests if seen.mode == "busy_once"]) == 1:
        return error(429, "Slow down", headers={"Retry-After": "0.01"})
    return await good(fake, request, body)


async def other_only(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Knows one model of two."""
    return await (good if body["model"] == "fake-2" else wrong_key)(fake, request, body)


async def slow(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Answers when no other request came for a moment, or so; counts how many it has at one time."""
    fake.at_once += 1
    fake.most_at_once = max(fake.most_at_once, fake.at_once)
    await asyncio.sleep(0.05)
    fake.at_once -= 1
    return await good(fake, request, body)


async def invalid_utterance(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says(json.dumps({"do": "dance", "text": "Let us dance."}))


# --- those that don't -----------------------------------------------------------------------------------------------


async def garbage(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says("lorem ipsum {dolor sit amet")


async def empty(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says("")


async def html(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return web.Response(text="<html><body>Welcome to nginx</body></html>", content_type="text/html")


async def no_choices(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return web.json_response({"choices": []})


async def reports(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """All is well, says the status; the provider behind the server has failed."""
    return web.json_response({"error": {"message": "The provider\nis overloaded.", "code": 502}})


async def declines(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Says no in words, as models do whose servers have no field for that."""
    return says("I'm sorry, but I can't\nhelp with that.")


async def nested(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says('{"a":' * 50_000)


async def huge(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return await _endless(request, 200)


async def huge_error(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return await _endless(request, 400)


async def _endless(request: web.Request, status: int) -> web.StreamResponse:
    response = web.StreamResponse(status=status, headers={"Content-Type": "application/json"})
    await response.prepare(request)
    with contextlib.suppress(ConnectionError):
        await response.write(b'{"choices":[{"message":{"content":"')
        for _ in range(BIG // 65536):
            await response.write(b"x" * 65536)
    return response


async def zipped(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    packed = gzip.compress(b"0" * BIG)
    return web.Response(body=packed, headers={"Content-Encoding": "gzip", "Content-Type": "application/json"})


async def hang(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    await asyncio.Event().wait()
    raise AssertionError("nothing sets that event")


async def drip(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    """Always a byte before any read could time out, never an end."""
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    await response.prepare(request)
    with contextlib.suppress(ConnectionError):
        while True:
            await response.write(b" ")
            await asyncio.sleep(0.02)
    return response


async def closes(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    request.transport.abort()
    return web.Response()


async def wrong_key(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(401, f"Incorrect API key provided: {request.headers['Authorization']}", "invalid_api_key")


async def repeats_key(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(400, f"Bad request, headers were {request.headers['Authorization']}, sorry")


async def unknown_model(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(404, f"The model {body['model']} does not exist", "model_not_found")


async def redirect(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return web.Response(status=307, headers={"Location": fake.url("good") + "/chat/completions"})


async def busy(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(429, "Slow down", headers={"Retry-After": fake.retry_after})


async def unpaid(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(402, "Payment required")


async def no_credit(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(429, "You exceeded your current quota", "insufficient_quota", {"Retry-After": "0.01"})


async def broken(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(500, "The server had an error", headers={"Retry-After": "0.01"})


async def too_long(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(400, "This model's maximum context length is 4096 tokens", "context_length_exceeded")


async def small(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return error(400, "The request exceeds the available context size.", "exceed_context_size_error")


async def cut_off(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says('{"do":"assign","tasks":[{"key":"a","ti', finish="length")


async def filtered(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return says("", finish="content_filter")


async def refuses(fake: FakeModel, request: web.Request, body: Body) -> web.StreamResponse:
    return web.json_response(completion({"content": None, "refusal": "I can't help with that."}))


_ANSWERING = (
    good,
    streams,
    streams_tools,
    never_streams,
    breaks_off,
    tools_only,
    writes_calls,
    words_only,
    ignores_forms,
    new_names,
    no_usage,
    runs_on,
    odd,
    busy_once,
    other_only,
    slow,
    invalid_utterance,
)
_FAILING = (
    garbage, empty, html, no_choices, reports, declines, nested, huge, huge_error, zipped, hang, drip, closes,
    wrong_key, repeats_key, unknown_model, redirect, busy, unpaid, no_credit, broken, too_long, small, cut_off,
    filtered, refuses,
)  # fmt: skip
MODES: dict[str, Handler] = {handler.__name__: handler for handler in (*_ANSWERING, *_FAILING)}
