"""What a request gets when it could not be served: 503 while Postgres is away, else 500."""

import sys
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.views import defaults

RETRY_AFTER = "5"  # seconds; the supervisor has Postgres back sooner
AWAY = "The database is away for a moment. Nothing that was saved is lost; try again in a few seconds."


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500; called while the exception is being handled."""
    if not isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return defaults.server_error(request)
    response = _problem() if request.path.startswith("/api/") else _page()
    response["Retry-After"] = RETRY_AFTER
    return response


def _problem() -> HttpResponse:
    body = {"type": "about:blank", "title": "Service unavailable", "status": 503, "detail": AWAY}
    return JsonResponse(body, status=HTTPStatus.SERVICE_UNAVAILABLE, content_type="application/problem+json")


def _page() -> HttpResponse:
    try:
        return HttpResponse(render_to_string("503.html"), status=HTTPStatus.SERVICE_UNAVAILABLE)
    except TemplateDoesNotExist:
        return HttpResponse(AWAY, status=HTTPStatus.SERVICE_UNAVAILABLE, content_type="text/plain")
