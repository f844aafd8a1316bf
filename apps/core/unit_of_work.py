"""What one transaction has in hand: rows that it will write, rows read ahead for it, and what it keeps of them.

What many goals gave at one moment is recorded in one transaction. Its reads are made ahead for all of them, and its new
rows and changed columns are kept and written together: one statement for the new rows of a table, and one for each set
of columns that changed, whoever's rows they are. What a row is given twice before that is written once. Whatever reads
one of these tables meanwhile has them written first, so a step always sees what it wrote.
"""

import uuid
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

from apps.core import recordsets
from apps.core.known_streams import Kept, KnownStreams
from apps.core.recordsets import Values, all_values, key_of, values_of
from apps.core.rows_ahead import RowsAhead
from apps.core.statements import Params, run_statement

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


_known: KnownStreams[Kept] = KnownStreams()


class UnitOfWork:
    """What one transaction has read ahead, keeps, and has not written yet."""

    def __init__(self) -> None:
        self._tables: dict[type[Model], _Table] = {}
        self._names: tuple[str, ...] = ()
        self._unseen: tuple[str, ...] = ()
        self.ahead = RowsAhead()
        self._common: dict[Hashable, Any] = {}
        self._kept: dict[uuid.UUID | None, dict[Hashable, Kept]] = {}
        self._outdated: set[Hashable] = set()
        self._unfinished: dict[Callable[[list[Any]], None], list[Any]] = {}
        self._last: list[tuple[str, Params]] = []
        self._stream: uuid.UUID | None = None
        self._writing = False

    # --- what is read --------------------------------------------------------------------------------------------

    @contextmanager
    def step_of(self, stream: uuid.UUID) -> Iterator[None]:
        """A block that records what happened on this stream: it is given what was read ahead for it, and what is kept
        of it.
        """
        self._stream = stream
        try:
            yield
        finally:
            self._stream = None

    def recall(self, streams: Mapping[uuid.UUID, int]) -> None:
        """Keep what the last transaction of this process left of streams that are locked: stream -> its number."""
        for stream, number in streams.items():
            self._kept[stream] = _known.take(stream, number)

    def leave(self, streams: Mapping[uuid.UUID, int]) -> None:
        """Leave what is kept of streams to the next transaction, now that this one has committed."""
        for stream, number in streams.items():
            left = {what: (one, rest) for what, one in self.kept_of(stream).items() if (rest := one.rest())}
            known = {what: replace(one, value=rest.value) for what, (one, rest) in left.items()}
            _known.leave(stream, number, known, sum(rest.characters for _, rest in left.values()))

    @contextmanager
    def unseen(self, tables: tuple[str, ...]) -> Iterator[None]:
        """A block that reads, and need not see what waits to be written to these tables."""
        before, self._unseen = self._unseen, tables
        try:
            yield
        finally:
            self._unseen = before

    @contextmanager
    def new_unseen(self, model: type[Model]) -> Iterator[None]:
        """A block that reads, and need not see which rows of a table are new: those are put aside, and none changes. It
        sees what changed of others.
        """
        known = self._tables.pop(model, _Table())
        if known.changed or known.added:
            self._tables[model] = replace(known, new=[], made={})
        self._names = tuple(map(_name_of, self._tables))
        try:
            yield
        finally:
            if known.made:
                table = self._table(model)
                table.new, table.made = known.new, known.made

    def waits_for(self, table: str, keys: Iterable[Hashable]) -> bool:
        """Whether one of these rows waits to be written."""
        known = [one for model, one in self._tables.items() if _name_of(model) == table]
        return any(key in one.made or key in one.changed or key in one.added for one in known for key in keys)

    def take(self, what: Hashable) -> list[Any] | None:
        """Rows that were read ahead for this step and have not changed since; None: they have to be read."""
        return self.ahead.take(self._stream, what)

    def keep(self, what: Hashable, kept: Kept) -> None:
        """Keep something for the steps of this stream, until rows change that it is made of and does not hold."""
        self._kept.setdefault(self._stream, {})[what] = kept

    def kept(self, what: Hashable) -> Any:
        """What is kept for this step; None: nothing."""
        found = self._kept.get(self._stream, {}).get(what)
        return None if found is None else found.value

    @property
    def stream(self) -> uuid.UUID | None:
        """Of which something is recorded now."""
        return self._stream

    def was_outdated(self, what: Hashable) -> bool:
        """Whether something was kept, and let go since it was so no more."""
        return what in self._outdated

    def kept_of(self, stream: uuid.UUID | None) -> Mapping[Hashable, Kept]:
        """All that is kept for the steps of a stream, by what it is."""
        return self._kept.get(stream, {})

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

    def add(self, row: Model, more: Mapping[str, float]) -> None:
        """Add to columns of a row, which hold numbers."""
        table, key = self._table(type(row)), row.pk
        known = table.made.get(key) or table.added.setdefault(key, {})
        for column, number in more.items():
            known[column] = known.get(column, 0) + number  # type: ignore[operator]
        self._outdate(row)

    def finish_later(self, work: Callable[[list[T]], None], item: T) -> None:
        """Have `work` done before anything is written, once for all that was given for it: it saves columns."""
        self._unfinished.setdefault(work, []).append(item)

    def finish_rows(self) -> None:
        """Do now what was to be done before anything is written."""
        unfinished, self._unfinished = self._unfinished, {}
        for work, items in unfinished.items():
            work(items)

    def run_last(self, sql: str, params: Params) -> None:
        """Run a statement, of which nothing is asked and nobody reads what it wrote, after all is written."""
        self._last.append((sql, params))

    def write(self) -> None:
        """Write all of it. Raises DatabaseError where a row that was changed is gone."""
        self.finish_rows()
        last, self._last = self._last, []
        with recordsets.in_one_go():
            self._write(self._names)
            for statement in last:
                run_statement(*statement)

    def _write(self, names: Collection[str]) -> None:
        """Write to these tables: what changed before what is new, so that a place that became free can be taken."""
        tables = {model: one for model, one in self._tables.items() if _name_of(model) in names}
        self._tables = {model: one for model, one in self._tables.items() if model not in tables}
        self._names = tuple(map(_name_of, self._tables))
        self._writing = True
        try:
            with recordsets.in_one_go():
                for model, table in tables.items():
                    recordsets.change(model, table.changed, table.added)
                for model, table in tables.items():
                    recordsets.insert(model, table.made.values())
        finally:
            self._writing = False

    def before_statement(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Have written what a statement may read, and let go what it may change; a wrapper of Django's cursors."""
        if not self._writing and (self._names or self._kept or self.ahead):
            self._make_way_for(str(sql))
        return execute(sql, params, many, context)

    def _make_way_for(self, sql: str) -> None:
        if sql.startswith("ROLLBACK TO SAVEPOINT"):
            self._forget()  # all that was there before stands written since the savepoint was set
        elif sql.startswith("SAVEPOINT"):
            self.write()
        elif self._seen_by(sql):
            self.finish_rows()
            self._write(self._seen_by(sql))
        if sql.lstrip().startswith(_CHANGES):
            for kept in self._kept.values():
                self._outdated |= _let_go(kept, lambda one: any(name in sql for name in one.tables))
            self.ahead.let_go(self._stream, lambda one: any(name in sql for name in one.tables))

    def _seen_by(self, sql: str) -> list[str]:
        return [name for name in self._names if name in sql and name not in self._unseen]

    def _table(self, model: type[Model]) -> _Table:
        if model not in self._tables:
            self._tables[model] = _Table()
            self._names = (*self._names, _name_of(model))
        return self._tables[model]

    def _forget(self) -> None:
        self._tables, self._names = {}, ()
        self._unfinished.clear()
        self._last.clear()
        self._kept.clear()
        self.ahead.clear()
        self._common.clear()

    def _outdate(self, row: Model) -> None:
        """What was read ahead for this step, or is kept of its stream, may not be so any more."""
        self.ahead.let_go(self._stream, lambda one: one.is_outdated_by(row))
        for stream, kept in self._kept.items():
            if self._stream in (None, stream):
                self._outdated |= _let_go(kept, lambda one: one.is_outdated_by(row))


def _name_of(model: type[Model]) -> str:
    return model._meta.db_table  # noqa: SLF001


def _let_go(known: dict[Hashable, T], is_outdated: Callable[[T], bool]) -> set[Hashable]:
    gone = {what for what, one in known.items() if is_outdated(one)}
    for what in gone:
        del known[what]
    return gone


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
