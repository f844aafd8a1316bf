"""The connector of agents at a plain address: `POST <url> {"task_desc": ..., "uid": ..., "model": ...}`.

These are the fields that IoA's tool agents (ReAct, Open Interpreter) ask for; others ignore what they don't know.
"""

import json
import re
from collections.abc import AsyncGenerator

from pydantic import Field

from apps.agents.connectors.base import CalledConnector
from apps.agents.connectors.replies import as_error, is_fine
from apps.agents.connectors.request_parts import read_off_loop, request_data, request_text
from apps.agents.connectors.settings import HeadedConfig, HonoursKeys
from apps.agents.domain.calls import AgentError, Result, RunEvent, RunRequest
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import as_code, map_in, text_in
from apps.core.names import shows_nothing
from apps.core.outbound import Bounds, Reply, for_agents
from apps.core.sentences import sentence


class HTTPConfig(HeadedConfig):
    """An address that takes `{"task_desc": ...}`."""

    model: str = Field(default="", max_length=200, description="For servers that ask for one; usually empty.")
    honours_keys: bool = HonoursKeys


CONCLUSIONS = ("conclusion", "result", "answer", "output", "response", "text", "content", "message")
"""Fields that hold the answer, IoA's own first."""

FAILED = ("error", "failed", "failure", "fail")
UNSAID = sentence("it did not say why")


class NoAnswer(Exception):
    """There is nothing to pass on. The message has a blank for the place that answered."""

    def __init__(self, words: str, failure: Failure = Failure.UNREADABLE, **values: object) -> None:
        super().__init__(words)
        self.failure = failure
        self.values = values


def conclusion_in(body: bytes, media_type: str) -> str:
    """Give the answer as Markdown. Raises NoAnswer."""
    if not body.strip():
        raise NoAnswer("{place} answered with nothing.")
    if media_type == "text/html":
        raise NoAnswer("{place} answered with a web page; check the URL.")
    try:
        return _of_json(json.loads(body))
    except (ValueError, RecursionError):
        if media_type.endswith("json"):
            raise NoAnswer("{place} answered with broken JSON.") from None
    return _of_text(body)


def _of_json(said: object) -> str:
    match said:
        case str():
            return _text_or_none(said)
        case dict():
            return _of_object(said)
        case None:
            raise NoAnswer("{place} answered with nothing.")
    return as_code(said)


def _of_object(said: dict[str, object]) -> str:
    for name in CONCLUSIONS:
        held = said.get(name)
        if isinstance(held, str) and held.strip() and not (name == CONCLUSIONS[-1] and _says_no(said)):
            return held
        if held and name == CONCLUSIONS[0]:
            return as_code(held)
    error = said.get("error")
    if error or _says_no(said):
        words = error if isinstance(error, str) else text_in(map_in(said, "error") or said, "message", "detail")
        raise NoAnswer("{place} says that it failed: {error:bare}.", Failure.SAID, error=words or UNSAID)
    if all(held is None or (isinstance(held, str) and not held.strip()) for held in said.values()):
        raise NoAnswer("{place} answered with nothing.")
    return as_code(said)


def _says_no(said: dict[str, object]) -> bool:
    """Whether an object says in a field of its own that it is no answer, as many do with status 200."""
    return said.get("status") in FAILED or any(said.get(name) is False for name in ("ok", "success"))


def _of_text(body: bytes) -> str:
    text = body.decode(errors="replace")
    if "\x00" in text or text.count("\ufffd") > len(text) / 20:
        raise NoAnswer("{place} answered with something that is not text.")
    return _text_or_none(text)


def _text_or_none(text: str) -> str:
    if shows_nothing(text):
        raise NoAnswer("{place} answered with nothing.")
    return text


ACCEPT = "application/json, text/plain, text/markdown;q=0.9, */*;q=0.5"


class HTTPConnector(CalledConnector):
    """Sends a task to an address and takes the answer for the result.

    The request's key goes along as `uid`; in the header Idempotency-Key it changes with each answered question.
    """

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = HTTPConfig.model_validate(config)
        text = await read_off_loop(request, request_text)
        body = {"task_desc": text, "model": settings.model, "goal": request.goal, **request_data(request)}
        headers = {"Content-Type": "application/json", "Accept": ACCEPT, "Idempotency-Key": request.work_key}
        async with for_agents().opened(
            "POST", settings.url, headers=headers | settings.sent(), body=json.dumps(body).encode(), bounds=Bounds()
        ) as reply:
            yield await _read(reply) if is_fine(reply.status) else await as_error(reply)


LATIN = re.compile(r"charset\s*=\s*\"?(iso-8859-15?|latin-?1|windows-1252|cp1252)\b", re.IGNORECASE)


async def _read(reply: Reply) -> RunEvent:
    body = await reply.body()
    if charset := LATIN.search(reply.headers.get("Content-Type", "")):
        body = body.decode(charset[1], errors="replace").encode()
    try:
        return Result(conclusion_in(body, reply.media_type))
    except NoAnswer as error:
        return AgentError(sentence(str(error), place=reply.place, **error.values), failure=error.failure)
