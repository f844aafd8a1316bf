"""What an agent's HTTP status means, as a sentence and whether trying again helps."""

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Self

from apps.agents.domain.calls import AgentError
from apps.agents.domain.failures import Failure, failure_of_status
from apps.core.outbound import OutboundError, Reply
from apps.core.sentences import sentence, sentence_of

MOST_WORDS = 200  # characters of what a server said that are passed on
_PASSING = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)  # which may say when to come again
_SENTENCES = {
    HTTPStatus.UNAUTHORIZED: "{place} refused the credentials ({status}); check them",
    HTTPStatus.FORBIDDEN: "{place} does not permit this ({status}); check the credentials and what they are good for",
    HTTPStatus.NOT_FOUND: "{place} has nothing at this address ({status}); check the URL",
    HTTPStatus.METHOD_NOT_ALLOWED: "{place} takes no requests of this kind at this address ({status}); check the URL",
    HTTPStatus.REQUEST_TIMEOUT: "{place} gave the request up ({status})",
    HTTPStatus.TOO_MANY_REQUESTS: "{place} is asked too often ({status})",
}

_REDIRECT = "{place} answered with a redirect ({status}); set the URL to where it leads"
_REDIRECT_TO = "{place} answered with a redirect ({status}) to {where}; set the URL to that"
_BROKEN, _OTHER = "{place} failed ({status})", "{place} did not accept the request ({status})"


def is_fine(status: int) -> bool:
    """Whether the status announces an answer."""
    return HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES


class Failed(Exception):
    """The call came to this end. Raised where an answer was expected; `CalledConnector` turns it into an event.

    `reached`: there was a connection, so somebody is there.
    """

    def __init__(
        self, reason: str, *, permanent: bool = False, failure: Failure = Failure.UNREADABLE, reached: bool = True
    ) -> None:
        super().__init__(reason)
        self.permanent = permanent
        self.reached = reached
        self.error = AgentError(reason, permanent=permanent, failure=failure)

    @classmethod
    def of(cls, error: AgentError) -> Self:
        """From the error that a reply was."""
        failed = cls(error.reason, permanent=error.permanent)
        failed.error = error
        return failed


def as_failed(error: OutboundError | Failed) -> Failed:
    """Give the end of a call that an error on the way is: the work was sent only where somebody was reached."""
    if isinstance(error, Failed):
        return error
    sent = Failure.CUT if error.readable else Failure.UNREADABLE
    failure = sent if error.reached else Failure.UNSENT
    return Failed(sentence_of(error), permanent=error.permanent, failure=failure, reached=error.reached)


async def as_error(reply: Reply) -> AgentError:
    """Give the error that a reply other than a fine one is; reads what the server said about it."""
    return error_of(reply.status, reply.place, await reply.body(), reply.headers)


async def require_fine(reply: Reply) -> None:
    """Raise Failed for a reply other than a fine one."""
    if not is_fine(reply.status):
        raise Failed.of(await as_error(reply))


def error_of(status: int, place: str, body: bytes, headers: Mapping[str, str]) -> AgentError:
    """Give the error that a status means, with what the server said about it."""
    where = where_it_leads(status, headers)
    if status in _SENTENCES:
        words = _SENTENCES[HTTPStatus(status)]
    elif _is_redirect(status):
        words = _REDIRECT_TO if where else _REDIRECT
    elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        words = _BROKEN
    else:
        words = _OTHER
    passing = status in _PASSING or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    said = complaint_in(body)
    failed = sentence(words, place=place, status=status, where=where)
    told = sentence("{failed}: {said:bare}.", failed=failed, said=said) if said else sentence("{it}.", it=failed)
    later = seconds_in(headers.get("Retry-After", "")) if status in BUSY else None
    failure = failure_of_status(status, asks_to_wait=later is not None)
    return AgentError(told, permanent=not passing, retry_after=later, failure=failure)


def _is_redirect(status: int) -> bool:
    return HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST


def where_it_leads(status: int, headers: Mapping[str, str]) -> str:
    """Where a redirect leads, without its query, which may hold what is nobody's business; "" for what is none."""
    return _line(headers.get("Location", "").partition("?")[0]) if _is_redirect(status) else ""


def seconds_in(retry_after: str) -> float | None:
    """Read a header Retry-After, a number of seconds or a date; None for one that says nothing."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (ValueError, OverflowError, OSError):
        return None


def in_a_while(seconds: float) -> str:
    """When a server wants to be asked again."""
    if seconds < 2:
        return sentence("Try again in a second.")
    if seconds < 120:
        return sentence("Try again in {seconds:.0f} seconds.", seconds=seconds)
    return sentence("Try again in {minutes:.0f} minutes.", minutes=seconds / 60)


def complaint_in(body: bytes) -> str:
    """Give what a server says in an error's body, as one line; "" for a page or for nothing that can be read."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        text = "" if b"<" in body or b"\xff" in body else body.decode(errors="replace")
        return _line(text)
    return _line(_words(said))


def _words(said: object) -> str:
    match said:
        case {"error": {"message": str(words)}} | {"error": str(words)} | {"detail": str(words)}:
            return words
        case {"message": str(words)} | str(words):
            return words
    return ""


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_WORDS else line[: MOST_WORDS - 1] + "…"
