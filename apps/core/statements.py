"""Statements that every step makes, run over a cursor that their connection keeps.

Django makes a cursor for each, wrapped twice, which takes as long as the rest of a short statement.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

Params = Sequence[object] | Mapping[str, object]


def fetch_rows(sql: str, params: Params) -> list[Any]:
    """The rows that a statement gives. It is seen by Django's execute wrappers, as any other.

    Raises Django's database errors.
    """
    ours: Any = connections[DEFAULT_DB_ALIAS]
    rows: list[Any]
    if ours.connection is None or ours.queries_logged or not ours.in_atomic_block:
        with ours.cursor() as cursor:
            cursor.execute(sql, params)
            rows = cursor.fetchall()
        return rows
    execute = _execute
    for wrapper in reversed(ours.execute_wrappers):
        execute = partial(wrapper, execute)
    rows = execute(sql, params, False, {"connection": ours})
    return rows


def _execute(sql: str, params: Params, _many: bool, context: dict[str, Any]) -> list[Any]:
    """What the wrappers wrap: they give back what it gives."""
    ours = context["connection"]
    ours.validate_no_broken_transaction()
    with ours.wrap_database_errors:
        known = ours.connection
        if (kept := vars(known).get("kept_cursor")) is None:
            kept = known.kept_cursor = ours.create_cursor()
        rows: list[Any] = kept.execute(sql, params).fetchall()
    return rows
