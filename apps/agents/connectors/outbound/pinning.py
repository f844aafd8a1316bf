"""A name is looked up once, its addresses are checked, and the socket goes to one of these and nowhere else."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from apps.accounts.domain.networks import Address, Allowed, is_foreign_port, why_refused
from apps.agents.connectors.outbound.errors import ForbiddenTarget
from apps.agents.connectors.outbound.targets import Target

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""Gives the addresses of a host name; raises OSError where there is none."""

_HINT = "the operator can allow it with IOA_ALLOWED_NETWORKS"


async def by_system(host: str) -> Sequence[str]:
    """Ask the operating system, as every program does."""
    infos = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]).partition("%")[0] for info in infos))


class Pin(AbstractResolver):
    """The checked addresses of one call's target. Raises ForbiddenTarget for every other."""

    def __init__(self, target: Target, allowed: Allowed, resolve: Resolve) -> None:
        self._target = target
        self._allowed = allowed
        self._resolve = resolve
        self._checked: set[Address] = set()
        if target.literal is not None:
            self._check([target.literal])

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """See AbstractResolver. The one lookup of a call."""
        addresses = [ip_address(each) for each in await self._resolve(host)]
        self._check(addresses)
        return [_result(host, port, address) for address in addresses]

    async def close(self) -> None:
        """Hold nothing."""

    def socket(self, info: aiohttp.AddrInfoType) -> socket.socket:
        """Open the socket for an address, at the last moment before it is connected."""
        if ip_address(info[4][0]) not in self._checked:
            raise ForbiddenTarget(f"{self._target.place} led to an address that was not checked.")
        return socket.socket(family=info[0], type=info[1], proto=info[2])

    def _check(self, addresses: Sequence[Address]) -> None:
        """Refuse the target if one of its addresses is refused: nobody means to be in two networks at once."""
        if not self._allowed.names(self._target.host):
            for address in addresses:
                self._check_one(address)
        self._checked = set(addresses)

    def _check_one(self, address: Address) -> None:
        if self._allowed.holds(address):
            return
        if words := why_refused(address):
            raise ForbiddenTarget(f"{self._target.place} leads to {words}; {_HINT}.")
        if is_foreign_port(self._target.url.port):
            raise ForbiddenTarget(f"{self._target.place} is a port of another protocol; {_HINT}.")


def _result(host: str, port: int, address: Address) -> ResolveResult:
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    return ResolveResult(
        hostname=host, host=str(address), port=port, family=family, proto=0, flags=socket.AI_NUMERICHOST
    )
