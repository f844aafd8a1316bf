"""What another thread does beside a test, over a connection of its own."""

from django.db import connection


def closing(work):
    """The same work, which leaves no connection behind."""

    def closed(*arguments):
        try:
            return work(*arguments)
        finally:
            connection.close()

    return closed


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("select exists (select from pg_locks where not granted)")
        return cursor.fetchone()[0]
