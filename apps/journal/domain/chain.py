"""The audit log's chain: each link carries a hash over its number, the hash before, and what its entry says. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

START = "0" * 64  # what the first link has for the hash before


@dataclass(frozen=True)
class ChainLink:
    """One link as it is stored. `text`: what its entry says now; None: the entry is gone."""

    number: int
    entry_id: int
    previous: str
    hash: str
    text: str | None


@dataclass(frozen=True)
class Anchor:
    """How long the chain was once, and its hash then: kept outside the database, it shows a tail that was cut."""

    count: int = 0
    hash: str = START

    @classmethod
    def of(cls, written: str) -> Self:
        """Read `17:0a1b...`. Raises ValueError."""
        count, _, digest = written.strip().partition(":")
        if not count.isdigit() or len(digest) != len(START):
            raise ValueError(f"{written.strip()!r} is no anchor such as 17:{START}")
        return cls(int(count), digest)

    def __str__(self) -> str:
        return f"{self.count}:{self.hash}"


class BrokenChain(Exception):
    """The log is not what it was. The text names the first place where that shows."""


def hash_of(number: int, previous: str, text: str) -> str:
    """The hash that a link has to carry."""
    return sha256(f"{number}\n{previous}\n{text}".encode()).hexdigest()


def check_links(links: Iterable[ChainLink], anchor: Anchor | None = None) -> Iterator[ChainLink]:
    """The links in order, each one checked before it is given. Raises BrokenChain; `anchor` as it was written once."""
    end = Anchor()
    for link in links:
        _check(link, end)
        end = Anchor(link.number, link.hash)
        if anchor and anchor.count == end.count and anchor.hash != end.hash:
            raise BrokenChain(f"link {link.number} is another one than the anchor has")
        yield link
    if anchor and anchor.count > end.count:
        raise BrokenChain(f"the log ends at link {end.count}; once it had {anchor.count}: its end was cut off")


def _check(link: ChainLink, end: Anchor) -> None:
    if link.number != end.count + 1:
        raise BrokenChain(f"link {end.count + 1} is missing: {link.number} comes next")
    if link.text is None:
        raise BrokenChain(f"entry {link.entry_id}, of link {link.number}, is gone")
    if link.previous != end.hash:
        raise BrokenChain(f"link {link.number} does not carry the hash of the link before it")
    if link.hash != hash_of(link.number, link.previous, link.text):
        raise BrokenChain(f"entry {link.entry_id}, of link {link.number}, does not say what it said")
