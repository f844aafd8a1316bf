"""Queries that every step makes, whose SQL is written once: writing a join takes longer than running it."""

import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cached_property, wraps
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.apps import apps
from django.db.models import Field, ForeignObject, Lookup, Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

from apps.core.rows_ahead import Ahead
from apps.core.unit_of_work import UnitOfWork, unit_in_hand
from apps.journal.queries.statements import Statement

M = TypeVar("M", bound=Model)
V = TypeVar("V")

_FIRST_ID = uuid.UUID("00000000-0000-7000-8000-706c61636500")
_PLACES: Mapping[type, Callable[[int], object]] = {
    uuid.UUID: lambda number: uuid.UUID(int=_FIRST_ID.int + number),
    str: lambda number: f"the place of argument {number}",
    int: lambda number: 2_147_480_000 + number,
    datetime: lambda number: datetime.min.replace(tzinfo=UTC) + timedelta(days=number),
    list: lambda number: [uuid.UUID(int=_FIRST_ID.int + number)],
}


@ForeignObject.register_lookup
@Field.register_lookup
class AnyOf(Lookup):
    """`column__any_of=[...]`: as `in`, with the values as one array, so that the SQL is the same for any number."""

    lookup_name = "any_of"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        """Compare with the array."""
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", (*params, self.rhs)


class CompiledQuery(Generic[M]):
    """A query whose SQL is written once. `build` gives it for arguments of these kinds: one id where none is named.

    A kind is uuid.UUID, str, int, datetime, or list: values for `any_of` (ids, where the query is built). `build` is
    called once, with places in the order of the kinds; nothing in the query may depend on what an argument is.
    """

    def __init__(self, build: Callable[..., "QuerySet[M, Any]"], *kinds: type) -> None:
        self._build = build
        self._kinds = kinds or (uuid.UUID,)

    def of(self, *arguments: object) -> list[M]:
        """The rows for these arguments, in the query's order; as any other query gives them."""
        return self._compiled.models(arguments)

    def one(self, *arguments: object) -> M:
        """The one row for these arguments. Raises the model's DoesNotExist."""
        rows = self.of(*arguments)
        if not rows:
            raise self._compiled.query.model.DoesNotExist(f"nothing with id {arguments[0]}")  # type: ignore[union-attr]
        return rows[0]

    def values(self, *arguments: object) -> list[tuple[Any, ...]]:
        """As `of`, for a query that was built with `values_list`."""
        return self._compiled.values(arguments)

    def named(self, *arguments: object) -> list[Any]:
        """As `values`, each row with its columns by their names: what a page needs of a row costs a third of it."""
        return self._compiled.named(arguments)

    @cached_property
    def _compiled(self) -> Statement:
        places = [_PLACES[kind](number) for number, kind in enumerate(self._kinds)]
        return Statement(self._build(*places), places)


class KeyedQuery(CompiledQuery[M]):
    """A query for the rows of one key of many, which can be read ahead for many keys with one statement.

    `build` is given the keys, for `any_of`; `by` gives the key of a row (of a tuple, for one built with `values_list`).
    """

    def __init__(self, build: Callable[..., "QuerySet[M, Any]"], by: Callable[[Any], object]) -> None:
        super().__init__(build, list)
        self._by = by

    def of(self, *arguments: object) -> list[M]:
        """The rows of a key."""
        known = self.known(arguments[0])
        return super().of([arguments[0]]) if known is None else known

    def values(self, *arguments: object) -> list[tuple[Any, ...]]:
        """As `of`, for a query that was built with `values_list`."""
        known = self.known(arguments[0])
        return super().values([arguments[0]]) if known is None else known

    def read_ahead(self, streams: Mapping[uuid.UUID, uuid.UUID | None]) -> list[M]:
        """Read the rows of all these keys, and keep them for the steps of these streams; None: for the end. What was
        read ahead before, and still stands, is not read again.
        """
        return self._read_ahead(super().of, streams)

    def read_values_ahead(self, streams: Mapping[uuid.UUID, uuid.UUID | None]) -> None:
        """As `read_ahead`, for a query that was built with `values_list`."""
        self._read_ahead(super().values, streams)

    def known(self, key: object) -> list[Any] | None:
        """The rows of a key that were read ahead; None: they were not."""
        unit = unit_in_hand()
        return None if unit is None else unit.take((self, key))

    def _read_ahead(
        self, read: Callable[[list[uuid.UUID]], list[Any]], streams: Mapping[uuid.UUID, uuid.UUID | None]
    ) -> list[Any]:
        unit = unit_in_hand()
        if unit is None:
            raise ValueError("rows are read ahead within a unit of work")
        of_key = {key: unit.ahead.find(stream, (self, key)) for key, stream in streams.items()}
        if missing := [key for key, rows in of_key.items() if rows is None]:
            with unit.unseen(self._unseen(unit, missing)):
                found = read(missing)
            of_key |= _by_key(missing, found, self._by)
            for key in missing:
                unit.ahead.keep(streams[key], (self, key), self._ahead(key, of_key[key] or []))
        return [row for rows in of_key.values() for row in rows or ()]

    def _unseen(self, unit: UnitOfWork, keys: list[uuid.UUID]) -> tuple[str, ...]:
        """The tables of which it need not see what waits to be written."""
        return ()

    def _ahead(self, key: uuid.UUID, rows: list[Any]) -> Ahead:
        return Ahead(self._tables, rows)

    @cached_property
    def _tables(self) -> tuple[str, ...]:
        names = (model._meta.db_table for model in apps.get_models(include_auto_created=True))  # noqa: SLF001
        return tuple(name for name in names if f'"{name}"' in self._compiled.sql)


class RowQuery(KeyedQuery[M]):
    """A keyed query for rows by their own ids: what happens to other rows of their table changes nothing of them."""

    def __init__(self, build: Callable[..., "QuerySet[M, Any]"]) -> None:
        super().__init__(build, attrgetter("pk"))

    def _unseen(self, unit: UnitOfWork, keys: list[uuid.UUID]) -> tuple[str, ...]:
        return () if unit.waits_for(self._own, keys) else (self._own,)

    def _ahead(self, key: uuid.UUID, rows: list[Any]) -> Ahead:
        return Ahead(self._tables, rows, (self._own, key))

    @cached_property
    def _own(self) -> str:
        return str(self._compiled.query.model._meta.db_table)  # type: ignore[union-attr]  # noqa: SLF001


class EarlierQuery(KeyedQuery[M]):
    """A keyed query that may give what was so before the open transaction, whatever its steps have changed."""

    def _unseen(self, unit: UnitOfWork, keys: list[uuid.UUID]) -> tuple[str, ...]:
        return self._tables

    def _ahead(self, key: uuid.UUID, rows: list[Any]) -> Ahead:
        return Ahead((), rows)


def _by_key(keys: list[uuid.UUID], rows: list[Any], by: Callable[[Any], Any]) -> dict[uuid.UUID, list[Any]]:
    of_key: dict[uuid.UUID, list[Any]] = {key: [] for key in keys}
    for row in rows:
        of_key[by(row)].append(row)
    return of_key


def first_column(*kinds: type) -> Callable[[Callable[..., "QuerySet[Any, V]"]], Callable[..., list[V]]]:
    """Make a function that builds a query by `values_list` one that gives its first column; see CompiledQuery."""

    def made(build: Callable[..., "QuerySet[Any, V]"]) -> Callable[..., list[V]]:
        query: CompiledQuery[Any] = CompiledQuery(build, *kinds)

        @wraps(build)
        def found(*arguments: object) -> list[V]:
            return [row[0] for row in query.values(*arguments)]

        return found

    return made
