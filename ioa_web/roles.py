"""The two roles of the product in its database: who owns the schema and migrates, and who works with the rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connection
from psycopg.sql import SQL, Identifier

_RIGHTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}",
    "REVOKE UPDATE, DELETE ON journal_auditentry FROM {role}",
    "REVOKE INSERT, UPDATE, DELETE ON journal_auditlink FROM {role}",  # the trigger that adds links is the owner's
)


@contextmanager
def as_owner() -> Iterator[None]:
    """Have the default connection be that of the schema's owner meanwhile, where the settings name one."""
    owner: dict[str, Any] | None = settings.IOA_MIGRATION_DATABASE
    if owner is None:
        yield
        return
    runtime = dict(connection.settings_dict)
    _connect_by(owner | {"OPTIONS": runtime["OPTIONS"] | owner.get("OPTIONS", {})})
    try:
        yield
    finally:
        _connect_by(runtime)


def _connect_by(settings_of_role: dict[str, Any]) -> None:
    """From now on; connections that are open are closed."""
    connection.close()
    if connection.settings_dict["OPTIONS"].get("pool"):
        connection.close_pool()  # type: ignore[attr-defined]  # Postgres' alone
    connection.settings_dict.update(settings_of_role)


def grant_runtime_rights(role: str) -> None:
    """Let the product's role read and write rows, and only add to the audit log; asked of the schema's owner.

    Whatever migrations made since the last time is covered, since this follows them. Emptying, changing and dropping
    tables takes owning them.
    """
    with connection.cursor() as cursor:
        for statement in _RIGHTS:
            cursor.execute(SQL(statement).format(role=Identifier(role)).as_string(cursor.connection))
