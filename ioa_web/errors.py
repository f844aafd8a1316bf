"""What a request gets that could not be served: 503 while Postgres is away, 429 in a crowd, 400, 404, 405, else 500."""

import sys
from http import HTTPStatus

from django.core.exceptions import DisallowedHost, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.deprecation import MiddlewareMixin
from django.views import defaults

from apps.core.languages import say
from apps.core.sentences import sentence
from ioa_web.problems import BUSY, PROGRAMS, busy, in_form_of, problem, too_many_files, unavailable

UNSERVED = sentence("This host name is not served here.")
AWAY = "The database is away for a moment. Nothing that was saved is lost; try again in a few seconds."


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500; called while the exception is being handled."""
    error = sys.exc_info()[1]
    if not isinstance(error, OperationalError | InterfaceError):
        return defaults.server_error(request)
    return _answer(request.path, unavailable(error))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: the page says what is missing, where a view said so."""
    reason = "" if isinstance(exception, Resolver404) else str(exception)
    return render(request, "404.html", {"reason": reason}, status=HTTPStatus.NOT_FOUND)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: who asks for a host that is not among the ones served is told so, and gets no page of it.

    So is who sends more files with a form than one may; a script of the page says it beside the field.
    """
    if isinstance(exception, TooManyFilesSent):
        if request.headers.get("HX-Request"):
            return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, too_many_files())
        context = {"reason": say(too_many_files())}
        return render(request, "400.html", context, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if not isinstance(exception, DisallowedHost):
        return defaults.bad_request(request, exception)
    if request.path_info.startswith(PROGRAMS):
        return in_form_of(request.path_info, problem(HTTPStatus.BAD_REQUEST, UNSERVED))
    return HttpResponse(say(UNSERVED), status=HTTPStatus.BAD_REQUEST, content_type="text/plain; charset=utf-8")


class ButtonAddresses(MiddlewareMixin):
    """Who opens the address of a button, by reloading or by signing in on the way, gets a page and the way back."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Fill the empty 405 of a page's address."""
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.path_info.startswith(PROGRAMS):
            return response
        response.content = render_to_string("405.html", {"way_back": _page_above(request.path_info)})
        return response


def _page_above(path: str) -> str:
    """The nearest page that the address of a button lies below."""
    while path := path.rstrip("/").rpartition("/")[0]:
        try:
            resolve(f"{path}/")
        except Resolver404:
            continue
        return f"{path}/"
    return "/"


def crowded_response(path: str) -> HttpResponse:
    """What whoever has too many requests waiting is told."""
    return _answer(path, busy())


def _answer(path: str, document: HttpResponse) -> HttpResponse:
    return in_form_of(path, document) if path.startswith(PROGRAMS) else _page(document)


def _page(document: HttpResponse) -> HttpResponse:
    """The same for a person."""
    crowded = document.status_code == HTTPStatus.TOO_MANY_REQUESTS
    response = HttpResponse(status=document.status_code, headers={"Retry-After": document["Retry-After"]})
    try:
        response.content = render_to_string("503.html", {"crowded": crowded})
    except TemplateDoesNotExist:
        response.content, response["Content-Type"] = BUSY if crowded else AWAY, "text/plain"
    return response
