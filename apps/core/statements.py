"""Statements that every step makes, over psycopg's own cursors: one that their connection keeps, where rows come.

Django makes a cursor for each, wrapped twice, which takes as long as the rest of a short statement. Execute wrappers
see a statement all the same, and errors are Django's; where statements are counted, Django's way is taken.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

Params = Sequence[object] | Mapping[str, object]

MOST_KEPT = 500
"""Rows: a cursor holds on to what it gave last, and one that gave more is not kept."""


def fetch_rows(sql: str, params: Params) -> list[Any]:
    """The rows that a statement gives. Raises Django's database errors."""
    ours: Any = connections[DEFAULT_DB_ALIAS]
    rows: list[Any]
    if _is_djangos(ours):
        with ours.cursor() as cursor:
            cursor.execute(sql, params)
            rows = cursor.fetchall()
    else:
        rows = _wrapped(ours, _fetch)(sql, params, False, {"connection": ours})
    return rows


def run_statement(sql: str, params: Params) -> Any:
    """Run a statement that gives no rows; its cursor has `rowcount`, within a pipeline once that has ended. Raises
    Django's database errors.
    """
    ours: Any = connections[DEFAULT_DB_ALIAS]
    if not _is_djangos(ours):
        return _wrapped(ours, _run)(sql, params, False, {"connection": ours})
    cursor = ours.cursor()  # left open: a closed one knows no number
    cursor.execute(sql, params)
    return cursor


def _is_djangos(ours: Any) -> bool:
    """Whether a statement is to go Django's way, which opens a connection and counts statements."""
    ours.close_if_health_check_failed()
    return ours.connection is None or ours.queries_logged


def _wrapped(ours: Any, execute: Callable[..., Any]) -> Callable[..., Any]:
    for wrapper in reversed(ours.execute_wrappers):
        execute = partial(wrapper, execute)
    return execute


def _fetch(sql: str, params: Params, _many: bool, context: dict[str, Any]) -> list[Any]:
    ours = context["connection"]
    ours.validate_no_broken_transaction()
    with ours.wrap_database_errors:
        known = ours.connection
        if (kept := vars(known).get("kept_cursor")) is None:
            kept = known.kept_cursor = ours.create_cursor()
        rows: list[Any] = kept.execute(sql, params).fetchall()
        if len(rows) > MOST_KEPT:
            del known.kept_cursor
    return rows


def _run(sql: str, params: Params, _many: bool, context: dict[str, Any]) -> Any:
    ours = context["connection"]
    ours.validate_no_broken_transaction()
    with ours.wrap_database_errors:
        return ours.create_cursor().execute(sql, params)
