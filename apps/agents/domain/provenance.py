"""Where an agent came from. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit, urlunsplit

LONGEST_ADDRESS = 500


class CameBy(StrEnum):
    """By which way an agent joined."""

    ADDRESS = "address"  # it was found at an address that somebody entered
    CARD = "card"  # somebody pasted its card
    DIAL_IN = "dial_in"  # it dials in, with a token that was made for it
    SETTINGS = "settings"  # somebody entered how it is reached
    LIST = "list"  # it stood in a list that somebody imported
    PERSON = "person"  # a person offered to work
    REGISTRY = "registry"  # it was found in a registry elsewhere, and joined by itself


@dataclass(frozen=True)
class CameFrom:
    """How an agent joined. `address`: where it, or its card, was found, "" where there was none."""

    way: CameBy = CameBy.SETTINGS
    address: str = ""


def came_from(source: str, called: object = "") -> CameFrom:
    """From what somebody entered: an address, or a card, whose agent is `called` somewhere."""
    pasted = source.lstrip().startswith("{")
    address = called if pasted else source
    return CameFrom(
        CameBy.CARD if pasted else CameBy.ADDRESS, bare_address(address if isinstance(address, str) else "")
    )


def bare_address(address: str) -> str:
    """An address without what may let somebody in: names, passwords and queries; "" for what is none."""
    try:
        parts = urlsplit(address.strip())
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return ""
    if not host or parts.scheme not in ("http", "https"):
        return ""
    return urlunsplit((parts.scheme, host, parts.path, "", ""))[:LONGEST_ADDRESS]
