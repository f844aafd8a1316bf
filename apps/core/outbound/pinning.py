"""A name is looked up once for a connection, and an address is checked before a socket for it is opened."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from apps.core.networks import Address, Allowed, is_foreign_port, refusal_reason
from apps.core.outbound.errors import ForbiddenTarget
from apps.core.outbound.targets import Target
from apps.core.sentences import sentence

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""Gives the addresses of a host name; raises OSError where there is none."""

PROBES = {"TCP_KEEPIDLE": 15, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 6}
"""Seconds of silence until the other end is asked whether it is still there, seconds until it is asked again, and how
often in all.

What the other end sent while the network was gone, and closed its end after, is lost for good: without asking, this end
would wait for it as long as it waits for anything.
"""


async def by_system(host: str) -> Sequence[str]:
    """Ask the operating system, as every program does."""
    try:
        infos = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except UnicodeError as no_name:  # a part of it is longer than any may be
        raise socket.gaierror(socket.EAI_NONAME, str(no_name)) from no_name
    return list(dict.fromkeys(str(info[4][0]).partition("%")[0] for info in infos))


class Pin(AbstractResolver):
    """Checks the addresses of one target before a socket is opened. Raises ForbiddenTarget for others."""

    def __init__(self, target: Target, allowed: Allowed, resolve: Resolve) -> None:
        self._target = target
        self._allowed = allowed
        self._resolve = resolve

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """See AbstractResolver. The one lookup of a connection."""
        addresses = [ip_address(each) for each in await self._resolve(host)]
        self._check(addresses)
        return [_result(host, port, address) for address in addresses]

    async def close(self) -> None:
        """Hold nothing."""

    def socket(self, info: aiohttp.AddrInfoType) -> socket.socket:
        """Open the socket for an address, checked at the last moment before it is connected; a literal only here."""
        self._check([ip_address(info[4][0])])
        made = socket.socket(family=info[0], type=info[1], proto=info[2])
        _probe(made)
        return made

    def check_literal(self) -> None:
        """Refuse a target that is an IP address; where a name leads is not known before it is called."""
        try:
            address = ip_address(self._target.host.strip("[]"))
        except ValueError:
            return
        self._check([address])

    def _check(self, addresses: Sequence[Address]) -> None:
        """Refuse the target if one of its addresses is refused: nobody means to be in two networks at once."""
        if not self._allowed.names(self._target.host):
            for address in addresses:
                self._check_one(address)

    def _check_one(self, address: Address) -> None:
        if self._allowed.holds(address):
            return
        port = self._target.url.port
        if words := refusal_reason(address):
            raise self._refusal(sentence("leads to {words}", words=sentence(words)))
        if is_foreign_port(port):
            raise self._refusal(sentence("has the port of another protocol, {port}", port=port))

    def _refusal(self, why: str) -> ForbiddenTarget:
        why = sentence("{why}; the operator can allow it with IOA_ALLOWED_NETWORKS", why=why)
        return ForbiddenTarget(sentence("{place} {why}.", place=self._target.place, why=why), why)


def _probe(made: socket.socket) -> None:
    """Have the system ask the other end whether it is still there; as often as it does by itself where it can't say."""
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in PROBES.items():
        if hasattr(socket, name):
            made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _result(host: str, port: int, address: Address) -> ResolveResult:
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    return ResolveResult(
        hostname=host, host=str(address), port=port, family=family, proto=0, flags=socket.AI_NUMERICHOST
    )
