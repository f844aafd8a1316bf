"""Where a request comes from: the peer itself, or whom a trusted proxy names. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Self

from apps.core.networks import Address, Network, unwrap_address

USUAL, STANDARD = "X-Forwarded-For", "Forwarded"  # the second is RFC 7239
MOST = 2_000  # characters of the header that are read, from its end


@dataclass(frozen=True)
class TrustedProxies:
    """The networks whose word counts, and the one header in which they give it.

    One header, because a proxy writes one and passes on what a client forged in the other.
    """

    networks: tuple[Network, ...] = ()
    header: str = USUAL

    @classmethod
    def of(cls, entries: Iterable[str], header: str = USUAL) -> Self:
        """Read a list like ["127.0.0.1", "10.1.0.0/16"]. Raises ValueError, naming what is wrong."""
        if header not in (USUAL, STANDARD):
            raise ValueError(f"{header!r} is not a header that tells of clients: use {USUAL} or {STANDARD}")
        return cls(tuple(_network(entry) for entry in filter(None, (each.strip() for each in entries))), header)

    def client(self, peer: str, said: str) -> str:
        """The right-most address that is no trusted proxy's; `peer` itself unless it is one.

        `said`: the header, its lines joined by commas. What a client wrote stands left of what proxies add, so nothing
        left of an address that nobody vouches for, or that is none, is looked at.
        """
        seen = peer
        for hop in self._hops(said[-MOST:]):
            if not self._trusts(seen) or hop is None:
                break
            seen = str(hop)
        return seen

    def _trusts(self, address: str) -> bool:
        known = _address(address)
        return known is not None and any(known in network for network in self.networks)

    def _hops(self, said: str) -> Iterator[Address | None]:
        for entry in reversed(said.split(",")) if said else ():
            yield _address(_for(entry) if self.header == STANDARD else entry)


def _for(entry: str) -> str:
    """What an entry of `Forwarded` says about the client: `for=...`, maybe quoted; "" where it says nothing."""
    pairs = (part.partition("=") for part in entry.split(";"))
    return next((value.strip().strip('"') for name, _, value in pairs if name.strip().lower() == "for"), "")


def _address(text: str) -> Address | None:
    """An address with or without its port; None for anything else."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return unwrap_address(ip_address(host))
    except ValueError:
        return None


def _network(entry: str) -> Network:
    try:
        return ip_network(entry)
    except ValueError:
        raise ValueError(f"{entry!r} is no address or network of a proxy, such as 127.0.0.1 or 10.1.0.0/16") from None


def is_this_machine(address: str) -> bool:
    """Whether an address is a loopback address, IPv4 inside IPv6 too. Empty and broken ones are not."""
    peer = _parse(address)
    return peer is not None and peer.is_loopback


def origin(address: str) -> str:
    """Whom an address is counted as: IPv6 as its /64, the least that one site has (RFC 6177).

    What is no IP address, such as the word for a local socket, is counted as it is.
    """
    peer = _parse(address)
    if isinstance(peer, IPv6Address):
        return str(IPv6Network((int(peer), 64), strict=False))
    return address if peer is None else str(peer)


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        peer = ip_address(address)
    except ValueError:
        return None
    return (peer.ipv4_mapped or peer) if isinstance(peer, IPv6Address) else peer
