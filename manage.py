#!/usr/bin/env python
"""Django's command line: `manage.py up` starts everything."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

from ioa_web.management.commands import up


def main() -> None:
    """Run the command that was asked for.

    SystemExit: with a sentence, where a setting can't be read or the database is not there.
    """
    try:
        if sys.argv[1:2] == ["up"]:
            up.Command().run_from_argv(sys.argv)  # it keeps other processes: the apps would be 70 MB that nobody uses
        else:
            execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, ValueError) as mistake:
        if settings.configured:
            raise
        raise SystemExit(f"can't start: {mistake}") from mistake
    except OperationalError as problem:
        if getattr(problem.__cause__, "sqlstate", None):
            raise  # the database answered, and this is what it said
        raise SystemExit(_no_database(problem)) from problem


def _no_database(problem: OperationalError) -> str:
    """What to do where nothing answers; the embedded database is found by the data folder of what runs."""
    own = settings.DATABASES["default"]
    where = f"{own['HOST'] or 'this machine'}, database {own['NAME']}"
    why = str(problem).splitlines()[0]
    return (
        f"can't reach the database at {where} ({why}): start it, or name it in DATABASE_URL; beside `manage.py up` "
        f"give the same IOA_DATA_DIR (now {settings.IOA_DATA_DIR})"
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
    main()
