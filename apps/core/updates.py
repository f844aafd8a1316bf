"""Writing new rows, and some columns of rows that are loaded: at once, or with all others of an open transaction.

Values are plain: no expressions, no signals, no bytes; a key that the database gives is not read back. See
`unit_of_work` for when they are written, by statements that are built once.
"""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model

from apps.core.statements import Params
from apps.core.unit_of_work import unit_in_hand, unit_to_write

T = TypeVar("T")


def save_columns(row: Model, *names: str) -> None:
    """Write these fields as the row has them now. Raises DatabaseError, at the latest when the transaction ends, where
    the row is gone.
    """
    with unit_to_write() as unit:
        unit.change(row, names)


def save_rows(rows: Collection[Model], *names: str) -> None:
    """`save_columns` of many rows, together."""
    with unit_to_write() as unit:
        for row in rows:
            unit.change(row, names)


def insert_rows(new: Collection[Model]) -> None:
    """Save new rows as they are now."""
    with unit_to_write() as unit:
        for row in new:
            unit.make(row)
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - as Django itself does


def new_rows_unseen(model: type[Model]) -> AbstractContextManager[None]:
    """A block that reads, and need not see which rows of this model the transaction has made: they wait on."""
    unit = unit_in_hand()
    return nullcontext() if unit is None else unit.new_unseen(model)


def add_to_columns(row: Model, **more: float) -> None:
    """Add numbers to columns of a row, in the table and in this instance."""
    with unit_to_write() as unit:
        unit.add(row, more)
    for name, number in more.items():
        setattr(row, name, getattr(row, name) + number)


def run_last(sql: str, params: Params) -> None:
    """Run a statement that gives nothing, and whose rows nobody reads before the transaction ends: with what it writes,
    or now where no transaction has a unit of work.
    """
    with unit_to_write() as unit:
        unit.run_last(sql, params)


def finish_rows(work: Callable[[list[T]], None], items: Collection[T]) -> None:
    """Have `work` save columns of rows that are made of their other ones, for all rows of the transaction at once:
    before anything is written, or now where no transaction has a unit of work. It reads no table.
    """
    unit = unit_in_hand()
    if unit is None:
        work(list(items))
        return
    for item in items:
        unit.finish_later(work, item)
