"""Make the demo workspace at the first start; at each start bring its built-in agents to this release."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from apps.accounts import actions as accounts
from apps.accounts.queries.people import demo_workspace
from apps.agents import actions as agents

TOKEN_NAME = "make run"  # noqa: S105 (a name, not a secret)


class Command(BaseCommand):
    """`manage.py seed`: may be run any number of times; only the first one lets somebody in."""

    help = "Make the demo workspace with its agents and documents, once; later bring its agents to this release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Offer to print what lets the first person in."""
        parser.add_argument(
            "--first-link", action="store_true", help="at a first start print a sign-in link and a token"
        )

    def handle(self, *args: Any, first_link: bool, **options: Any) -> None:
        """Seed; at a first start say how to get in, and only where that was asked for with what lets one in."""
        demo = seed()
        if demo is None:
            return
        if first_link:
            self.stdout.write(f"sign-in: {settings.IOA_PUBLIC_URL}{accounts.issue_sign_in_link(demo.user_id)}")
            self.stdout.write(f"api token: {accounts.issue_token(demo.owner, TOKEN_NAME)}")
        else:
            self.stdout.write("first start: manage.py sign_in_link prints the way in")


@transaction.atomic
def seed() -> accounts.Demo | None:
    """Do it, all or nothing; gives what a first start made. Documents come once: who removed them wants them gone."""
    demo = accounts.first_start()
    if (workspace_id := demo_workspace()) is not None:
        agents.seed_agents(workspace_id)
    if demo is not None:
        agents.seed_documents(demo.workspace_id)
    return demo
