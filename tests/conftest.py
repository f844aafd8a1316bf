"""What every test of the product shares."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.db import OperationalError, connection, connections
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import override_settings

from apps.journal import gateway
from tests.interop import dialling, running
from tests.interop.environments import LIGHT

ROOT = Path(__file__).parents[1]
KEPT = {"django_migrations", "django_content_type", "auth_permission"}  # what migrating leaves, tests do not change
TRIES = 5


def pytest_collection_modifyitems(items):
    """Mark the tests of agents of others that are light enough for every run."""
    environments = {name: peer.environment for name, peer in {**dialling.ALL, **running.ALL}.items()}
    for item in items:
        name = getattr(item, "callspec", None) and item.callspec.params.get("name")
        if item.get_closest_marker("interop") and environments.get(name) in LIGHT:
            item.add_marker("light")


@pytest.fixture(scope="session", autouse=True)
def quick_looks():
    """Look ten times as often for what no push told of: who listens before Redis does would wait for two seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gateway, "POLL_SECONDS", 0.2)
        yield


@pytest.fixture(scope="session", autouse=True)
def silent_transactions():
    """A test is a transaction of its own, and on a busy machine says nothing for longer than the product ever may."""
    options = connections["default"].settings_dict["OPTIONS"]
    options["options"] = options["options"].replace("session_timeout=10s", "session_timeout=0")
    assert "idle_in_transaction_session_timeout=0" in options["options"]


@pytest.fixture(scope="session", autouse=True)
def quick_passwords():
    """Hash passwords the quick way: the slow one, which keeps attackers busy, would take a third of a second a user."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def flush_by_rows():
    """Where pytest-django flushes all the same (a fixture that asks for `db` late), rows are deleted: no TRUNCATE.

    The audit log lets nobody empty it, a test neither.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", lambda operations, statements: empty_tables())
        yield


@pytest.fixture(scope="session")
def ioa_client(tmp_path_factory):
    """The typed client of the REST API, written from what the API says now: what it holds is imported in the tests."""
    folder = tmp_path_factory.mktemp("rest-client")
    command = [sys.executable, ROOT / "scripts" / "generate_client.py", folder / "ioa_client"]
    subprocess.run(command, check=True, env=os.environ | {"IOA_SECRET_KEYS": "a" * 64}, timeout=250)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield


@pytest.fixture
def transactional_db(django_db_setup, django_db_blocker):
    """The database for a test that commits: rows go away afterwards, row by row.

    It stands in for pytest-django's, whose flush truncates every table and writes all permissions again: a third of a
    second, where deleting some dozens of rows takes some milliseconds. The connection is kept: a new one has to learn
    every table again. Ask for this fixture; the mark `django_db(transaction=True)` would flush all the same.
    """
    with django_db_blocker.unblock():
        yield
        empty_tables()


def empty_tables() -> None:
    """Delete all rows, whatever refers to them or guards them (the audit log takes no change from anybody).

    What a process that was killed had sent its server goes on for a moment, and locks rows in another order.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            with connection.cursor() as cursor:
                cursor.execute(emptying())
        except OperationalError:
            connection.connection.rollback()
            if not tries_left:
                raise
        else:
            return


@cache
def emptying() -> str:
    tables = sorted(set(connection.introspection.table_names()) - KEPT)
    deletes = "".join(f'DELETE FROM "{table}"; ' for table in tables)
    return f"BEGIN; SET LOCAL session_replication_role = replica; {deletes}COMMIT"
