"""Where a connection comes from, by the address of its other end; what its headers say of that does not count."""

from ipaddress import IPv6Address, ip_address


def is_this_machine(address: str) -> bool:
    """Whether an address is a loopback address, IPv4 inside IPv6 too. Empty and broken ones are not."""
    try:
        peer = ip_address(address)
    except ValueError:
        return False
    mapped = peer.ipv4_mapped if isinstance(peer, IPv6Address) else None
    return (mapped or peer).is_loopback
