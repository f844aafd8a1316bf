"""Where an outgoing call may go: the public internet, and what the operator allows besides. Pure.

The tables follow the registries of special-purpose addresses of IANA (IPv4 and IPv6), read in 2026, plus the one
metadata service that has a public address.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Self

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

LOOPBACK = ("127.0.0.0/8", "::1/128")

_REFUSED_V4: Mapping[IPv4Network, str] = {
    IPv4Network("0.0.0.0/8"): "an unspecified address",
    IPv4Network("10.0.0.0/8"): "a private address",
    IPv4Network("100.64.0.0/10"): "an address of a provider's inner network",
    IPv4Network("127.0.0.0/8"): "this machine itself",
    IPv4Network("168.63.129.16/32"): "a metadata service",  # Azure's; public, yet answered by the host
    IPv4Network("169.254.0.0/16"): "a link-local address",  # most clouds' metadata services live here
    IPv4Network("172.16.0.0/12"): "a private address",
    IPv4Network("192.0.0.0/24"): "a reserved address",
    IPv4Network("192.0.2.0/24"): "a reserved address",
    IPv4Network("192.88.99.0/24"): "a reserved address",  # 6to4 relays
    IPv4Network("192.168.0.0/16"): "a private address",
    IPv4Network("198.18.0.0/15"): "a reserved address",
    IPv4Network("198.51.100.0/24"): "a reserved address",
    IPv4Network("203.0.113.0/24"): "a reserved address",
    IPv4Network("224.0.0.0/4"): "a multicast address",
    IPv4Network("240.0.0.0/4"): "a reserved address",
}
_PUBLIC_V6 = IPv6Network("2000::/3")  # all that is handed out; loopback, ULA, link-local, multicast are outside
_REFUSED_V6: Mapping[IPv6Network, str] = {
    IPv6Network("2001::/23"): "a reserved address",  # holds Teredo, which carries an IPv4 address
    IPv6Network("2001:db8::/32"): "a reserved address",
    IPv6Network("2002::/16"): "a reserved address",  # 6to4, which carries an IPv4 address
    IPv6Network("3fff::/20"): "a reserved address",
}
_INNER_V6: Mapping[IPv6Network, str] = {
    IPv6Network("::1/128"): "this machine itself",
    IPv6Network("fc00::/7"): "a private address",
    IPv6Network("fe80::/10"): "a link-local address",
    IPv6Network("ff00::/8"): "a multicast address",
}
_WELL_KNOWN = 1024  # ports below it belong to other protocols, with two exceptions
_WEB = (80, 443)
_NAT64 = IPv6Network("64:ff9b::/96")


@dataclass(frozen=True)
class Allowed:
    """What may be called although it is not public: networks, and hosts by name wherever they lead."""

    networks: tuple[Network, ...] = ()
    hosts: frozenset[str] = frozenset()

    @classmethod
    def of(cls, entries: Iterable[str]) -> Self:
        """Read a list like ["10.1.0.0/16", "::1", "agents.intranet"]. Raises ValueError, naming the entry."""
        networks, hosts = [], set()
        for entry in filter(None, (each.strip() for each in entries)):
            network = _network(entry)
            if network is None:
                hosts.add(entry.lower().rstrip("."))
            else:
                networks.append(network)
        return cls(tuple(networks), frozenset(hosts))

    def names(self, host: str) -> bool:
        """Whether the operator vouches for this name."""
        return host.lower().rstrip(".") in self.hosts

    def holds(self, address: Address) -> bool:
        """Whether the address is in one of the networks; an IPv4 address inside an IPv6 one counts as itself."""
        inner = unwrap_address(address)
        return any(each in network for network in self.networks for each in (address, inner))


def refusal_reason(address: Address) -> str | None:
    """What is wrong with an address as a place to call, in words that follow "leads to"; None: it is public."""
    inner = unwrap_address(address)
    if isinstance(inner, IPv4Address):
        return _first(_REFUSED_V4, inner)
    if inner in _PUBLIC_V6:
        return _first(_REFUSED_V6, inner)
    return _first(_INNER_V6, inner) or "a reserved address"


def is_foreign_port(port: int | None) -> bool:
    """Whether a port belongs to another protocol: a well-known one that is not the web's."""
    return port is None or (port < _WELL_KNOWN and port not in _WEB)


def unwrap_address(address: Address) -> Address:
    """The IPv4 address that an IPv6 one stands for (mapped, NAT64), else the address itself."""
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by its name or its address; nothing is looked up."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


@lru_cache(maxsize=256)
def _network(entry: str) -> Network | None:
    try:
        return ip_network(entry)
    except ValueError:
        if "/" in entry or ":" in entry or entry.replace(".", "").isdigit():
            raise ValueError(f"{entry!r} is neither a network like 10.1.0.0/16 nor the name of a host") from None
        return None


def _first(table: Mapping[IPv4Network, str] | Mapping[IPv6Network, str], address: Address) -> str | None:
    return next((words for network, words in table.items() if address in network), None)
