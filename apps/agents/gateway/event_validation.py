"""What an agent may send: its answers are hostile input, and this is where they are cut to size."""

import math
import re
from dataclasses import replace

from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    File,
    InputRequired,
    Progress,
    Result,
    RunEvent,
    Sign,
    Usage,
    Writing,
)
from apps.agents.domain.documents.decoding import clean_name
from apps.agents.domain.failures import Failure
from apps.agents.domain.foreign_rooms import ForeignWork
from apps.core.sentences import change_words, sentence
from apps.core.texts import one_line, replace_unstorable

MOST_TEXT = 200_000  # bytes of a result
MOST_FILE = 20 * 1024 * 1024  # bytes
MOST_PROGRESS = 200  # characters
MOST_QUESTION = 4000  # characters
MOST_REASON = 400  # characters
MOST_TOKENS = 10_000_000  # of one call, as an agent says of itself; what is said beyond that is not believed
MOST_MONEY = 1_000.0  # US dollars
MOST_HANDLE = 1000  # characters

MEDIA_TYPE = re.compile(r"[\w.+-]{1,60}/[\w.+-]{1,39}")


class MisbehavedError(Exception):
    """An agent sent what it may not. The message is one plain sentence for people."""


def check_event(event: object) -> RunEvent:
    """Give the event with its texts cut and cleaned. Raises MisbehavedError."""
    match event:
        case Progress(text=str() as text, sign=Sign() as sign):
            return Progress(_on_one_line(text, MOST_PROGRESS), sign)
        case Writing(piece=str() as piece):
            return Writing(replace_unstorable(piece), anew=event.anew is True)
        case Accepted(handle=str() as handle) if len(handle) <= MOST_HANDLE:
            return Accepted(replace_unstorable(handle))
        case ForeignWork():
            return event  # its connector reads it by `read_room`, which cuts it
        case ArtifactMade(file=File() as file):
            return ArtifactMade(_file(file))
        case InputRequired(question=str() as question) if question.strip():
            return InputRequired(replace_unstorable(question)[:MOST_QUESTION])
        case Result(text=str() as text, usage=Usage() as usage):
            return Result(_result_text(text), _usage(usage), cut=event.cut is True)
        case AgentError(reason=str() as reason, usage=Usage() as usage):
            said = _on_one_line(reason, MOST_REASON) or sentence("The agent failed and did not say why.")
            later = event.retry_after if _is_amount(event.retry_after) else None
            return replace(
                event,
                reason=said,
                permanent=bool(event.permanent),
                excused=bool(event.excused),
                retry_after=later,
                failure=event.failure if event.failure in Failure else Failure.UNEXPLAINED,
                resumable=bool(event.resumable),
                usage=_usage(usage),
            )
    raise MisbehavedError(sentence("The agent sent something that is not an answer."))


def _on_one_line(text: str, most: int) -> str:
    """A sentence of ours stays one, with the words of others in it on one line."""
    said = change_words(text, lambda words: one_line(words, most))
    return said if len(said) <= most else one_line(said, most)


def _result_text(text: str) -> str:
    text = replace_unstorable(text)
    if len(text.encode()) > MOST_TEXT:
        raise MisbehavedError(
            sentence("The agent's answer is longer than {most_text} kB.", most_text=MOST_TEXT // 1000)
        )
    return text


def _usage(usage: Usage) -> Usage:
    if not (_is_count(usage.prompt_tokens) and _is_count(usage.completion_tokens)):
        raise MisbehavedError(sentence("The agent reported a usage that is not a number of tokens."))
    if not (usage.money is None or _is_amount(usage.money)):
        raise MisbehavedError(sentence("The agent reported a price that is not an amount."))
    money = None if usage.money is None else min(float(usage.money), MOST_MONEY)
    prompt = min(usage.prompt_tokens, MOST_TOKENS)
    return replace(
        usage,
        prompt_tokens=prompt,
        completion_tokens=min(usage.completion_tokens, MOST_TOKENS - prompt),
        money=money,
    )


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


def _file(file: File) -> File:
    if not _is_file(file.name, file.media_type, file.body):
        raise MisbehavedError(sentence("The agent sent a file that is not one."))
    if file.size > MOST_FILE:
        raise MisbehavedError(
            sentence("The agent sent a file larger than {most_file} MB.", most_file=MOST_FILE // 2**20)
        )
    media_type = file.media_type if MEDIA_TYPE.fullmatch(file.media_type) else "application/octet-stream"
    return File(clean_name(replace_unstorable(file.name)) or "file", media_type, file.body)


def _is_file(name: object, media_type: object, body: object) -> bool:
    held = isinstance(body, bytes) or hasattr(body, "chunks")
    return isinstance(name, str) and isinstance(media_type, str) and held
