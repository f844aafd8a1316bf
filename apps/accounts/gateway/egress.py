"""Where a model may be called: each address is checked after its name was looked up, and before it is connected.

A base URL of the environment is the operator's own and may lead anywhere; one that an owner typed is guarded.
"""

import re
import socket
from functools import lru_cache
from ipaddress import ip_address
from ssl import SSLContext
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import httpx2
from aiohttp.abc import ResolveResult
from django.conf import settings

from apps.accounts.domain.model_settings import ModelSettings
from apps.accounts.domain.networks import LOOPBACK, Allowed, is_foreign_port, why_refused

_HINT = "the operator can allow it with IOA_ALLOWED_NETWORKS"
_NUMERIC = re.compile(r"(?:.*\.)?(?:0x[0-9a-f]*|[0-9]+)\.?", re.IGNORECASE)  # old spellings too: 127.1, 0x7f000001


class AddressRefused(Exception):
    """The base URL leads where no call may go; nothing was sent. The message follows "The server's address"."""


def allowed_by_operator() -> Allowed:
    """What registered addresses may lead to besides the public internet: the settings' list, on a laptop itself too."""
    local = LOOPBACK if settings.IOA_LOCAL_AGENTS else ()
    return Allowed.of([*settings.IOA_ALLOWED_NETWORKS, *local])


def model_connector(model: ModelSettings, **bounds: Any) -> aiohttp.TCPConnector:
    """Make the connector for a model's server; its connections raise AddressRefused. `bounds`: aiohttp's own.

    Call it in a running loop. Raises ValueError where the base URL is none.
    """
    allowed, host = allowed_by_operator(), urlsplit(model.base_url).hostname or ""
    if model.by_operator or allowed.names(host):
        return aiohttp.TCPConnector(ssl=_roots(), **bounds)
    guard = _Guard(allowed)
    if _NUMERIC.fullmatch(host):
        guard.check(host)
    return aiohttp.TCPConnector(
        ssl=_roots(), resolver=guard, socket_factory=guard.socket, use_dns_cache=False, **bounds
    )


class _Guard(aiohttp.ThreadedResolver):
    """Looks names up as the system does, and lets only sockets for addresses that may be called come to be."""

    def __init__(self, allowed: Allowed) -> None:
        super().__init__()
        self._allowed = allowed

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """See AbstractResolver. One refused address refuses the name: nobody means to be in two networks at once."""
        found = await super().resolve(host, port, family)
        for each in found:
            self.check(each["host"])
        return found

    def socket(self, info: aiohttp.AddrInfoType) -> socket.socket:
        """Open the socket for the very address that is connected next; literal ones were never looked up."""
        self.check(str(info[4][0]), info[4][1])
        return socket.socket(family=info[0], type=info[1], proto=info[2])

    def check(self, text: str, port: int | None = None) -> None:
        """Raise AddressRefused unless the address may be called, and on this port, where that is known already."""
        try:
            address = ip_address(text)
        except ValueError:
            raise AddressRefused("is no plain address; write it like 192.0.2.1") from None
        if self._allowed.holds(address):
            return
        if words := why_refused(address):
            raise AddressRefused(f"leads to {words}; {_HINT}")
        if port is not None and is_foreign_port(port):
            raise AddressRefused(f"has the port of another protocol, {port}; {_HINT}")


@lru_cache(maxsize=1)
def _roots() -> SSLContext:
    """Made once: each takes 25 ms and half a megabyte."""
    return httpx2.create_ssl_context()
