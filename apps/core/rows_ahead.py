"""Rows that a transaction read ahead for its steps: whoever asks first is given them, unless they changed meanwhile."""

import uuid
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from apps.core.recordsets import key_of


@dataclass(frozen=True)
class Ahead:
    """Rows that were read ahead, and from which tables. `own`: a table and the key of its one row that they are of, so
    that what happens to others there is none of their concern.
    """

    tables: tuple[str, ...]
    rows: list[Any]
    own: tuple[str, Hashable] | None = None

    def is_outdated_by(self, row: Model) -> bool:
        """Whether they would have to be read again, now that this row was made or changed."""
        table = row._meta.db_table  # noqa: SLF001
        if self.own is not None and self.own[0] == table:
            return self.own[1] == key_of(row)
        return table in self.tables


class RowsAhead:
    """By stream what was read ahead for its steps, by what it is; None: for the end of the transaction."""

    def __init__(self) -> None:
        self._known: dict[uuid.UUID | None, dict[Hashable, Ahead]] = {}

    def keep(self, stream: uuid.UUID | None, what: Hashable, ahead: Ahead) -> None:
        """Keep rows for the first who asks for `what` in a step of the stream; at the end, for all who ask."""
        self._known.setdefault(stream, {})[what] = ahead

    def find(self, stream: uuid.UUID | None, what: Hashable) -> list[Any] | None:
        """What was read ahead, is there yet and still stands; None: nothing."""
        found = self._known.get(stream, {}).get(what)
        return None if found is None else found.rows

    def take(self, stream: uuid.UUID | None, what: Hashable) -> list[Any] | None:
        """The same; whoever takes it for a step has it alone."""
        found = self.find(stream, what)
        if stream is not None:
            self._known.get(stream, {}).pop(what, None)
        return found

    def let_go(self, stream: uuid.UUID | None, is_outdated: Callable[[Ahead], bool]) -> None:
        """Forget what does not stand any more."""
        known = self._known.get(stream, {})
        for what in [what for what, ahead in known.items() if is_outdated(ahead)]:
            del known[what]

    def clear(self) -> None:
        """Forget all of it."""
        self._known.clear()

    def __bool__(self) -> bool:
        return any(self._known.values())
