"""`manage.py up`: everything under one command."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ioa_web.supervisor.data_dir import Installation
from ioa_web.supervisor.problems import CannotStart, explain
from ioa_web.supervisor.run import run


class Command(BaseCommand):
    """Start the services, the web server, the worker and beat, and keep them running."""

    help = "Start everything: embedded Postgres and Redis, the web server, the worker, beat. Ctrl-C stops it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Offer to start the services alone, and to say how the first person gets in."""
        parser.add_argument(
            "--first-link", action="store_true", help="at a first start print a sign-in link and a token"
        )
        parser.add_argument("--services-only", action="store_true", help="Postgres and Redis alone; prints their URLs")

    def handle(self, *, services_only: bool, first_link: bool, **options: object) -> None:
        """Run until a signal; a problem that a person can solve is one line and exit code 1."""
        place = Installation(
            base=settings.BASE_DIR,
            data=settings.IOA_DATA_DIR,
            host=settings.IOA_HOST,
            port=settings.IOA_PORT,
            url=settings.IOA_PUBLIC_URL,
            allowed_hosts=settings.ALLOWED_HOSTS,
            keys_file=settings.IOA_SECRET_KEYS_FILE if settings.IOA_SECRET_KEYS_FROM_FILE else None,
            compat_port=settings.IOA_COMPAT_PORT,
            first_link=first_link,
        )
        try:
            run(place, self._say, services_only=services_only)
        except CannotStart as problem:
            raise CommandError(f"can't start: {problem}") from problem
        except OSError as error:
            raise CommandError(f"can't start: {explain(error)}") from error

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
