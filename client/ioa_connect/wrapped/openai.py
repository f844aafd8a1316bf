"""A server of chat completions: streamed where it streams, with neither usage, finish_reason nor [DONE] expected."""

from collections.abc import AsyncIterator
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Answer, Failed, Progress, Task, Usage, Writing, told
from ioa_connect.wrapped.reaching import Reach


def wrapped(url: str, model: str, reach: Reach) -> Agent:
    """The agent behind `url`/chat/completions."""
    address = f"{url.rstrip('/').removesuffix('/chat/completions')}/chat/completions"

    async def run(task: Task) -> AsyncIterator[Progress | Writing | Answer]:
        messages = [{"role": "user", "content": told(task)}]
        body = {"model": model or "default", "messages": messages, "stream": True}
        words: list[str] = []
        usage = Usage()
        async with reach.opened("POST", address, body) as response:
            if not response.headers.get("content-type", "").startswith("text/event-stream"):
                await response.aread()
                words, usage = [_whole(response.json())], _usage(response.json())
            else:
                yield Progress("Answering")
                async for event in reach.events(response):
                    if piece := _delta(event):
                        words.append(piece)
                        yield Writing(piece)
                    usage = _usage(event) if isinstance(event, dict) and event.get("usage") else usage
        if not "".join(words).strip():
            raise Failed("The model answered with nothing.")
        yield Answer("".join(words), usage)

    return Agent(run)


def _whole(said: Any) -> str:
    match said:
        case {"choices": [{"message": {"content": str(text)}}, *_]}:
            return text
    raise Failed("The server's answer holds no message.")


def _delta(event: Any) -> str:
    match event:
        case {"choices": [{"delta": {"content": str(text)}}, *_]}:
            return text
        case {"error": {"message": str(words)}} | {"error": str(words)}:
            raise Failed(f"The server says: {words}")
    return ""


def _usage(said: Any) -> Usage:
    match said:
        case {"usage": {"prompt_tokens": int(prompt), "completion_tokens": int(completion)}}:
            return Usage(prompt, completion)
    return Usage()
