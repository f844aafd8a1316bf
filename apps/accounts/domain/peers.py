"""Where a connection comes from, by the address of its other end; what its headers say of that does not count."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address


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
