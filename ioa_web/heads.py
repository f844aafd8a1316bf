"""HEAD: what GET would be answered, without its body. Source: RFC 9110, section 9.3.2."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


def answer_heads(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Django's middleware, outside all that looks at the method: to the rest a HEAD is a GET."""

    def answered(request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return _allowing(get_response(request))
        request.method = "GET"
        return _without_body(get_response(request))

    return answered


def _allowing(response: HttpResponseBase) -> HttpResponseBase:
    """The same; one that names the methods of an address names HEAD beside GET."""
    allowed = [name.strip() for name in response.headers.get("Allow", "").split(",")]
    if "GET" in allowed and "HEAD" not in allowed:
        allowed.insert(allowed.index("GET") + 1, "HEAD")
        response.headers["Allow"] = ", ".join(allowed)
    return response


def _without_body(response: HttpResponseBase) -> HttpResponseBase:
    """The same status and headers; a stream is not begun, and a file that is open is closed with what is sent."""
    head: Any = HttpResponse(status=response.status_code)
    head.headers, head.cookies = response.headers, response.cookies
    if isinstance(response, HttpResponse):
        head.headers.setdefault("Content-Length", str(len(response.content)))
    head._resource_closers = response._resource_closers  # type: ignore[attr-defined]  # noqa: SLF001 - Django's own way
    return head  # type: ignore[no-any-return]
