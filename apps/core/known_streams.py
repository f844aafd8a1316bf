"""What this process knows of streams from the last transaction that it recorded on each.

Whoever changes what a stream tells of holds the stream's lock and tells of it. So where the number under the lock is
the one that was left, all that was left with it still stands, and need not be read. The database is the record: this
only spares asking it, and any of it may be lost.
"""

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
T = TypeVar("T")

MOST_CHARACTERS = 8_000_000
"""Of all rows that are known: those of some hundred goals of the usual size, of those that were recorded last."""


class KnownStreams(Generic[T]):
    """By stream its number, and what is known where that is still its number. Whoever takes it has it alone."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._most, self._held = most, 0
        self._lock = threading.Lock()
        self._known: OrderedDict[uuid.UUID, tuple[int, int, Mapping[Hashable, T]]] = OrderedDict()

    def take(self, stream: uuid.UUID, number: int) -> dict[Hashable, T]:
        """What is known of a stream that has this number now."""
        with self._lock:
            left, known = self._forget(stream)
        return dict(known) if left == number else {}

    def leave(self, stream: uuid.UUID, number: int, known: Mapping[Hashable, T], characters: int) -> None:
        """What a transaction knows of a stream that has this number once it has committed, and how much text that is.

        Of all streams those are kept that were left last; one with more text than all may have is not.
        """
        with self._lock:
            self._forget(stream)
            if known:
                self._known[stream] = number, characters, known
                self._held += characters
            while self._held > self._most:
                self._forget(next(iter(self._known)))

    def _forget(self, stream: uuid.UUID) -> tuple[int | None, Mapping[Hashable, T]]:
        number, characters, known = self._known.pop(stream, (None, 0, {}))
        self._held -= characters
        return number, known


@dataclass(frozen=True)
class Left(Generic[T]):
    """What a transaction leaves of something: a value whose rows nobody else has, and those rows."""

    value: T
    rows: Sequence[Model]

    @property
    def characters(self) -> int:
        """How much text is in it."""
        return sum(_characters_in(row) for row in self.rows)


@dataclass(frozen=True)
class Kept:
    """Something made of rows of some tables. `holds`: whether it is known to hold just this row of theirs, changed in
    place; None: the row is none of its concern. `left`: what of it the next transaction of the stream may have; None:
    nothing.
    """

    value: Any
    tables: tuple[str, ...]
    holds: Callable[[Any, Model], bool | None]
    left: Callable[[Any], Left[Any] | None] | None = None

    def is_outdated_by(self, row: Model) -> bool:
        """Whether it would have to be read again, now that this row was changed."""
        return row._meta.db_table in self.tables and self.holds(self.value, row) is False  # noqa: SLF001

    def rest(self) -> Left[Any] | None:
        """What is left of it; None: nothing."""
        return None if self.left is None else self.left(self.value)


def _characters_in(row: Model) -> int:
    values = vars(row).values()
    texts = sum(len(value) for value in values if isinstance(value, str))
    return ROW + texts + sum(len(repr(value)) for value in values if value and isinstance(value, list | dict))


ROW = 1000
"""What a row takes beside its texts, in characters."""


def copy_of_row(row: M, *more: str) -> M:
    """The same row with its columns alone, and what `more` names: no row that it refers to, nothing made of it."""
    columns = (field.attname for field in row._meta.concrete_fields)  # noqa: SLF001
    fresh = type(row).__new__(type(row))
    fresh.__dict__.update({name: row.__dict__[name] for name in (*columns, *more) if name in row.__dict__})
    fresh._state = ModelState()  # noqa: SLF001
    fresh._state.adding, fresh._state.db = False, row._state.db  # noqa: SLF001
    return fresh
