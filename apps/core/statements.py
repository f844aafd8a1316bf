"""Statements that every step makes, over psycopg's own cursors: one that their connection keeps, where rows come.

Django makes a cursor for each, wrapped twice, which takes as long as the rest of a short statement. Execute wrappers
see a statement all the same, and errors are Django's; where statements are counted, Django's way is taken.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import NoneType
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from psycopg.errors import ReadOnlySqlTransaction

Params = Sequence[object] | Mapping[str, object]

_IDS = {UUID, NoneType}
MOST_KEPT = 500
"""Rows: a cursor holds on to what it gave last, and one that gave more is not kept."""


def fetch_rows(sql: str, params: Params) -> list[Any]:
    """The rows that a statement gives. Raises Django's database errors."""
    ours: Any = connections[DEFAULT_DB_ALIAS]
    cursor = _run(ours, _kept_cursor, sql, params)
    with ours.wrap_database_errors:
        rows: list[Any] = cursor.fetchall()
    if len(rows) > MOST_KEPT:
        ours.connection.kept_cursor = None
    return rows


def run_statement(sql: str, params: Params) -> Any:
    """Run a statement that gives no rows; its cursor has `rowcount`, within a pipeline once that has ended. Raises
    Django's database errors.
    """
    return _run(connections[DEFAULT_DB_ALIAS], _new_cursor, sql, params)


def _kept_cursor(ours: Any) -> Any:
    known = ours.connection
    if getattr(known, "kept_cursor", None) is None:
        known.kept_cursor = ours.create_cursor()
    return known.kept_cursor


def _new_cursor(ours: Any) -> Any:
    return ours.create_cursor()


def _run(ours: Any, cursor_of: Callable[[Any], Any], sql: str, params: Params) -> Any:
    """Run it over the cursor that `cursor_of` gives, or Django's own; gives the cursor."""
    if isinstance(params, list):
        params = [_array_of_ids(one) if _are_ids(one) else one for one in params]
    ours.close_if_health_check_failed()
    if ours.connection is None or ours.queries_logged:  # Django opens the connection, and counts statements
        cursor = ours.cursor()
        cursor.execute(sql, params)
        return cursor
    cursor, execute = cursor_of(ours), _execute
    for wrapper in reversed(ours.execute_wrappers):
        execute = partial(wrapper, execute)
    execute(sql, params, False, {"connection": ours, "cursor": cursor})
    return cursor


def _are_ids(param: object) -> bool:
    return isinstance(param, list) and bool(param) and set(map(type, param)) <= _IDS


def _array_of_ids(ids: list[UUID | None]) -> str:
    """An array as Postgres reads it: psycopg asks of each value how it is written, which takes longer than a look."""
    return "{" + ",".join("NULL" if one is None else str(one) for one in ids) + "}"


def _execute(sql: str, params: Params, _many: bool, context: dict[str, Any]) -> None:
    """What the wrappers wrap."""
    ours = context["connection"]
    ours.validate_no_broken_transaction()
    with ours.wrap_database_errors:
        context["cursor"].execute(sql, params)


def is_away(error: Exception) -> bool:
    """Whether the same may go well in a while: the database is away, what is asked for is locked, or nothing can be
    written while another server takes the place of this one.
    """
    return isinstance(error, OperationalError | InterfaceError) or isinstance(error.__cause__, ReadOnlySqlTransaction)
