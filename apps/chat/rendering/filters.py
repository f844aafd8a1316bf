"""The filters of the directory, as links that keep what else was chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode


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
WORKLOAD: Offered = (("Any", {}), ("At work", {"busy": "yes"}), ("Idle", {"busy": "no"}))


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
