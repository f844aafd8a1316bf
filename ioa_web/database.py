"""How processes connect to Postgres."""

from typing import Any

MOST_PREPARED = 300
"""Statements that a connection keeps: a goal alone takes nearly all of the hundred of psycopg. 34 kB each: 10 MB."""


def keep_statements(connection: Any, **_: object) -> None:
    """Have a connection that was made, or came from the pool, keep all statements of a process prepared."""
    connection.connection.prepared_max = MOST_PREPARED
