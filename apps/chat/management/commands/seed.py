"""Make the demo workspace and say how to get in: a fresh one-time link and a fresh API token."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.accounts import actions as accounts
from apps.agents import actions as agents

TOKEN_NAME = "make run"  # noqa: S105 (a name, not a secret)


class Command(BaseCommand):
    """`manage.py seed`: may be run any number of times; only the link and the token are new each time."""

    help = "Make the demo workspace with its agents and documents; print a sign-in link and an API token."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seed, then print `sign-in: <url>` and `api token: <token>`, one on each line."""
        demo = accounts.ensure_demo()
        agents.seed_agents(demo.workspace_id)
        agents.seed_documents(demo.workspace_id)
        self.stdout.write(f"sign-in: {settings.IOA_PUBLIC_URL}{accounts.issue_sign_in_link(demo.user_id)}")
        self.stdout.write(f"api token: {accounts.replace_token(demo.owner, TOKEN_NAME)}")
