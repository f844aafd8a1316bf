"""What the audit log has to know of a request: where it comes from, and that it was refused."""

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from uuid import UUID

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from apps.accounts.actions.refusals import note_refusal
from apps.accounts.events import AccountsDeed
from apps.journal.domain.audit import Person, Who, from_origin

READING = ("GET", "OPTIONS")
REFUSED = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
NOT_LET_IN = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FOUND, HTTPStatus.TOO_MANY_REQUESTS)

Handler = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def trail(get_response: Callable[[HttpRequest], object]) -> Callable[[HttpRequest], object]:
    """Say for the length of a request where it comes from; note afterwards what was refused."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            with from_origin(_address(request)):
                response: HttpResponseBase = await get_response(request)
                if (deed := refused_deed(request, response)) is not None:
                    await sync_to_async(_note)(request, response, deed)
                return response

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        with from_origin(_address(request)):
            response: HttpResponseBase = get_response(request)  # type: ignore[assignment]  # it is no coroutine here
            if (deed := refused_deed(request, response)) is not None:
                _note(request, response, deed)
            return response

    return synchronous


def refused_deed(request: HttpRequest, response: HttpResponseBase) -> AccountsDeed | None:
    """What was refused, if that is to be noted: a change that the rules don't allow, or a token that is nobody's."""
    known = getattr(request, "auth", None) is not None
    if "Authorization" in request.headers and not known and response.status_code in NOT_LET_IN:
        return AccountsDeed.TOKEN_REFUSED
    changing = request.method not in READING and request.resolver_match is not None
    return AccountsDeed.REQUEST_REFUSED if changing and response.status_code in REFUSED else None


def _note(request: HttpRequest, response: HttpResponseBase, deed: AccountsDeed) -> None:
    """Name the address by its pattern: what stands in its place may be a secret, a link for one."""
    match = request.resolver_match
    about = f"{request.method} /{match.route if match else ''}"
    note_refusal(deed, _who(request), about, _object(match.kwargs if match else {}), status=response.status_code)


def _object(named: Mapping[str, object]) -> UUID | None:
    """The last id in the address: what the request was about."""
    for value in reversed(list(named.values())):
        with contextlib.suppress(ValueError):
            return UUID(str(value))
    return None


def _who(request: HttpRequest) -> Who | None:
    if (actor := getattr(request, "auth", None)) is not None:
        return actor if hasattr(actor, "user_id") else None
    user = getattr(request, "user", None)
    return Person(user.pk, str(user)) if user is not None and user.is_authenticated else None


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR") or "")
