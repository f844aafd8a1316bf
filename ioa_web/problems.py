"""Errors of the REST API as problem documents (RFC 9457), whoever raised them: our rules, the framework, the router."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import Error, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, RawPostDataException
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from psycopg import errors
from psycopg_pool import PoolTimeout, TooManyRequests

from apps.accounts.domain.errors import Conflict, Crowded, Forbidden, NotFound, Refused
from apps.accounts.domain.languages import ENGLISH
from apps.api.mcp.protected import challenge_for, wider_challenge
from apps.api.rest.goal_requests import FORM, UnreadableField
from apps.api.rest.pace import count_refused_request
from apps.core.json_texts import read_json
from apps.core.languages import say
from apps.core.paging import BadCursor
from apps.core.sentences import Sentence, join_sentences, sentence
from apps.journal.queries.connections import unpooled_connection
from apps.teams.domain.versions import OlderVersion, VersionRef
from ioa_web.almost_there import better_address
from ioa_web.ard_errors import in_ard_form
from ioa_web.invalid_fields import named_faults
from ioa_web.openai_errors import in_openai_form

NEWS_SECONDS = 2.0  # for which one look tells it for all: there may be hundreds who ask
CROWDED = (errors.LockNotAvailable, errors.DeadlockDetected, errors.TooManyConnections)
NO_CONNECTION = (PoolTimeout, TooManyRequests)


class _Look:
    """What the last look at the database found."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = 0.0
        self._answers = False

    def answers(self) -> bool:
        with self._lock:
            if time.monotonic() >= self._until:
                self._answers = _answers()
                self._until = time.monotonic() + NEWS_SECONDS
            return self._answers


_look = _Look()


def is_crowded(error: BaseException | None) -> bool:
    """Whether what the database's client raised means that there is too much to do, and not that Postgres is away.

    The pool says the same in both cases, so then Postgres is asked past it.
    """
    cause = error.__cause__ if error is not None else None
    return isinstance(cause, CROWDED) or (isinstance(cause, NO_CONNECTION) and _look.answers())


def _answers() -> bool:
    connection = unpooled_connection()
    try:
        connection.ensure_connection()
    except Error as error:
        return isinstance(error.__cause__, errors.TooManyConnections)
    finally:
        connection.close()
    return True


log = logging.getLogger(__name__)

LANGUAGE_OF_PROBLEMS: ContextVar[str] = ContextVar("language_of_problems", default=ENGLISH)
"""As the request that is being answered asks for it: what people read of a program's answer."""
TITLES = (
    *("Bad Request", "Unauthorized", "Forbidden", "Not Found", "Method Not Allowed", "Conflict"),
    *("Request Entity Too Large", "Unsupported Media Type", "Unprocessable Entity", "Too Many Requests"),
    *("Internal Server Error", "Service Unavailable"),
    *("Content Too Large", "Unprocessable Content"),  # as Python calls two of them from 3.13 on
)
"""As HTTP calls what happened, for whoever translates."""
MEDIA_TYPE = "application/problem+json"
OWN_ERRORS = ("/mcp", "/a2a/", "/api/v1/colleagues/mcp")  # of protocols that say errors their own way
OWN_TYPE = "application/json"
PROGRAMS = ("/api/", "/launch_goal", "/v1/", "/ag-ui/", "/ard/", *OWN_ERRORS)  # paths whose errors are documents
RETRY_SECONDS = 5  # what a client is told while the database is away; the supervisor has it back sooner
BUSY_SECONDS = 2
BUSY = sentence(
    "There are more requests at once than can be answered; nothing of this one was done. Try again in a moment."
)
UNKNOWN_TOKEN = sentence("The token is unknown or revoked.")
OTHER_SCHEME = sentence(
    "Only bearer tokens are taken here: send Authorization: Bearer ioa_..., with an API token of yours."
)

# status -> (the last part of the type, what is said when nobody said anything better)
KINDS: Mapping[int, tuple[str, str]] = {
    400: ("malformed", sentence("The request can't be read.")),
    401: ("unauthenticated", sentence("Send an API token of yours: Authorization: Bearer ioa_...")),
    403: ("forbidden", sentence("Your role does not allow this.")),
    404: ("not-found", sentence("There is nothing here.")),
    405: (
        "method-not-allowed",
        sentence("This address does not answer to that method; the Allow header names those it does."),
    ),
    409: ("conflict", sentence("It can't be done as things stand.")),
    413: ("too-large", sentence("The request is larger than this server takes.")),
    415: ("unsupported-media-type", sentence("Send application/json, or multipart/form-data where files come along.")),
    416: ("error", sentence("The file has no such part as `Range` names.")),
    422: ("refused", sentence("The input is not acceptable; `errors` names each field.")),
    429: ("too-many-requests", sentence("Too many requests: wait before the next one.")),
    500: ("error", sentence("Something went wrong here. It was logged; trying again may help.")),
    503: ("unavailable", sentence("The database is away for the moment: try again.")),
}


def problem(
    status: int, detail: str = "", errors: Iterable[tuple[str, str]] = (), **members: Mapping[str, Any]
) -> HttpResponse:
    """A problem document. `errors` are pairs of field and sentence; `members` what else a kind of problem has."""
    kind, usual = KINDS.get(status, ("error", HTTPStatus(status).phrase))
    language = LANGUAGE_OF_PROBLEMS.get()
    with translation.override(language):
        document: dict[str, Any] = {
            "type": f"/problems/{kind}",
            "title": say(HTTPStatus(status).phrase),
            "status": status,
            "detail": say(detail or usual),
            **members,
        }
        if named := [{"field": field, "detail": say(said)} for field, said in errors]:
            document["errors"] = named
    answer = HttpResponse(json.dumps(document), status=status, content_type=MEDIA_TYPE)
    answer.headers["Content-Language"] = language
    patch_vary_headers(answer, ("Accept-Language",))
    return answer


def language_of_problems(request: HttpRequest) -> str:
    """In which language a program wants to be told what went wrong."""
    return translation.get_language_from_request(request) if "Accept-Language" in request.headers else ENGLISH


class ApiProblems(MiddlewareMixin):
    """Says as a problem document what anything outside the API's own operations refused under /api/: 404, 405, 500."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Replace the body of an error; its headers stay."""
        if response.status_code < 400 or not request.path_info.startswith(PROGRAMS):
            return response
        said_as = response.headers.get("Content-Type", "")
        if said_as == OWN_TYPE and request.path_info.startswith(OWN_ERRORS):
            return response
        if said_as.startswith(MEDIA_TYPE):
            return in_form_of(request.path_info, cast(HttpResponse, response))
        token = LANGUAGE_OF_PROBLEMS.set(language_of_problems(request))  # those within have set it back by now
        try:
            document = problem(response.status_code, better_address(request, response.status_code))
        finally:
            LANGUAGE_OF_PROBLEMS.reset(token)
        for name, value in response.items():
            if name not in ("Content-Type", "Content-Length"):
                document.headers[name] = value
        document.cookies = response.cookies
        return in_form_of(request.path_info, document)


def in_form_of(path: str, document: HttpResponse) -> HttpResponse:
    """A problem document as the clients of this path read errors."""
    return in_ard_form(path, in_openai_form(path, document))


def install(api: NinjaAPI) -> None:
    """Have the API's operations answer with problem documents."""
    for kind, answer in ANSWERS.items():
        api.add_exception_handler(kind, answer)


def _answer_refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return problem(422, join_sentences(" ", error.fields.values()), error.fields.items())


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    files = [str(fault["loc"][1]) for fault in error.errors if fault["loc"][0] == "file"]
    if files and request.content_type != FORM:
        return problem(415, sentence("Send multipart/form-data, with the file as `{field}`.", field=files[0]))
    named = named_faults(error.errors, _json_of(request))
    said = (sentence("{field}: {fault}", field=field, fault=fault) if field else fault for field, fault in named)
    return problem(422, join_sentences("; ", said), named)


def _json_of(request: HttpRequest) -> object:
    """What was sent, once more; None where it was a form, or nothing."""
    try:
        return read_json(request.body)
    except (ValueError, RawPostDataException):
        return None


def _answer_http(request: HttpRequest, error: HttpError) -> HttpResponse:
    """What somebody refused by its status; ninja says of every body that can't be read the same."""
    said = error.__cause__ if isinstance(error.__cause__, HttpError) else error
    return problem(said.status_code, str(said))


def _answer_unauthenticated(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    if seconds := count_refused_request(request):
        return _later(429, seconds=seconds)
    scheme, _, _ = request.headers.get("Authorization", "").partition(" ")
    refused = scheme.lower() == "bearer"
    document = problem(401, UNKNOWN_TOKEN if refused else OTHER_SCHEME if scheme else "")
    document["WWW-Authenticate"] = 'Bearer realm="IoA Web"' + (', error="invalid_token"' if refused else "")
    document["WWW-Authenticate"] += challenge_for(request.path)
    return document


def _answer_forbidden(request: HttpRequest, error: Forbidden) -> HttpResponse:
    document = problem(403, str(error))
    if challenge := wider_challenge(request.path):
        document["WWW-Authenticate"] = challenge
    return document


def _answer_older_version(request: HttpRequest, error: OlderVersion) -> HttpResponse:
    return problem(409, str(error), base=_version(error.base), current=_version(error.current))


def _version(version: VersionRef) -> dict[str, Any]:
    return {"id": str(version.id), "version": version.number, "url": reverse("api:get_file", args=[version.id])}


def _too_large(request: HttpRequest, error: Exception) -> HttpResponse:
    return problem(413)


def too_many_files() -> Sentence:
    """What is said where a form brings more files than one may."""
    return sentence("A request has at most {most} files.", most=settings.DATA_UPLOAD_MAX_NUMBER_FILES)


def _later(status: int, detail: str = "", seconds: int = RETRY_SECONDS) -> HttpResponse:
    document = problem(status, detail)
    document["Retry-After"] = str(seconds)
    return document


def busy() -> HttpResponse:
    """There is too much to do just now."""
    return _later(429, BUSY, BUSY_SECONDS)


def unavailable(error: BaseException | None) -> HttpResponse:
    """What is said where the database gave no answer: 429 where it only has too much to do, else 503."""
    if is_crowded(error):
        return busy()
    log.error("the database is away: %s", error)
    return _later(503)


ANSWERS: Mapping[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    Refused: _answer_refused,
    ValidationError: _invalid,
    BadCursor: lambda request, error: problem(
        422,
        sentence("This cursor belongs to another list: start without one."),
        [("cursor", sentence("It belongs to another list."))],
    ),
    AuthenticationError: _answer_unauthenticated,
    UnreadableField: lambda request, error: problem(error.status_code, str(error), [(error.field, error.fault)]),
    Throttled: lambda request, error: problem(429),  # in our words, and those of the reader's language
    HttpError: _answer_http,
    Http404: lambda request, error: problem(404),
    NotFound: lambda request, error: problem(404, str(error)),
    Forbidden: _answer_forbidden,
    Crowded: lambda request, error: _later(429, str(error), error.seconds),
    OlderVersion: _answer_older_version,
    Conflict: lambda request, error: problem(409, str(error)),
    RequestDataTooBig: _too_large,
    TooManyFilesSent: lambda request, error: problem(413, too_many_files()),
    TooManyFieldsSent: _too_large,
    OperationalError: lambda request, error: unavailable(error),
    InterfaceError: lambda request, error: unavailable(error),
}
