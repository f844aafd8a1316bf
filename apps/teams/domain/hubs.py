"""Where another hub is, by the address at which it is called. Pure."""

from urllib.parse import urlsplit

DOOR = "/a2a/"  # what stands before it is the hub
LONGEST_HUB, LONGEST_ORIGIN = 120, 300


def hub_at(address: str) -> tuple[str, str]:
    """Its host with its port, and the address of its pages; the latter "" where that can't be told."""
    try:
        parts = urlsplit(address)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "?", ""
    base = address.partition(DOOR)[0]
    pages = base if parts.scheme in ("http", "https") and DOOR in address and len(base) <= LONGEST_ORIGIN else ""
    return host[:LONGEST_HUB] or "?", pages


def link_into(origin: str, goal: str) -> str:
    """The address of a goal's page at a hub; "" where there is none."""
    return f"{origin}/goals/{goal}/" if origin and goal else ""
