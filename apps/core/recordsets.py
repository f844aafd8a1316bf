"""Rows of one model, written by one statement however many they are: a JSON recordset, each row with its columns.

Statements of one block can go to Postgres together: on a busy machine the way there and back takes longer than most.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import groupby
from types import NoneType
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.models import (
    AutoField,
    BooleanField,
    CharField,
    DateTimeField,
    Field,
    FloatField,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
    TextField,
    UUIDField,
)

from apps.core.columns import with_made_of
from apps.core.statements import run_statement

Values = dict[str, object]
"""Column -> value, as JSON gives it to Postgres."""
_Names = tuple[str, ...]
_KINDS: dict[Any, type] = {
    CharField.get_prep_value: str,
    TextField.get_prep_value: str,
    IntegerField.get_prep_value: int,
    BooleanField.get_prep_value: bool,
    FloatField.get_prep_value: float,
    UUIDField.get_prep_value: UUID,
}
"""Way of preparing a value -> the kind of values that it leaves as they are."""


@dataclass(frozen=True)
class _Column:
    """Where a row has the value of a field. `plain`: the kind of values that are written as they are there, as None is;
    None: each has to be prepared.
    """

    field: "Field[Any, Any]"
    name: str
    attribute: str
    plain: type | None


_checks: ContextVar[list[Callable[[], None]] | None] = ContextVar("checks", default=None)


@contextmanager
def in_one_go() -> Iterator[None]:
    """A block whose statements don't wait for each other's answers: one that fails is raised where the block ends, or
    where a later one reads. One within another is a part of it.
    """
    if _checks.get() is not None:
        yield
        return
    checks: list[Callable[[], None]] = []
    token = _checks.set(checks)
    try:
        ours: Any = connections[DEFAULT_DB_ALIAS]
        ours.ensure_connection()
        with ours.wrap_database_errors, ours.connection.pipeline():
            yield
    finally:
        _checks.reset(token)
    for check in checks:
        check()


def key_of(row: Model) -> Hashable:
    """The key of a row; of a new one whose key the database will give, its identity."""
    return row.pk if row.pk is not None else id(row)


def all_values(row: Model) -> Values:
    """What a new row has in all columns but those that the database gives."""
    return _values(row, _columns(type(row)), add=True)


def values_of(row: Model, names: Iterable[str]) -> Values:
    """What a row that is there has in these fields now."""
    return _values(row, _columns_of(type(row), tuple(names)), add=False)


def insert(model: type[Model], rows: Iterable[Values]) -> None:
    """Insert new rows."""
    if made := list(rows):
        _execute(_insert(model), made)


def change(model: type[Model], rows: Mapping[Hashable, Values], more: Mapping[Hashable, Values]) -> None:
    """Write values of rows by key, and add to columns of rows that hold numbers: a statement for each set of columns
    that are written, and no column of a row is given both ways. Raises DatabaseError where a row is gone.
    """
    key = str(model._meta.pk.column)  # noqa: SLF001
    written = {one: tuple(rows.get(one, ())) for one in (*rows, *(more.keys() - rows.keys()))}
    for columns, some in groupby(sorted(written, key=written.__getitem__), written.__getitem__):
        keys = list(some)
        grow = tuple(sorted({column for one in keys for column in more.get(one, ())}))
        nothing: Values = dict.fromkeys(grow, 0)
        given = [{key: one, **nothing, **rows.get(one, {}), **more.get(one, {})} for one in keys]
        _change(model, _update(model, columns, grow), given)


def _values(row: Model, columns: list[_Column], *, add: bool) -> Values:
    """Most values are plain: to ask a field about each took a tenth of the calls that a step of a goal makes."""
    held, values = row.__dict__, Values()
    for one in columns:
        value = held.get(one.attribute, one)  # what is not loaded is of no kind
        if one.plain is None or (value is not None and type(value) is not one.plain):
            value = _prepared(one.field, one.field.pre_save(row, add=add))
        values[one.name] = value
    return values


def _prepared(field: "Field[Any, Any]", value: Any) -> object:
    """A value as JSON gives it to Postgres. What is kept as JSON is written down now: it may change in memory."""
    if isinstance(field, JSONField):
        if value in (None, [], {}):  # as most are
            return value if value is None else type(value)()
        return json.loads(json.dumps(value))
    return field.get_prep_value(value)


@cache
def _columns(model: type[Model]) -> list[_Column]:
    fields = model._meta.local_concrete_fields  # noqa: SLF001
    return [_column(one) for one in fields if not isinstance(one, AutoField)]


@cache
def _columns_of(model: type[Model], names: _Names) -> list[_Column]:
    return [_column(model._meta.get_field(name)) for name in with_made_of(model, names)]  # noqa: SLF001


def _column(field: Any) -> _Column:
    return _Column(field, str(field.column), field.attname, _plain_kind(field))


def _plain_kind(field: Any) -> type | None:
    saves = type(field).pre_save
    is_stamped = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    if is_stamped or saves not in (Field.pre_save, DateTimeField.pre_save):
        return None
    prepares = type(field.target_field if isinstance(field, ForeignKey) else field).get_prep_value
    return _KINDS.get(prepares, NoneType)


def _change(model: type[Model], statement: str, rows: list[Values]) -> None:
    with in_one_go():
        cursor = _execute(statement, rows)
        _check_later(lambda: _check_count(model, cursor, len(rows)))


def _check_later(check: Callable[[], None]) -> None:
    if (checks := _checks.get()) is not None:
        checks.append(check)


def _check_count(model: type[Model], cursor: Any, count: int) -> None:
    if cursor.rowcount != count:
        raise DatabaseError(f"There is no row of {model.__name__} any more that was to be changed.")


def _execute(statement: str, rows: list[Values]) -> Any:
    """Run a statement over rows; gives the cursor that will know how many it wrote."""
    return run_statement(statement, [json.dumps(rows, default=_text_of, ensure_ascii=False)])


def _text_of(value: object) -> str:
    """What JSON has no form for, as Postgres reads it."""
    if isinstance(value, timedelta):
        return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"
    return str(value)


@cache
def _insert(model: type[Model]) -> str:
    fields = [one.field for one in _columns(model)]
    columns = ", ".join(f'"{one.column}"' for one in fields)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT {columns} FROM {_recordset(fields)}'  # noqa: S608, SLF001


@cache
def _update(model: type[Model], columns: _Names, grow: _Names) -> str:
    """`columns` become what is given of them, `grow` grow by it."""
    meta = model._meta  # noqa: SLF001
    known = {str(one.column): one for one in meta.local_concrete_fields}
    changes = [f'"{column}" = given."{column}"' for column in columns]
    changes += [f'"{column}" = known."{column}" + given."{column}"' for column in grow]
    given = _recordset([known[column] for column in (str(meta.pk.column), *columns, *grow)])
    return (
        f'UPDATE "{meta.db_table}" AS known SET {", ".join(changes)} FROM {given}'  # noqa: S608
        f' WHERE known."{meta.pk.column}" = given."{meta.pk.column}"'
    )


def _recordset(fields: "list[Field[Any, Any]]") -> str:
    shape = ", ".join(f'"{one.column}" {one.db_type(connection)}' for one in fields)
    return f"json_to_recordset(%s::json) AS given ({shape})"
