"""How processes connect to Postgres."""

from datetime import UTC, datetime
from select import POLLIN, poll
from typing import Any

from psycopg import adapters
from psycopg.pq import Format
from psycopg.types.datetime import TimestamptzLoader
from psycopg_pool import ConnectionPool

MOMENT = adapters.types["timestamptz"].oid
MOST_PREPARED = 300
"""Statements that a connection keeps: a goal alone takes nearly all of the hundred of psycopg. 34 kB each: 10 MB."""


class MomentLoader(TimestamptzLoader):
    """Reads a moment as Postgres writes it in UTC; Django's own does it in Python, at ten times the cost.

    A page reads thousands. What Python's reader does not know (a year before Christ) is left to psycopg.
    """

    timezone = UTC  # what Django compares with its own, and leaves the loader in its place

    def load(self, data: Any) -> datetime:
        """Give the moment, in UTC. Raises psycopg's DataError for one that Python has no words for."""
        try:
            return datetime.fromisoformat(str(data, "ascii"))
        except ValueError:
            return super().load(data)


def keep_statements(connection: Any, **_: object) -> None:
    """Have a connection that was made, or came from the pool, keep all statements of a process prepared."""
    connection.connection.prepared_max = MOST_PREPARED


def read_moments(connection: Any, **_: object) -> None:
    """Have a connection that was made, or came from the pool, read moments the short way."""
    known = connection.connection.adapters
    if known.get_loader(MOMENT, Format.TEXT) is not MomentLoader:
        known.register_loader(MOMENT, MomentLoader)


class WarmPool(ConnectionPool):
    """A pool that gives out first what came back last: Postgres has at hand what that connection ran a moment ago.

    psycopg's goes round, so that a process which needs two connections at a time makes use of all that it has, each
    with its own plans. What is not needed waits longest, and is closed first.
    """

    def _get_ready_connection(self, timeout: float | None) -> Any:
        self._pool.rotate()  # what came back last is first now; the pool's lock is held here
        return super()._get_ready_connection(timeout)

    @staticmethod
    def check_connection(conn: Any) -> None:
        """Raise psycopg's OperationalError where Postgres has closed a connection that waited in the pool.

        Whoever closes it says so: so Postgres is asked only where something has come in. psycopg's own check asks each
        time, which is a way there and back for every request and most steps of a goal.
        """
        came_in = poll()
        came_in.register(conn.fileno(), POLLIN)
        if came_in.poll(0):
            ConnectionPool.check_connection(conn)
