"""What an agent at a plain address answered: text, or JSON that holds a text, or JSON for its own sake. Pure."""

import json

from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import as_code

CONCLUSIONS = ("conclusion", "result", "answer", "output", "response", "text", "content", "message")
"""Fields that hold the answer, IoA's own first."""


class NoAnswer(Exception):
    """There is nothing to pass on. The message is a sentence without its subject."""

    def __init__(self, words: str, failure: Failure = Failure.UNREADABLE) -> None:
        super().__init__(words)
        self.failure = failure


def conclusion_in(body: bytes, media_type: str) -> str:
    """Give the answer as Markdown. Raises NoAnswer."""
    if not body.strip():
        raise NoAnswer("answered with nothing")
    if media_type == "text/html":
        raise NoAnswer("answered with a web page; check the URL")
    try:
        return _of_json(json.loads(body))
    except (ValueError, RecursionError):
        if media_type.endswith("json"):
            raise NoAnswer("answered with broken JSON") from None
    return _of_text(body)


def _of_json(said: object) -> str:
    match said:
        case str():
            return _text_or_none(said)
        case dict():
            return _of_object(said)
        case None:
            raise NoAnswer("answered with nothing")
    return as_code(said)


def _of_object(said: dict[str, object]) -> str:
    for name in CONCLUSIONS:
        held = said.get(name)
        if isinstance(held, str) and held.strip():
            return held
        if held and name == CONCLUSIONS[0]:
            return as_code(held)
    if isinstance(error := said.get("error"), str) and error.strip():
        raise NoAnswer(f"says that it failed: {error}", Failure.SAID)
    return as_code(said)


def _of_text(body: bytes) -> str:
    text = body.decode(errors="replace")
    if "\x00" in text or text.count("\ufffd") > len(text) / 20:
        raise NoAnswer("answered with something that is not text")
    return text


def _text_or_none(text: str) -> str:
    if not text.strip():
        raise NoAnswer("answered with nothing")
    return text
