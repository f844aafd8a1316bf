"""Whether the data is of this release: nothing may serve or work on data that another one left."""

import logging
from collections.abc import Iterable
from itertools import islice

from django.apps import apps
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader

log = logging.getLogger(__name__)

NAMED = 4  # of what differs; the rest is counted
BACKUP = "docs/operations.md says how to back up and restore"


class WrongSchema(Exception):
    """The data is not of this release; the text says what to do."""


def unfit(what: str) -> WrongSchema:
    """Give what to say of tables that no release on the way to this one left."""
    return WrongSchema(
        f"The tables are not those of this release ({what}): a state in between releases made them. Restore a backup "
        f"of a release, or set IOA_DATA_DIR to a new folder: {BACKUP}."
    )


def not_the_owner(what: str) -> WrongSchema:
    """Give what to say where the role that migrates may not."""
    role = connection.settings_dict["USER"] or "that connects"
    return WrongSchema(
        f"The role {role} may not change the tables ({what}): name the one that owns them "
        "in IOA_MIGRATION_DATABASE_URL, which docs/operations.md tells of."
    )


def refuse_newer() -> None:
    """Raise WrongSchema where the data has migrations that this release does not know."""
    loader = MigrationLoader(connection)
    ours = {label for label, _ in loader.disk_migrations}
    unknown = [key for key in loader.applied_migrations or () if key[0] in ours and key not in loader.disk_migrations]
    if unknown:
        raise WrongSchema(
            f"The data was written by a newer release ({_name_keys(unknown)}). Start that release, or restore a backup "
            f"that this one made: {BACKUP}."
        )


def refuse_older() -> None:
    """Raise WrongSchema where migrations of this release have not been applied to the data."""
    loader = MigrationLoader(connection)
    missing = [key for key in loader.disk_migrations if key not in (loader.applied_migrations or ())]
    if missing:
        raise WrongSchema(
            f"The data was written by an older release (it lacks {_name_keys(missing)}). Stop all processes of that "
            f"release, make a backup, and run `python manage.py prepare`: {BACKUP}."
        )


def refuse_different() -> None:
    """Raise WrongSchema where the tables are not those of this release, whatever is noted of migrations."""
    found = _columns()
    options = [model._meta for model in apps.get_models(include_auto_created=True)]  # noqa: SLF001 - it is documented
    wanted = {
        (each.db_table, str(field.column)) for each in options if each.managed for field in each.local_concrete_fields
    }
    if missing := wanted - found:
        raise unfit(f"{_name_keys(missing)} missing")


def refuse_other() -> None:
    """Raise WrongSchema where the data is not of this release."""
    refuse_newer()
    refuse_older()
    refuse_different()


def exit_on_other() -> None:
    """End this process, with a sentence, where the data is not of this release; the database may be away still."""
    try:
        refuse_other()
    except WrongSchema as problem:
        raise SystemExit(f"can't start: {problem}") from problem
    except OperationalError as error:
        log.warning("the database is away, so its schema was not looked at: %s", error)
    finally:
        connection.close()


def _columns() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
            " WHERE c.relnamespace = ANY (current_schemas(false)::regnamespace[])"
            " AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped"
        )
        return set(cursor.fetchall())


def _name_keys(keys: Iterable[tuple[str, str]]) -> str:
    ordered = sorted(keys)
    names = ", ".join(f"{first}.{second}" for first, second in islice(ordered, NAMED))
    return names if len(ordered) <= NAMED else f"{names} and {len(ordered) - NAMED} more"
