"""What is read once for all that a transaction does: kept for the steps of a stream, or for all of its steps."""

import uuid
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from django.db.models import Model

from apps.core.known_streams import Kept, Left
from apps.core.unit_of_work import unit_in_hand

K = TypeVar("K", bound=Hashable)
M = TypeVar("M", bound=Model)
T = TypeVar("T")


def read_once(
    what: Hashable,
    tables: tuple[str, ...],
    read: Callable[[], T],
    holds: Callable[[T, Model], bool | None],
    left: Callable[[T], Left[T] | None] | None = None,
) -> T:
    """What `read` gives, read once in the steps of a stream that have a unit of work.

    It is read again once one of its tables was written to by a statement of somebody else's, or through a row that it
    should hold and does not: see `Kept`, also for `left`.
    """
    unit = unit_in_hand()
    if unit is None:
        return read()
    known: T | None = unit.kept(what)
    if known is None:
        known = read()
        unit.keep(what, Kept(known, tables, holds, left))
    return known


def is_as_read(what: Hashable) -> bool:
    """Whether nothing that was kept under this name had to be let go in this transaction."""
    unit = unit_in_hand()
    return unit is None or not unit.was_outdated(what)


def kept_rows(model: type[M], stream: uuid.UUID | None = None) -> list[M]:
    """The rows of a model that are kept under `(model, key)`: for the steps of a stream; None: of the one at work."""
    return kept_under(model, stream)


def kept_under(what: Hashable, stream: uuid.UUID | None = None) -> list[Any]:
    """All that is kept under `(what, key)`, whatever the key."""
    unit = unit_in_hand()
    if unit is None:
        return []
    kept = unit.kept_of(stream or unit.stream)
    return [one.value for name, one in kept.items() if isinstance(name, tuple) and name[0] is what]


def unread(what: Hashable, streams: Mapping[K, uuid.UUID]) -> dict[K, uuid.UUID]:
    """Of keys and their streams, those for which `(what, key)` was not read once: key -> stream."""
    unit = unit_in_hand()
    if unit is None:
        return dict(streams)
    return {key: stream for key, stream in streams.items() if (what, key) not in unit.kept_of(stream)}


def read_for_all(what: Hashable, read: Callable[[], T]) -> T:
    """What `read` gives, read once in a transaction that has a unit of work, for all of its steps.

    What the steps themselves change of it is not read again: they change what they were given.
    """
    unit = unit_in_hand()
    return read() if unit is None else unit.for_all(what, read)
