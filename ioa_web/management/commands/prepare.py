"""`manage.py prepare`: what has to be true of the database and the static files before anything serves."""

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Migrate, collect the static files, seed. Every step may be repeated."""

    help = "Bring the database and the static files to this release, then seed what is missing."

    def handle(self, **options: object) -> None:
        """Run the steps; the seed prints the one-time sign-in link and the API token."""
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("seed", stdout=self.stdout)
