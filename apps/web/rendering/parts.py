"""What audiences are shown, and the parts of a page of which only those are sent that look different now."""

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Protocol

SELECTORS = {
    "waiting": ".waiting-badge",
    **{name: f"#tab-{name}" for name in ("team", "tasks", "files", "findings", "spend")},
}
_TICKING = re.compile(r"(data-(?:since|ago)[^>]*>)[^<]*")


class Feed(Protocol):
    """What one audience is shown. `catch_up` and `news` query the database."""

    @property
    def seq(self) -> int:
        """How far in its stream the last `news` was read; 0 where nothing is numbered."""

    def catch_up(self, after: int) -> str:
        """Everything that a page read at `after` may lack."""

    def news(self, *, called: bool = True) -> str:
        """What looks different since the last call; empty where nothing does. `called`: it was said that something
        does; else a feed need not look further than at what tells whether anything can.
        """


class Parts:
    """The parts of a page with what of them was sent last."""

    def __init__(self) -> None:
        self._sent: dict[str, bytes] = {}

    def changed(self, parts: Mapping[str, str]) -> dict[str, str]:
        """The parts that look different from those sent before; ages tick by themselves and do not count."""
        found = {}
        for name, html in parts.items():
            digest = blake2b(_TICKING.sub(r"\1", html).encode(), digest_size=16).digest()
            if self._sent.get(name) != digest:
                self._sent[name] = digest
                found[name] = html
        return found


def targets(parts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The parts with the selectors of their places."""
    return [(SELECTORS.get(name, f"#{name}"), html) for name, html in parts.items()]
