"""Statements are prepared, as many as a connection may keep, and not at all where a pooler does not know them."""

import os
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from select import select

import psycopg
import pytest
from django.db import DataError
from django.db import connection as usual
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, TransactionStatus
from psycopg.sql import SQL

from apps.journal.queries.connections import unpooled_connection
from ioa_web.database import MOMENT, MomentLoader, WarmPool

ROOT = Path(__file__).parents[2]
PREPARED = SQL("SELECT count(*) FROM pg_prepared_statements")
ASKING = f"""
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    for _ in range(5):
        cursor.execute({PREPARED.as_string()!r})
    print(cursor.fetchone()[0])
"""

CLOSED_MEANWHILE = """
import django
django.setup()
from django.db import connection
def ask(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)
        told = cursor.fetchone()[0]
    connection.close()
    return told
first, second = ask("SELECT pg_backend_pid()"), ask("SELECT pg_backend_pid()")
print("kept" if first == second else "another")
import psycopg
with psycopg.connect(**connection.get_connection_params()) as own:
    own.execute("SELECT pg_terminate_backend(%s, 5000)", [second])
print("kept" if ask("SELECT pg_backend_pid()") == second else "another")
"""

GIVEN_BACK = """
import django
django.setup()
from django.db import connection
connection.ensure_connection()
first, second = connection.connection, connection.pool.getconn()
connection.pool.putconn(second)
connection.close()
print("last" if connection.pool.getconn() is first else "longest")
"""


@pytest.mark.parametrize(("prepare", "prepared"), [(None, 1), ("1", 1), ("0", 0)])
def test_statements_are_prepared_unless_that_is_switched_off(prepare, prepared):
    environment = os.environ | ({} if prepare is None else {"IOA_PREPARE": prepare})
    asked = subprocess.run([sys.executable, "-c", ASKING], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert asked.stdout.strip() == str(prepared), asked.stderr


def test_a_connection_that_was_closed_while_it_waited_in_the_pool_is_not_given_out():
    environment = os.environ | {"IOA_DATABASE_POOL": "1"}
    command = [sys.executable, "-c", CLOSED_MEANWHILE]
    asked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert asked.stdout.split() == ["kept", "another"], asked.stderr


def test_the_connection_that_came_back_last_is_given_out_first():
    environment = os.environ | {"IOA_DATABASE_POOL": "2"}
    command = [sys.executable, "-c", GIVEN_BACK]
    asked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert asked.stdout.split() == ["last"], asked.stderr


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_something_came_in_on_is_given_out_with_no_transaction_open():
    with psycopg.connect(**usual.get_connection_params()) as waiting:
        waiting.execute("LISTEN news")
        waiting.commit()
        with usual.cursor() as cursor:
            cursor.execute("NOTIFY news")
        assert select([waiting], [], [], 10)[0]
        WarmPool.check_connection(waiting)
        assert (waiting.autocommit, waiting.info.transaction_status) == (False, TransactionStatus.IDLE)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("own", [False, True])
def test_a_connection_keeps_no_more_prepared_statements_than_its_server_has_memory_for(own):
    made = unpooled_connection() if own else usual
    with made.cursor() as cursor:
        for number in range(400):
            cursor.connection.execute(SQL("SELECT {}").format(number), prepare=True)
        assert cursor.connection.execute(PREPARED, prepare=False).fetchone() == (300,)
    made.close()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-11-24 19:45:33.123456+00", datetime(2026, 11, 24, 19, 45, 33, 123456, UTC)),
        ("2026-11-24 19:45:33.1+00", datetime(2026, 11, 24, 19, 45, 33, 100000, UTC)),
        ("2026-11-24 19:45:33+02:30", datetime(2026, 11, 24, 17, 15, 33, 0, UTC)),
        ("0001-01-01 00:00:00+00", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31 23:59:59.999999+00", datetime(9999, 12, 31, 23, 59, 59, 999999, UTC)),
    ],
)
def test_moments_are_read_as_they_were_written_and_in_utc(written, moment):
    with usual.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz", [written])
        (read,) = cursor.fetchone()
        loader = cursor.connection.adapters.get_loader(MOMENT, 0)
    assert read == moment
    assert read.tzinfo is UTC
    assert loader is MomentLoader, "Django puts its own in the place of one whose time zone it does not know"


@pytest.mark.django_db
@pytest.mark.parametrize("written", ["infinity", "0044-03-15 00:00:00+00 BC"])
def test_a_moment_that_python_has_no_words_for_is_an_error_of_the_database_client(written):
    with usual.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz", [written])
        with pytest.raises(DataError):
            cursor.fetchone()


def test_a_host_that_is_gone_without_a_word_is_noticed_by_who_sends_it_a_statement_too():
    """The kernel asks nobody for a sign of life on a connection that has sent something: it sends that again, for a
    quarter of an hour.
    """
    names = ("keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout")
    wanted = {name: usual.get_connection_params().get(name) for name in names}
    with socket.create_server(("127.0.0.1", 0)) as server:
        asked = make_conninfo(host="127.0.0.1", port=server.getsockname()[1], sslmode="disable", **wanted)
        connecting = PGconn.connect_start(asked.encode())
        select([], [connecting.socket], [], 10)
        connecting.connect_poll()
        with socket.socket(fileno=os.dup(connecting.socket)) as ours:
            patience = ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        connecting.finish()
    assert patience == 30_000
