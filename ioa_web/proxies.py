"""The address of whoever sent a request, where proxies stand in front: for pages, programs and sockets alike.

Everything behind reads it where it always stands: `REMOTE_ADDR` of a request, `client` of a socket.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from apps.accounts.domain.proxies import TrustedProxies

Application = Callable[[dict[str, Any], Any, Any], Awaitable[Any]]


@sync_and_async_middleware
def client_address(get_response: Any) -> Any:
    """Django's middleware, the first of all; it takes no thread where the request is served without one."""
    if iscoroutinefunction(get_response):

        async def served(request: HttpRequest) -> HttpResponseBase:
            _note(request)
            response: HttpResponseBase = await get_response(request)
            return response

        return served

    def answered(request: HttpRequest) -> HttpResponseBase:
        _note(request)
        response: HttpResponseBase = get_response(request)
        return response

    return answered


def _note(request: HttpRequest) -> None:
    proxies = _proxies()
    said = request.headers.get(proxies.header, "")
    request.META["REMOTE_ADDR"] = proxies.client(request.META.get("REMOTE_ADDR") or "", said)


def sockets(application: Application) -> Application:
    """The same for websockets."""

    async def wrapped(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        host, port = scope.get("client") or ("", 0)
        client = client_of(host, [(bytes(name), bytes(value)) for name, value in scope["headers"]])
        return await application(scope | ({"client": [client, port]} if client else {}), receive, send)

    return wrapped


def client_of(peer: str, headers: list[tuple[bytes, bytes]]) -> str:
    """Whom a connection comes from, by its raw headers; names are in small letters."""
    name = _proxies().header.lower().encode()
    said = b",".join(value for header, value in headers if header == name)
    return _proxies().client(peer, said.decode("latin-1"))


def _proxies() -> TrustedProxies:
    proxies: TrustedProxies = settings.IOA_TRUSTED_PROXIES
    return proxies
