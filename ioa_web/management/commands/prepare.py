"""`manage.py prepare`: what has to be true of the database and the static files before anything serves."""

import os
import time
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.exceptions import MigrationSchemaMissing
from psycopg.errors import InsufficientPrivilege

from apps.chat.actions.restoration import hold_if_restored
from ioa_web import backups, schema
from ioa_web.roles import as_owner, grant_runtime_rights
from ioa_web.starting import no_keys
from ioa_web.static_files import collect_when_changed
from ioa_web.supervisor.data_dir import FOLDER

DATABASE_SECONDS = 120  # Postgres after a crash first replays its log
PAUSE = 0.1


class Command(BaseCommand):
    """Wait for Postgres, migrate, collect the static files, seed. Every step may be repeated."""

    help = "Bring the database and the static files to this release, then seed what is missing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Offer to print what lets the first person in; left out where the output is a log that others read."""
        parser.add_argument(
            "--first-link", action="store_true", help="at a first start print a sign-in link and a token"
        )

        parser.add_argument(
            "--restored",
            action="store_true",
            help="the data is a backup's: goals in flight ask before they go on",
        )

    def handle(self, *, first_link: bool, restored: bool, **options: object) -> None:
        """Run the steps."""
        if why := no_keys():
            raise CommandError(why)
        collect_when_changed()
        role = connection.settings_dict["USER"]
        with as_owner():
            wait_for_database()
            try:
                made = bring_to_this_release()
            except (schema.WrongSchema, backups.NoBackup) as problem:
                raise CommandError(str(problem)) from problem
            if made is not None:
                self.stdout.write(f"this release moved data; how it was before is in {made}")
            if settings.IOA_MIGRATION_DATABASE:
                grant_runtime_rights(role)
        if not settings.IOA_MIGRATION_DATABASE:
            self.stdout.write("the product's database role owns the schema: see IOA_MIGRATION_DATABASE_URL")
        self._hold_if_restored(surely=restored)
        call_unhurried("seed", first_link=first_link, stdout=self.stdout)

    def _hold_if_restored(self, *, surely: bool) -> None:
        held = hold_if_restored(os.environ.get(FOLDER, ""), surely=surely)
        if held is not None:
            self.stdout.write(f"restored from a backup: {held} goals in flight ask before they go on")


def bring_to_this_release() -> Path | None:
    """Migrate; gives the backup that was made before that moved data.

    Raises schema.WrongSchema, with what to do, for data that no release on the way to this one left, and
    backups.NoBackup.
    """
    schema.refuse_newer()
    made = backups.back_up_before_reshaping()
    try:
        call_unhurried("migrate", interactive=False, verbosity=0)
    except (ProgrammingError, MigrationSchemaMissing) as error:
        refused = error.__context__ if isinstance(error, MigrationSchemaMissing) else error
        why = " ".join(str(error).split())
        denied = refused is not None and isinstance(refused.__cause__, InsufficientPrivilege)
        raise (schema.not_the_owner(why) if denied else schema.unfit(why)) from error
    schema.refuse_different()
    return made


def call_unhurried(command: str, **options: object) -> None:
    """Run a command whose transactions may be silent for as long as it takes.

    A migration works in Python between two statements, as seeding agents does, and on a busy machine the ten seconds
    that everything else has are soon over. It holds up nobody: nothing serves yet.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = 0")
    call_command(command, **options)
    with connection.cursor() as cursor:
        cursor.execute("RESET idle_in_transaction_session_timeout")


def wait_for_database() -> None:
    """Return when Postgres takes a connection; raise OperationalError when it does not for DATABASE_SECONDS."""
    until = time.monotonic() + DATABASE_SECONDS
    while True:
        try:
            connection.ensure_connection()
        except OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE)
        else:
            return
