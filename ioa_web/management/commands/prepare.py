"""`manage.py prepare`: what has to be true of the database and the static files before anything serves."""

import time

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection

from ioa_web.static_files import collect_when_changed

DATABASE_SECONDS = 120  # Postgres after a crash first replays its log
PAUSE = 0.1


class Command(BaseCommand):
    """Wait for Postgres, migrate, collect the static files, seed. Every step may be repeated."""

    help = "Bring the database and the static files to this release, then seed what is missing."

    def handle(self, **options: object) -> None:
        """Run the steps; the seed prints the one-time sign-in link and the API token."""
        collect_when_changed()
        wait_for_database()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("seed", stdout=self.stdout)


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
