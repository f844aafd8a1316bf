"""Writing new rows, and some columns of rows that are loaded, by SQL that is written once."""

from collections.abc import Collection
from functools import cache
from itertools import islice
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import DatabaseError, connection
from django.db.models import AutoField, Field, Model

MOST_VALUES = 10_000
"""Values of one statement; Postgres takes 65,535."""


def save_columns(row: Model, *names: str) -> None:
    """Write these fields as the row has them: `save(update_fields=names)` without building the statement anew.

    Values are plain: no expressions, no signals. Raises DatabaseError where the row is gone.
    """
    statement, fields = _update(type(row), names)
    values = [field.get_db_prep_save(field.pre_save(row, add=False), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, row.pk])
        if not cursor.rowcount:
            raise DatabaseError(f"There is no row of {row!r} any more.")


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, list["Field[Any, Any]"]]:
    fields: list[Field[Any, Any]] = [model._meta.get_field(name) for name in names]  # type: ignore[misc]  # noqa: SLF001
    changes = ", ".join(f'"{field.column}" = {_placeholder(field)}' for field in fields)
    key = model._meta.pk.column  # noqa: SLF001
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{key}" = %s', fields  # noqa: S608, SLF001


def insert_rows(rows: Collection[Model]) -> None:
    """Save new rows of one model: `bulk_create` without building the statement anew.

    Values are plain: no expressions, no signals; a key that the database gives is not read back.
    """
    if not rows:
        return
    model = type(next(iter(rows)))
    head, row, fields = _insert(model)
    waiting = iter(rows)
    while some := list(islice(waiting, MOST_VALUES // len(fields))):
        values = [field.get_db_prep_save(field.pre_save(one, add=True), connection) for one in some for field in fields]
        with connection.cursor() as cursor:
            cursor.execute(head + ", ".join([row] * len(some)), values)
    for one in rows:
        one._state.adding, one._state.db = False, connection.alias  # noqa: SLF001 - as Django itself does


@cache
def _insert(model: type[Model]) -> tuple[str, str, list["Field[Any, Any]"]]:
    fields = [field for field in model._meta.local_concrete_fields if not isinstance(field, AutoField)]  # noqa: SLF001
    columns = ", ".join(f'"{field.column}"' for field in fields)
    row = f"({', '.join(_placeholder(field) for field in fields)})"
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ', row, fields  # noqa: S608, SLF001


def _placeholder(field: "Field[Any, Any]") -> str:
    return f"%s::{field.db_type(connection)}" if isinstance(field, ArrayField) else "%s"
