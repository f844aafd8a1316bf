"""What a request gets when it could not be served: 503 while Postgres is away, 429 in a crowd, else 500."""

import sys
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.views import defaults

from ioa_web.problems import BUSY, PROGRAMS, busy, unavailable

AWAY = "The database is away for a moment. Nothing that was saved is lost; try again in a few seconds."


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500; called while the exception is being handled."""
    error = sys.exc_info()[1]
    if not isinstance(error, OperationalError | InterfaceError):
        return defaults.server_error(request)
    return _answer(request.path, unavailable(error))


def crowded_response(path: str) -> HttpResponse:
    """What whoever has too many requests waiting is told."""
    return _answer(path, busy())


def _answer(path: str, document: HttpResponse) -> HttpResponse:
    return document if path.startswith(PROGRAMS) else _page(document)


def _page(document: HttpResponse) -> HttpResponse:
    """The same for a person."""
    crowded = document.status_code == HTTPStatus.TOO_MANY_REQUESTS
    response = HttpResponse(status=document.status_code, headers={"Retry-After": document["Retry-After"]})
    try:
        response.content = render_to_string("503.html", {"crowded": crowded})
    except TemplateDoesNotExist:
        response.content, response["Content-Type"] = BUSY if crowded else AWAY, "text/plain"
    return response
