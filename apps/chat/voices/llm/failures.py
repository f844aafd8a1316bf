"""Why a model gave no answer, in one plain sentence. Pure.

The key never gets into a sentence: where a server's own words are passed on, it is taken out of them. What the guarded
client said of the connection is the cause of the SDK's error.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from openai import APIStatusError

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.agents.domain.calls import Usage
from apps.chat.domain.briefing import VoiceError
from apps.chat.voices.llm.costs import clip
from apps.chat.voices.llm.dialect import MAX_OUTPUT
from apps.core.outbound import ForbiddenTarget, OutboundError, TooLarge

SERVER_WORDS = 60  # tokens of what a server said that are passed on
OUT_OF_CREDIT = "insufficient_quota"


class Unusable(Exception):
    """The model answered, but not with anything that can be used. The message is a sentence without its subject."""

    def __init__(self, what: str, *, permanent: bool = False) -> None:
        super().__init__(what)
        self.permanent = permanent


def empty_answer() -> Unusable:
    """There was no text."""
    return Unusable("answered with nothing")


def unreadable_answer() -> Unusable:
    """There was text, but no JSON object, even when it was asked again."""
    return Unusable("answered with something other than the JSON that it was asked for")


def cut_off_answer() -> Unusable:
    """The answer was longer than it may be."""
    return Unusable(f"did not come to an end within {MAX_OUTPUT:,} tokens")


def withheld_answer() -> Unusable:
    """The provider withheld the answer."""
    return Unusable("was kept from answering by its provider's content filter", permanent=True)


def declined_answer(words: str) -> Unusable:
    """The model declined."""
    return Unusable(f"refused to answer: {clip(words, SERVER_WORDS)}", permanent=True)


def as_voice_error(error: Exception, settings: ModelSettings, usage: Usage) -> VoiceError:
    """What `error` means to a person who set the model up. `usage`: what was spent on it."""
    reason, permanent = _explain(error, settings)
    hidden = reason.replace(settings.api_key, "[key]") if settings.api_key else reason
    return VoiceError(hidden if hidden.endswith("?") else hidden.rstrip(" .") + ".", permanent=permanent, usage=usage)


def _explain(error: Exception, settings: ModelSettings) -> tuple[str, bool]:
    model = f"The model {settings.model}"
    match error:
        case Unusable():
            return f"{model} {error}", error.permanent
        case APIStatusError():
            return _status(error, model, f"The model server at {_place(settings)}")
        case TimeoutError():
            return f"{model} gave no answer within {settings.timeout_seconds:g} seconds", False
    lost = next((cause for cause in _causes(error) if isinstance(cause, OutboundError)), None)
    return _lost(lost, settings) if lost else ("The model's API key has characters that no key has", True)


def _lost(error: OutboundError, settings: ModelSettings) -> tuple[str, bool]:
    """What the way out says, which names the server first."""
    match error:
        case ForbiddenTarget(why=""):
            return "The model's base URL must be like https://host/v1, without a user and a password", True
        case ForbiddenTarget():
            return f"The model server at {_place(settings)} may not be called: its address {error.why}", True
    return f"The model server at {error}", error.permanent and not isinstance(error, TooLarge)


def _status(error: APIStatusError, model: str, server: str) -> tuple[str, bool]:
    code = error.status_code
    if code in (401, 403):
        return f"{server} refused the API key ({code}); check the key", True
    if code == 404:
        return f"{server} does not know {model} (404); check the model's name and the base URL", True
    if code == 429 and error.code == OUT_OF_CREDIT:
        return f"{server} says that the account has no credit left (429)", True
    if code == 429:
        return f"{server} is asked too often (429), after retries as well", False
    if code >= 500:
        return f"{server} failed ({code}), after retries as well", False
    if code < 400:
        return f"{server} answered with a redirect ({code}); set the base URL to where it leads", True
    return f"{server} did not accept the request ({code}): {complaint(error)}", True


def complaint(error: APIStatusError) -> str:
    """What the server said about a request that it refused, clipped."""
    return clip(" ".join(error.message.split()), SERVER_WORDS)


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _place(settings: ModelSettings) -> str:
    """Host and port of the base URL, which was checked when the client was made."""
    return urlsplit(settings.base_url).netloc
