"""Whether a request that got no answer from Postgres finds it away, or only has too much company."""

import threading
import time

from django.db import Error
from psycopg import errors
from psycopg_pool import PoolTimeout, TooManyRequests

from apps.journal.queries.connections import unpooled_connection

NEWS_SECONDS = 2.0  # for which one look tells it for all: there may be hundreds who ask
CROWDED = (errors.LockNotAvailable, errors.DeadlockDetected, errors.TooManyConnections)
NO_CONNECTION = (PoolTimeout, TooManyRequests)


class _Look:
    """What the last look at the database found."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = 0.0
        self._answers = False

    def answers(self) -> bool:
        with self._lock:
            if time.monotonic() >= self._until:
                self._answers = _answers()
                self._until = time.monotonic() + NEWS_SECONDS
            return self._answers


_look = _Look()


def is_crowded(error: BaseException | None) -> bool:
    """Whether what the database's client raised means that there is too much to do, and not that Postgres is away.

    The pool says the same in both cases, so then Postgres is asked past it.
    """
    cause = error.__cause__ if error is not None else None
    return isinstance(cause, CROWDED) or (isinstance(cause, NO_CONNECTION) and _look.answers())


def _answers() -> bool:
    connection = unpooled_connection()
    try:
        connection.ensure_connection()
    except Error as error:
        return isinstance(error.__cause__, errors.TooManyConnections)
    finally:
        connection.close()
    return True
