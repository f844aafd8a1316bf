"""Statements are prepared, as many as a connection may keep, and not at all where a pooler does not know them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection as usual
from psycopg.sql import SQL

from apps.journal.queries.connections import unpooled_connection

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


@pytest.mark.parametrize(("prepare", "prepared"), [(None, 1), ("1", 1), ("0", 0)])
def test_statements_are_prepared_unless_that_is_switched_off(prepare, prepared):
    environment = os.environ | ({} if prepare is None else {"IOA_PREPARE": prepare})
    asked = subprocess.run([sys.executable, "-c", ASKING], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert asked.stdout.strip() == str(prepared), asked.stderr


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("own", [False, True])
def test_a_connection_keeps_no_more_prepared_statements_than_its_server_has_memory_for(own):
    made = unpooled_connection() if own else usual
    with made.cursor() as cursor:
        for number in range(400):
            cursor.connection.execute(SQL("SELECT {}").format(number), prepare=True)
        assert cursor.connection.execute(PREPARED, prepare=False).fetchone() == (300,)
    made.close()
