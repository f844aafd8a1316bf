"""Rows that many tests begin with, made once and then written as they are: a tenth of the time of making them."""

import pickle
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.models import GeneratedField, Model

from apps.agents.queries import scores
from tests import factories

FRESH_SECONDS = 30.0  # a row says when it was made; pages tell its age in minutes


class Snapshot:
    """What `make` writes and gives, for tests whose transaction is rolled back.

    A test that commits makes its own: what threads, sockets and Redis know by an id is not to reach another test.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._taken_at = float("-inf")

    def restore(self) -> Any:
        """Write the rows and give what `make` gave."""
        if not connection.in_atomic_block:
            return self._make()
        if time.monotonic() - self._taken_at > FRESH_SECONDS:
            self._take()
        with connection.cursor() as cursor:
            for columns, rows in self._rows:
                with cursor.copy(f"COPY {columns} FROM STDIN") as copy:
                    copy.write(rows)
        scores._known.clear()  # remembered by the workspace's id, which comes again
        return pickle.loads(self._given)

    def _take(self) -> None:
        """Make the rows, keep those that came, and take them back; numbers that were drawn are not drawn again."""
        with transaction.atomic():
            before = {columns: set(rows) for columns, rows in stored()}
            self._given = pickle.dumps(self._make())
            new = [(columns, [row for row in rows if row not in before[columns]]) for columns, rows in stored()]
            self._rows = [(columns, b"".join(rows)) for columns, rows in new if rows]
            transaction.set_rollback(True)
        self._taken_at = time.monotonic()


def stored() -> Iterator[tuple[str, list[bytes]]]:
    """The rows of every table, as Postgres copies them, with the columns that they are of."""
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            columns = columns_of(model)
            with cursor.copy(f"COPY {columns} TO STDOUT") as copy:
                yield columns, b"".join(copy).splitlines(keepends=True)


def columns_of(model: type[Model]) -> str:
    """A table and those of its columns that are written."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, GeneratedField)]
    names = ", ".join(f'"{field.column}"' for field in fields)
    return f'"{model._meta.db_table}" ({names})'


world = Snapshot(factories.world).restore
"""A workspace in the middle of its day, with something in every state."""
