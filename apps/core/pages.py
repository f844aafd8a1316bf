"""What stands on the pages of a PDF document, read in a process aside."""

from base64 import b64encode
from dataclasses import dataclass
from typing import cast

from apps.core import sandbox
from apps.core.sandbox import LONGEST, Busy, Exceeded

__all__ = ["Busy", "Pages", "pages_of"]

_SIGNATURE = b"%PDF-"
_READ = "apps.core.pdf:read_pages"


@dataclass(frozen=True)
class Pages:
    """`total` pages, and the text of each of the first of them; no text at all where it is scanned."""

    total: int
    texts: tuple[str, ...]

    @property
    def is_readable(self) -> bool:
        """Whether any of them holds text."""
        return any(text.strip() for text in self.texts)


def pages_of(content: bytes) -> Pages | None:
    """Read a PDF document; None: it is none, is damaged, locked by a password, or takes too long.

    May take seconds. Raises Busy where so many others are read that none is free for it.
    """
    if not content.startswith(_SIGNATURE):
        return None
    try:
        total, texts = cast(tuple[int, list[str]], sandbox.run(_READ, b64encode(content).decode(), wait=LONGEST))
    except Exceeded:
        return None
    return Pages(total, tuple(texts))
