"""A server of chat completions: streamed where it streams, with neither usage, finish_reason nor [DONE] expected."""

from collections.abc import AsyncIterator
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Answer, Failed, Progress, Task, Usage, Writing, told
from ioa_connect.wrapped.reaching import Reach

OPEN, CLOSE = "<think>", "</think>"
MOST_BLANKS = 200  # characters before what may open thoughts
CUT_OFF = "\n\n*The answer ends here because it reached the server's limit of length.*"


def wrapped(url: str, model: str, reach: Reach) -> Agent:
    """The agent behind `url`/chat/completions."""
    address = f"{url.rstrip('/').removesuffix('/chat/completions')}/chat/completions"

    async def run(task: Task) -> AsyncIterator[Progress | Writing | Answer]:
        messages = [{"role": "user", "content": told(task)}]
        body = {"model": model or "default", "messages": messages, "stream": True}
        words, thoughts, ending = list[str](), _Thoughts(), ""
        usage = Usage()
        async with reach.opened("POST", address, body) as response:
            if not response.headers.get("content-type", "").startswith("text/event-stream"):
                said = await reach.json_of(response)
                words, usage, ending = [thoughts.answer_in(_whole(said))], _usage(said), _ending(said)
            else:
                yield Progress("Answering")
                async for event in reach.events(response):
                    if piece := thoughts.answer_in(_delta(event)):
                        words.append(piece)
                        yield Writing(piece)
                    ending = _ending(event) or ending
                    usage = _usage(event) if isinstance(event, dict) and event.get("usage") else usage
        text = "".join([*words, thoughts.rest()])
        if not text.strip():
            raise Failed("The model answered with nothing.")
        yield Answer(text + CUT_OFF * (ending == "length"), usage)

    return Agent(run)


class _Thoughts:
    """Keeps back what a model thinks before its answer, where its server leaves `<think>...</think>` in the text."""

    def __init__(self) -> None:
        self._held = ""  # of which is not known yet what it is
        self._inside = self._seen = self._over = False

    def answer_in(self, piece: str) -> str:
        """What the next piece of the text adds to the answer."""
        if self._over:
            return piece
        self._held += piece
        begins = self._held.lstrip()
        if not self._inside and begins.startswith(OPEN):
            self._inside = self._seen = True
            self._held = begins.removeprefix(OPEN)
        if self._inside:
            return self._after_thoughts()
        return "" if OPEN.startswith(begins) and len(self._held) <= MOST_BLANKS else self.rest()

    def _after_thoughts(self) -> str:
        thoughts, close, after = self._held.partition(CLOSE)
        self._inside, self._held = not close, thoughts[1 - len(CLOSE) :] if not close else ""
        return self.answer_in(after) if close else ""

    def rest(self) -> str:
        """What was held back that is no thought."""
        held = "" if self._inside else self._held
        self._held, self._over = "", True
        return held.lstrip() if self._seen else held


def _ending(said: Any) -> str:
    match said:
        case {"choices": [{"finish_reason": str(ending)}, *_]}:
            return ending
    return ""


def _whole(said: Any) -> str:
    match said:
        case {"choices": [{"message": {"content": str(text)}}, *_]}:
            return text
        case {"error": {"message": str(words)}} | {"error": str(words)}:
            raise Failed(f"The server says: {words}")
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
