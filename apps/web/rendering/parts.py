"""What audiences are shown, and the parts of a page of which only those are sent that look different now."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Protocol

from django.utils.safestring import SafeString

SELECTORS = {
    "waiting": ".waiting-badge",
    **{name: f"#tab-{name}" for name in ("team", "tasks", "files", "findings", "spend")},
}
_TICKING = re.compile(r"(data-(?:since|ago)[^>]*>)[^<]*")
_OWN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')  # of whoever reads the page
MARK = 10
"""Characters of the mark of a piece."""
_UNMARKED = 'data-drawn=""'


class Feed(Protocol):
    """What one audience is shown. `catch_up` and `news` query the database."""

    @property
    def seq(self) -> int:
        """How far in its stream the last `news` was read; 0 where nothing is numbered."""

    def catch_up(self, after: int, drawn: Collection[str] = ()) -> str:
        """Everything that a page read at `after` may lack; it says itself that it shows the pieces `drawn`."""

    def news(self, *, called: bool = True) -> str:
        """What looks different since the last call; empty where nothing does. `called`: it was said that something
        does; else a feed need not look further than at what tells whether anything can.
        """


def digest_of(html: str) -> bytes:
    """Another value where a part looks different; ages tick by themselves and do not count, nor whose page it is."""
    return blake2b(_OWN.sub("", _TICKING.sub(r"\1", html)).encode(), digest_size=16).digest()


def with_mark(html: SafeString) -> tuple[SafeString, str]:
    """A piece with its mark in place of its first `data-drawn=""`, and the mark: a page says what it shows by these."""
    mark = digest_of(html).hex()[:MARK]
    return SafeString(html.replace(_UNMARKED, f'data-drawn="{mark}"', 1)), mark


class Parts:
    """The parts of a page with what of them was sent last."""

    def __init__(self) -> None:
        self._sent: dict[str, bytes] = {}

    def changed(self, parts: Mapping[str, str]) -> dict[str, str]:
        """The parts that look different from those sent before."""
        found = {}
        for name, html in parts.items():
            digest = digest_of(html)
            if self._sent.get(name) != digest:
                self._sent[name] = digest
                found[name] = html
        return found

    def forget(self, names: Iterable[str]) -> None:
        """Those are shown no more."""
        for name in names:
            self._sent.pop(name, None)


@dataclass
class ListChanges:
    """Parts that look different, by the id of their place; rows that came, by that of their list; ids of rows gone."""

    parts: dict[str, str] = field(default_factory=dict)
    came: dict[str, list[str]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)

    def take(self, other: "ListChanges | None") -> bool:
        """Add those of a list; False where it stands in another order."""
        if other is None:
            return False
        self.parts |= other.parts
        self.came |= other.came
        self.gone += other.gone
        return True

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.parts or self.came or self.gone)


class ListParts:
    """The rows of a list in their order, each with its id and with `data-place`, by which a page puts in what came."""

    def __init__(self, list_id: str) -> None:
        self._id = list_id
        self._rows = Parts()
        self._shown: dict[str, None] = {}

    def changed(self, rows: Mapping[str, str]) -> ListChanges | None:
        """What changed since the last call; None where rows that stay stand in another order."""
        before, self._shown = self._shown, dict.fromkeys(rows)
        changed = self._rows.changed(rows)
        gone = [name for name in before if name not in rows]
        self._rows.forget(gone)
        if [name for name in before if name in rows] != [name for name in rows if name in before]:
            return None
        came = [html for name, html in changed.items() if name not in before]
        stayed = {name: html for name, html in changed.items() if name in before}
        return ListChanges(stayed, {self._id: came} if came else {}, gone)


def targets(parts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The parts with the selectors of their places."""
    return [(SELECTORS.get(name, f"#{name}"), html) for name, html in parts.items()]
