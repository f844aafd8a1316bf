"""What one transaction has in hand: rows that it will write, rows read ahead for it, and what it keeps of them.

What many goals gave at one moment is recorded in one transaction. Its reads are made ahead for all of them, and its new
rows and changed columns are kept and written together: one statement for the new rows of a table, and one for each set
of columns that changed, whoever's rows they are. What a row is given twice before that is written once. Whatever reads
one of these tables meanwhile has them written first, so a step always sees what it wrote.
"""

import uuid
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

from apps.core import recordsets
from apps.core.recordsets import Values, all_values, key_of, values_of

T = TypeVar("T")


@dataclass
class _Table:
    """What waits to be written to the table of one model, by the keys of rows.

    A new row whose key the database will give goes by its identity, and is kept: else the next could have the same.
    """

    new: list[Model] = field(default_factory=list)
    made: dict[Hashable, Values] = field(default_factory=dict)
    changed: dict[Hashable, Values] = field(default_factory=dict)
    added: dict[Hashable, Values] = field(default_factory=dict)


@dataclass(frozen=True)
class _Ahead:
    """Rows that were read ahead, and from which tables."""

    tables: tuple[str, ...]
    rows: list[Any]


@dataclass(frozen=True)
class _Kept:
    """Something made of rows of some tables. `holds`: whether it is known to hold just this row, changed in place;
    None: the row is none of its concern.
    """

    value: Any
    tables: tuple[str, ...]
    holds: Callable[[Model], bool | None]


class UnitOfWork:
    """What one transaction has read ahead, keeps, and has not written yet."""

    def __init__(self) -> None:
        self._tables: dict[type[Model], _Table] = {}
        self._names: tuple[str, ...] = ()
        self._ahead: dict[uuid.UUID | None, dict[Hashable, _Ahead]] = {}
        self._common: dict[Hashable, Any] = {}
        self._kept: dict[uuid.UUID | None, dict[Hashable, _Kept]] = {}
        self._stream: uuid.UUID | None = None
        self._writing = False

    # --- what is read --------------------------------------------------------------------------------------------

    @contextmanager
    def step_of(self, stream: uuid.UUID) -> Iterator[None]:
        """A block that records what happened on this stream: it is given what was read ahead for it."""
        self._stream = stream
        try:
            yield
        finally:
            self._ahead.pop(stream, None)
            self._kept.pop(stream, None)
            self._stream = None

    def read_ahead(self, stream: uuid.UUID | None, what: Hashable, tables: tuple[str, ...], rows: list[Any]) -> None:
        """Keep rows of these tables for the first who asks for `what` in the step of a stream; None: for all, at the
        end.
        """
        self._ahead.setdefault(stream, {})[what] = _Ahead(tables, rows)

    def take(self, what: Hashable) -> list[Any] | None:
        """Rows that were read ahead and have not changed since; None: they have to be read."""
        if self._stream is None:
            found = self._ahead.get(None, {}).get(what)
        else:
            found = self._ahead.get(self._stream, {}).pop(what, None)
        return None if found is None else found.rows

    def keep(self, what: Hashable, kept: _Kept) -> None:
        """Keep something for this step, until rows change that it is made of and does not hold."""
        self._kept.setdefault(self._stream, {})[what] = kept

    def kept(self, what: Hashable) -> Any:
        """What is kept; None: nothing."""
        found = self._kept.get(self._stream, {}).get(what)
        return None if found is None else found.value

    def for_all(self, what: Hashable, read: Callable[[], T]) -> T:
        """What `read` gives, read for the first step that asks and kept for all."""
        if what not in self._common:
            self._common[what] = read()
        known: T = self._common[what]
        return known

    # --- what is written -----------------------------------------------------------------------------------------

    def make(self, row: Model) -> None:
        """Insert a row as it is now."""
        table = self._table(type(row))
        table.new.append(row)
        table.made[key_of(row)] = all_values(row)
        self._outdate(row)

    def change(self, row: Model, names: Iterable[str]) -> None:
        """Write these fields of a row as they are now."""
        values = values_of(row, names)  # first: what is not loaded of the row is read, and what waits is written before
        table, key = self._table(type(row)), key_of(row)
        into = table.made if key in table.made else table.changed
        into.setdefault(key, {}).update(values)
        self._outdate(row)

    def add(self, model: type[Model], key: Hashable, more: Mapping[str, float]) -> None:
        """Add to columns of the row of that key, which hold numbers."""
        table = self._table(model)
        known = table.made.get(key) or table.added.setdefault(key, {})
        for column, number in more.items():
            known[column] = known.get(column, 0) + number  # type: ignore[operator]

    def write(self) -> None:
        """Write all of it: what changed before what is new, so that a place that became free can be taken.

        Raises DatabaseError where a row that was changed is gone.
        """
        tables, self._tables, self._names = self._tables, {}, ()
        self._writing = True
        try:
            with recordsets.in_one_go():
                for model, table in tables.items():
                    recordsets.change(model, table.changed)
                    recordsets.add(model, table.added)
                for model, table in tables.items():
                    recordsets.insert(model, table.made.values())
        finally:
            self._writing = False

    def before_statement(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Have written what a statement may read, and let go what it may change; a wrapper of Django's cursors."""
        if not self._writing and (self._names or self._kept or self._ahead):
            self._make_way_for(str(sql))
        return execute(sql, params, many, context)

    def _make_way_for(self, sql: str) -> None:
        if sql.startswith("ROLLBACK TO SAVEPOINT"):
            self._forget()  # all that was there before stands written since the savepoint was set
        elif sql.startswith("SAVEPOINT") or any(name in sql for name in self._names):
            self.write()
        if sql.lstrip().startswith(_CHANGES):
            for kept in self._kept.values():
                _let_go(kept, lambda one: any(name in sql for name in one.tables))
            _let_go(self._ahead.get(self._stream, {}), lambda one: any(name in sql for name in one.tables))

    def _table(self, model: type[Model]) -> _Table:
        if model not in self._tables:
            self._tables[model] = _Table()
            self._names = (*self._names, model._meta.db_table)  # noqa: SLF001
        return self._tables[model]

    def _forget(self) -> None:
        self._tables, self._names = {}, ()
        self._kept.clear()
        self._ahead.clear()
        self._common.clear()

    def _outdate(self, row: Model) -> None:
        """What was read ahead for this step, or is kept for it, may not be so any more."""
        table = row._meta.db_table  # noqa: SLF001
        _let_go(self._ahead.get(self._stream, {}), lambda one: table in one.tables)
        _let_go(self._kept.get(self._stream, {}), lambda one: one.holds(row) is False)


def _let_go(known: dict[Hashable, T], is_outdated: Callable[[T], bool]) -> None:
    for what in [what for what, one in known.items() if is_outdated(one)]:
        del known[what]


_CHANGES = ("UPDATE", "INSERT", "DELETE", "WITH")
_open: ContextVar[UnitOfWork | None] = ContextVar("unit_of_work", default=None)


@contextmanager
def unit_of_work() -> Iterator[UnitOfWork]:
    """The block of a transaction that writes at its end; who opens it has what is left written."""
    unit = UnitOfWork()
    token = _open.set(unit)
    try:
        with connection.execute_wrapper(unit.before_statement):
            yield unit
    finally:
        _open.reset(token)


def unit_in_hand() -> UnitOfWork | None:
    """The unit of work of the transaction that is open, if it has one."""
    return _open.get()


@contextmanager
def unit_to_write() -> Iterator[UnitOfWork]:
    """The unit of work that is open; else one that is written at the end of the block."""
    if (unit := _open.get()) is not None:
        yield unit
        return
    unit = UnitOfWork()
    yield unit
    unit.write()


def read_once(
    what: Hashable, tables: tuple[str, ...], read: Callable[[], T], holds: Callable[[T, Model], bool | None]
) -> T:
    """What `read` gives, read once in a step that has a unit of work.

    It is read again once one of its tables was written to by a statement of somebody else's, or through a row that it
    should hold and does not: `holds` says of a row whether it does; None: the row is none of its concern.
    """
    unit = _open.get()
    if unit is None:
        return read()
    known: T | None = unit.kept(what)
    if known is None:
        known = read()
        unit.keep(what, _Kept(known, tables, partial(holds, known)))
    return known


def read_for_all(what: Hashable, read: Callable[[], T]) -> T:
    """What `read` gives, read once in a transaction that has a unit of work, for all of its steps.

    What the steps themselves change of it is not read again: they change what they were given.
    """
    unit = _open.get()
    return read() if unit is None else unit.for_all(what, read)
