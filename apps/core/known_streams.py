"""What this process knows of streams from the last transaction that it recorded on each.

Whoever changes what a stream tells of holds the stream's lock and tells of it. So where the number under the lock is
the one that was left, all that was left with it still stands, and need not be read. The database is the record: this
only spares asking it, and any of it may be lost.
"""

import threading
import uuid
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from django.db.models import Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
T = TypeVar("T")

MOST = 512
"""Streams of which something is known: those that were recorded last."""


class KnownStreams(Generic[T]):
    """By stream its number, and what is known where that is still its number. Whoever takes it has it alone."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[uuid.UUID, tuple[int, Mapping[Hashable, T]]] = OrderedDict()

    def take(self, stream: uuid.UUID, number: int) -> dict[Hashable, T]:
        """What is known of a stream that has this number now."""
        with self._lock:
            left, known = self._known.pop(stream, (None, {}))
        return dict(known) if left == number else {}

    def leave(self, stream: uuid.UUID, number: int, known: Mapping[Hashable, T]) -> None:
        """What a transaction knows of a stream that has this number once it has committed."""
        with self._lock:
            self._known.pop(stream, None)
            if known:
                self._known[stream] = number, known
            while len(self._known) > self._most:
                self._known.popitem(last=False)


def copy_of_row(row: M, *more: str) -> M:
    """The same row with its columns alone, and what `more` names: no row that it refers to, nothing made of it."""
    columns = (field.attname for field in row._meta.concrete_fields)  # noqa: SLF001
    fresh = type(row).__new__(type(row))
    fresh.__dict__.update({name: row.__dict__[name] for name in (*columns, *more) if name in row.__dict__})
    fresh._state = ModelState()  # noqa: SLF001
    fresh._state.adding, fresh._state.db = False, row._state.db  # noqa: SLF001
    return fresh
