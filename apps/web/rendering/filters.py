"""What the address of the directory says, and its filters as links that keep what else was chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from apps.agents.domain.profile import Availability
from apps.agents.queries.directory import Wanted


@dataclass(frozen=True)
class Tab:
    """One choice: its word, where it leads, and whether it is the one in force."""

    word: str
    query: str
    current: bool


@dataclass(frozen=True)
class Tabs:
    """Choices of which one is in force."""

    label: str
    entries: tuple[Tab, ...]


Offered = tuple[tuple[str, dict[str, str]], ...]

PRESENCE: Offered = (
    ("All", {}),
    ("Online", {"presence": "online"}),
    ("Unstable", {"presence": "unstable"}),
    ("Offline", {"presence": "offline"}),
    ("Switched off", {"on": "no"}),
)
WORKLOAD: Offered = (("Any", {}), ("Working", {"busy": "yes"}), ("Not working", {"busy": "no"}))
MOST_TEXT = 2000
NARROWING = ("q", "presence", "skill", "connector", "on", "busy", "page")
"""What the address of the directory may say."""


def wanted_of(asked: Mapping[str, str]) -> Wanted:
    """Give what the address names; what it does not know narrows nothing."""
    presence = asked.get("presence", "")
    return Wanted(
        text=asked.get("q", "").replace("\x00", "").strip()[:MOST_TEXT],
        availability=Availability(presence) if presence in list(Availability) else None,
        skill=asked.get("skill", "").replace("\x00", "")[:MOST_TEXT],
        connector=asked.get("connector", "").replace("\x00", "")[:24],
        enabled={"yes": True, "no": False}.get(asked.get("on", "")),
        busy={"yes": True, "no": False}.get(asked.get("busy", "")),
    )


def page_of(asked: Mapping[str, str]) -> int:
    """Give the number of the page that the address names, from 1."""
    value = asked.get("page", "")
    return max(int(value), 1) if value.isascii() and value.isdigit() and len(value) < 7 else 1


def tab_groups(asked: Mapping[str, str]) -> tuple[Tabs, ...]:
    """Give the choices of presence and of workload."""
    return (_tabs("Presence", PRESENCE, asked), _tabs("Workload", WORKLOAD, asked))


def rest_of(asked: Mapping[str, str], *without: str) -> str:
    """Give what was asked as a query, without some of it."""
    return urlencode([(name, value) for name, value in asked.items() if value and name not in without])


def _tabs(label: str, offered: Offered, asked: Mapping[str, str]) -> Tabs:
    names = {name for _, choice in offered for name in choice}
    chosen = {name: asked[name] for name in names if asked.get(name)}
    return Tabs(
        label,
        tuple(
            Tab(word, "&".join(filter(None, (rest_of(asked, "page", *names), urlencode(choice)))), choice == chosen)
            for word, choice in offered
        ),
    )
