"""A one-time sign-in link from whoever runs the installation: the first way in, and one for who lost theirs."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.accounts.actions import recover_account
from apps.accounts.queries.people import first_person, person_by_username


class Command(BaseCommand):
    """`manage.py sign_in_link [user name]`: prints the link to whoever typed it, and to no log."""

    help = "Print a link that signs somebody in once, within 24 hours. Without a name: whom the first start made."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the user name."""
        parser.add_argument("username", nargs="?", default=None, help="default: whom the first start made")

    def handle(self, *args: Any, username: str | None, **options: Any) -> None:
        """Print `sign-in: <url>`. Whoever is in the account now is put out; see `recover_account`."""
        name = username or first_person()
        if name is None:
            raise CommandError("nobody was made yet: run manage.py prepare first, or give a user name")
        user = person_by_username(name)
        if user is None:
            raise CommandError(f"there is nobody with the user name {name!r}")
        if not user.is_active:
            raise CommandError(f"{name} is switched off: switch them on in the admin, or give another user name")
        where = settings.SERVICES.public_url or settings.IOA_PUBLIC_URL  # of what runs, whatever port it was given
        self.stdout.write(f"sign-in: {where}{recover_account(name)}")
