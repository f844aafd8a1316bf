"""A model server that always takes as long and counts what it is asked: `python -m benchmarks.fake_model PORT LATENCY`.

It speaks chat completions, in one piece or streamed. Who is asked is read from a marker "[agent:NAME]" in the prompt. A
request in the hub's planning form is answered with the plan: two tasks at once, a third that needs both. What lies
before it as the draft of the answer is accepted. `GET /stats` tells calls and prompt tokens (characters / 4 of messages
and schema), in all and by what was asked for; `POST /reset` begins to count anew.
"""

import asyncio
import json
import re
import secrets
import sys
import time

from aiohttp import web

ORDER = ("researcher", "costing", "writer")
FILL = (
    "The market for this product is growing and the unit cost is falling; buyers care about battery life, weight and "
    "support. We assume three regions, two price points and one launch window, and we list the open risks. "
) * 3
MARKER = re.compile(r"\[agent:(\w+)\]")
PER_TOKEN = 4  # characters

Json = dict[str, object]


class FakeModel:
    """The server's counts and its answers."""

    def __init__(self, latency: float) -> None:
        self.latency = latency
        self.calls = self.prompt_tokens = 0
        self.lines: dict[str, dict[str, int]] = {}  # what was asked for -> calls, and tokens of each part of the prompt

    async def chat(self, request: web.Request) -> web.StreamResponse:
        """Answer one request after the latency."""
        body = await request.json()
        told = "".join(str(message.get("content") or "") for message in body["messages"])
        form = json.dumps(body["response_format"]) if body.get("response_format") else ""
        tokens = -(-len(told) // PER_TOKEN) + -(-len(form) // PER_TOKEN)
        self.calls += 1
        self.prompt_tokens += tokens
        self._note(kind_of(body, told), body["messages"], form)
        answer = plan(body) if form else said(told)
        await asyncio.sleep(self.latency)
        usage = {"prompt_tokens": tokens, "completion_tokens": -(-len(answer) // PER_TOKEN)}
        if body.get("stream"):
            return await streamed(request, answer, usage)
        return web.json_response(completion("message", answer, "stop", usage))

    def _note(self, kind: str, messages: list[Json], form: str) -> None:
        line = self.lines.setdefault(kind, {"calls": 0})
        line["calls"] += 1
        for message in messages:
            role = str(message["role"])
            line[role] = line.get(role, 0) + -(-len(str(message.get("content") or "")) // PER_TOKEN)
        if form:
            line["form"] = line.get("form", 0) + -(-len(form) // PER_TOKEN)

    async def stats(self, request: web.Request) -> web.Response:
        """Tell the counts."""
        return web.json_response({"calls": self.calls, "prompt_tokens": self.prompt_tokens, "lines": self.lines})

    async def reset(self, request: web.Request) -> web.Response:
        """Count anew."""
        self.calls = self.prompt_tokens = 0
        self.lines.clear()
        return web.json_response({})


def kind_of(body: Json, told: str) -> str:
    """What is asked for: the part of a specialist, a review, or a plan."""
    who = MARKER.search(told)
    if who and not body.get("response_format"):
        return who.group(1)
    return "review" if '"draft"' in told or told.startswith("Review.") else "plan"


def said(told: str) -> str:
    """What a specialist answers; no two answers are the same, so that nobody is faster for having seen one before."""
    who, text = MARKER.search(told), f"{FILL}Noted as {secrets.token_hex(4)}. "
    return f"{text}[[DONE:{who.group(1)}]]" if who else f"OK. {text}"


def plan(body: Json) -> str:
    """Two tasks that wait for nothing, and the one that needs both and is the answer, each for who can do it."""
    messages = body["messages"]
    data = json.loads(messages[-1]["content"])  # type: ignore[index]
    if "draft" in data:
        return json.dumps({"do": "accept", "text": "", "tasks": [], "numbers": [], "missing": []})
    handles = [agent["handle"] for agent in data["agents"]]
    tasks = [
        {
            "key": name,
            "title": f"The part of the {name}",
            "brief": f"Do what the {name} does for this goal.",
            "owner": next(handle for handle in handles if handle.startswith(name)),
            "needs": [],
            "after": list(ORDER[:2]) if name == ORDER[2] else [],
        }
        for name in ORDER
    ]
    return json.dumps({"do": "assign", "text": "Three tasks.", "tasks": tasks, "answer": ORDER[2], "missing": []})


def completion(part: str, text: str, finish: str | None, usage: Json) -> Json:
    """A completion, or a chunk of one."""
    choice = {"index": 0, part: {"role": "assistant", "content": text}, "finish_reason": finish}
    kind = "chat.completion" if part == "message" else "chat.completion.chunk"
    return {
        "id": "c",
        "object": kind,
        "created": int(time.time()),
        "model": "fake",
        "choices": [choice],
        "usage": usage,
    }


async def streamed(request: web.Request, text: str, usage: Json) -> web.StreamResponse:
    """The answer in two chunks and the end."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    for chunk in (completion("delta", text, None, usage), completion("delta", "", "stop", usage)):
        await response.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
    await response.write(b"data: [DONE]\n\n")
    return response


def main(port: int, latency: float) -> None:
    """Serve until the process is ended."""
    fake = FakeModel(latency)
    app = web.Application(client_max_size=64 * 2**20)
    app.add_routes(
        [
            web.post("/v1/chat/completions", fake.chat),
            web.get("/stats", fake.stats),
            web.post("/reset", fake.reset),
        ]
    )
    web.run_app(app, host="127.0.0.1", port=port, print=None, access_log=None, backlog=4096)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
