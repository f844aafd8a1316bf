"""Pages of a list: those of programs by cursors that lead from one to the next, those of people by numbers.

A cursor holds the sort key of the last item shown and the name of its list, so that new rows neither shift nor repeat
what follows. It is opaque to clients; it grants nothing, so it is not signed: whoever forges one reads the same list
from another place.
"""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

MOST_PER_PAGE = 100
USUAL_PER_PAGE = 20

T = TypeVar("T")
Row = TypeVar("Row")


class BadCursor(ValueError):
    """The cursor was not made for this list."""


class Page(BaseModel, Generic[T]):
    """Some items of a list, and where it goes on."""

    model_config = ConfigDict(from_attributes=True)

    items: list[T]
    next: str | None = Field(description="Send it as `cursor` to get the page that follows; null on the last page.")


@dataclass(frozen=True, kw_only=True)
class NumberedPage:
    """A page of a list that people leaf through. `page` counts from 1; `total`: the items of all pages."""

    MOST: ClassVar[int]  # items of one page

    total: int
    page: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(-(-self.total // self.MOST), 1)

    @property
    def newer(self) -> int | None:
        """The page before this one."""
        return self.page - 1 if self.page > 1 else None

    @property
    def older(self) -> int | None:
        """The page behind this one."""
        return self.page + 1 if self.page < self.pages else None


def cut(rows: Sequence[Row], limit: int, cursor_of: Callable[[Row], str]) -> tuple[list[Row], str | None]:
    """Up to `limit` rows and the next cursor, from rows of which one more than `limit` was asked for."""
    shown = list(rows[:limit])
    return shown, cursor_of(shown[-1]) if len(rows) > limit else None


def moment_cursor(listing: str, moment: datetime, row: UUID) -> str:
    """A cursor of a list sorted by a moment, then by id."""
    return _pack(listing, moment.isoformat(), str(row))


def moment_in(cursor: str, listing: str) -> tuple[datetime, UUID]:
    """What `moment_cursor` packed. Raises BadCursor."""
    moment, row = _unpack(cursor, listing, 2)
    try:
        parsed = datetime.fromisoformat(moment)
        identifier = UUID(row)
    except ValueError as error:
        raise BadCursor from error
    if parsed.tzinfo is None:
        raise BadCursor
    return parsed, identifier


def word_cursor(listing: str, word: str) -> str:
    """A cursor of a list sorted by one word or number."""
    return _pack(listing, word)


def word_in(cursor: str, listing: str) -> str:
    """What `word_cursor` packed. Raises BadCursor."""
    return _unpack(cursor, listing, 1)[0]


def number_in(cursor: str, listing: str) -> int:
    """The number that `word_cursor` packed, 0 to 2**31 - 1. Raises BadCursor."""
    word = word_in(cursor, listing)
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadCursor
    return int(word)


def id_in(cursor: str, listing: str) -> UUID:
    """The id that `word_cursor` packed. Raises BadCursor."""
    try:
        return UUID(word_in(cursor, listing))
    except ValueError as error:
        raise BadCursor from error


def _pack(listing: str, *key: str) -> str:
    return base64.urlsafe_b64encode(json.dumps([listing, *key]).encode()).decode().rstrip("=")


def _unpack(cursor: str, listing: str, length: int) -> list[str]:
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        parts = json.loads(base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, RecursionError) as error:
        raise BadCursor from error
    if not isinstance(parts, list) or parts[:1] != [listing] or len(parts) != length + 1:
        raise BadCursor
    if not all(isinstance(part, str) and part.isascii() and part.isprintable() for part in parts):
        raise BadCursor
    return parts[1:]
