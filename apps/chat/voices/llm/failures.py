"""Why a model gave no answer, in one plain sentence. Pure.

The key never gets into a sentence: where a server's own words are passed on, it is taken out of them. What the guarded
client said of the connection is the cause of the SDK's error.
"""

from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from math import isfinite
from urllib.parse import urlsplit

from openai import APIStatusError

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.agents.domain.calls import Usage
from apps.chat.domain.briefing import VoiceError
from apps.chat.voices.llm.costs import clip
from apps.chat.voices.llm.dialect import is_too_long
from apps.core.outbound import ForbiddenTarget, OutboundError, TooLarge
from apps.core.sentences import change_words, join_sentences, sentence, sentence_of

SERVER_WORDS = 60  # tokens of what a server said that are passed on
OUT_OF_CREDIT = "insufficient_quota"


class Unusable(Exception):
    """The model answered, but not with anything that can be used. The message has a blank for the model."""

    def __init__(self, what: str, *, permanent: bool = False, **values: object) -> None:
        super().__init__(what)
        self.permanent = permanent
        self.values = values


def empty_answer() -> Unusable:
    """There was no text."""
    return Unusable("{model} answered with nothing.")


def unreadable_answer(words: str = "") -> Unusable:
    """There was text, but no JSON object, even when it was asked again. `words`: the text, where it is the model's."""
    said = clip(" ".join(words.split()), SERVER_WORDS)
    if not said:
        return Unusable("{model} answered with something other than the JSON that it was asked for.")
    return Unusable(
        "{model} answered with something other than the JSON that it was asked for: “{said:bare}”.", said=said
    )


def server_error(words: str) -> Unusable:
    """The server said why there is no answer, with the status of one."""
    return Unusable(
        "{model} gave no answer; its server says: {said:bare}.", said=clip(" ".join(words.split()), SERVER_WORDS)
    )


def cut_off_answer(tokens: int) -> Unusable:
    """The answer was longer than the tokens that it may have."""
    return Unusable(
        "{model} did not come to an end within {tokens:,} tokens, which the settings allow for an answer.",
        tokens=tokens,
    )


def withheld_answer() -> Unusable:
    """The provider withheld the answer."""
    return Unusable("{model} was kept from answering by its provider's content filter.", permanent=True)


def declined_answer(words: str) -> Unusable:
    """The model declined."""
    return Unusable("{model} refused to answer: {words:bare}.", permanent=True, words=clip(words, SERVER_WORDS))


def as_voice_error(error: Exception, settings: ModelSettings, usage: Usage) -> VoiceError:
    """What `error` means to a person who set the model up. `usage`: what was spent on it."""
    reason, permanent = _explain(error, settings)
    if settings.api_key:
        reason = change_words(reason, lambda words: words.replace(settings.api_key, "[key]"))
    told = _told_to_wait(error) if isinstance(error, APIStatusError) and not permanent else None
    return VoiceError(reason, permanent=permanent, usage=usage, retry_after=told)


def both_failed(first: VoiceError, other: VoiceError) -> VoiceError:
    """That a model gave no answer, nor the other one that was asked in its place."""
    waits = [error.retry_after for error in (first, other) if error.retry_after is not None]
    return VoiceError(
        join_sentences(" ", [first.reason, other.reason]),
        permanent=first.permanent and other.permanent,
        usage=first.usage + other.usage,
        retry_after=min(waits, default=None),
    )


def _told_to_wait(error: APIStatusError) -> float | None:
    """Seconds of a Retry-After header; a date counts from the answer's own."""
    said = error.response.headers.get("Retry-After", "")
    try:
        seconds = float(said)
    except ValueError:
        seconds = _until(said, error.response.headers.get("Date", ""))
    return seconds if isfinite(seconds) and seconds > 0 else None


def _until(then: str, now: str) -> float:
    try:
        return (parsedate_to_datetime(then) - parsedate_to_datetime(now)).total_seconds()
    except (TypeError, ValueError):  # none, or one without a time zone
        return 0.0


def _explain(error: Exception, settings: ModelSettings) -> tuple[str, bool]:
    model = sentence("The model {model}", model=settings.model)
    match error:
        case Unusable():
            return sentence(str(error), model=model, **error.values), error.permanent
        case APIStatusError():
            return _status(error, model, sentence("The model server at {place}", place=_place(settings)))
        case TimeoutError():
            words = "{model} gave no answer within {seconds:g} seconds."
            return sentence(words, model=model, seconds=settings.timeout_seconds), False
    lost = next((cause for cause in _causes(error) if isinstance(cause, OutboundError)), None)
    return _lost(lost, settings) if lost else (sentence("The model's API key has characters that no key has."), True)


def _lost(error: OutboundError, settings: ModelSettings) -> tuple[str, bool]:
    """What the way out says, which names the server first."""
    match error:
        case ForbiddenTarget(why=""):
            return sentence("The model's base URL must be like https://host/v1, without a user and a password."), True
        case ForbiddenTarget():
            words = "The model server at {place} may not be called: its address {why}."
            return sentence(words, place=_place(settings), why=error.why), True
    return sentence("The model server at {error}", error=sentence_of(error)), error.permanent and not isinstance(
        error, TooLarge
    )


def _status(error: APIStatusError, model: str, server: str) -> tuple[str, bool]:
    code, permanent = error.status_code, True
    if code in (401, 403):
        words = "{server} refused the API key ({code}); check the key."
    elif code == 404:
        words = "{server} does not know {model} ({code}); check the model's name and the base URL."
    elif code == 402 or (code == 429 and error.code == OUT_OF_CREDIT):
        words = "{server} says that the account has no credit left ({code})."
    elif code == 429:
        words, permanent = "{server} is asked too often ({code}), after retries as well.", False
    elif code >= 500:
        words, permanent = "{server} failed ({code}), after retries as well.", False
    elif code < 400:
        words = "{server} answered with a redirect ({code}); set the base URL to where it leads."
    elif is_too_long(complaint(error)):
        refused = (
            "{server} does not take as many tokens ({code}): {said:bare}. "
            "Set shorter prompts or answers in the settings."
        )
        return sentence(refused, server=server, code=code, said=complaint(error)), permanent
    else:
        refused = "{server} did not accept the request ({code}): {said:bare}."
        return sentence(refused, server=server, code=code, said=complaint(error)), permanent
    return sentence(words, server=server, code=code, model=model), permanent


def complaint(error: APIStatusError) -> str:
    """What the server said about a request that it refused, clipped."""
    words = " ".join(error.message.split())
    return clip(words.removeprefix(f"Error code: {error.status_code} - "), SERVER_WORDS)


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _place(settings: ModelSettings) -> str:
    """Host and port of the base URL, which was checked when the client was made."""
    return urlsplit(settings.base_url).netloc
