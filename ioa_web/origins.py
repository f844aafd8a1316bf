"""From which pages a browser may open a socket: those of this site, by scheme, host and port, as forms are judged.

A cookie goes along with a request to any port of a host, and from http to https: another program on the same machine
must not look on with the session of whoever visits it.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

Application = Callable[..., Awaitable[None]]
Place = tuple[str, str, int]  # scheme, host and port

PORTS = {"http": 80, "https": 443}


def same_site(application: Application) -> Any:
    """The application behind the check; whoever comes from elsewhere, or from nowhere, gets a 403."""

    async def checked(scope: dict[str, Any], *channels: Any) -> None:
        let_in = is_same_site(scope["headers"])
        await (application if let_in else WebsocketDenier())(scope, *channels)

    return checked


def is_same_site(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the one Origin is that of the public address, or of the allowed host that is asked.

    The scheme is always the public address's: what a proxy says of it need not be believed.
    """
    origins = [value for name, value in headers if name == b"origin"]
    place = _place(origins[0].decode("latin-1")) if len(origins) == 1 else None
    return place is not None and place in (_place(settings.IOA_PUBLIC_URL), _asked_place(headers))


def _asked_place(headers: list[tuple[bytes, bytes]]) -> Place | None:
    host = dict(headers).get(b"host", b"").decode("latin-1").lower()
    domain, _ = split_domain_port(host)
    if not validate_host(domain, settings.ALLOWED_HOSTS):
        return None
    return _place(f"{urlsplit(settings.IOA_PUBLIC_URL).scheme}://{host}")


def _place(url: str) -> Place | None:
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname and port else None
