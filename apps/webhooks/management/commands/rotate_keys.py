"""Seal every stored secret again under the first key, so that the older keys can be taken away."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.accounts.actions.settings import reseal_model_keys
from apps.accounts.actions.signing import reseal_signing_key
from apps.accounts.events import AccountsDeed
from apps.agents.actions.configs import reseal_credentials
from apps.agents.actions.sources import reseal_source_tokens
from apps.attention.actions.pushes import reseal_push_key
from apps.journal.actions import audit
from apps.webhooks.actions.webhooks import reseal_webhook_secrets


class Command(BaseCommand):
    """`manage.py rotate_keys`, after a new key was put first in IOA_SECRET_KEYS. May be run any number of times."""

    help = "Seal the stored keys and the agents' credentials again under the first key of IOA_SECRET_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many were sealed again; exit code 1 where some open with none of the keys."""
        agents = (reseal_credentials, reseal_source_tokens)
        secrets = (reseal_model_keys, *agents, reseal_signing_key, reseal_webhook_secrets, reseal_push_key)
        done = [reseal() for reseal in secrets]
        self.stdout.write(f"sealed again: {sum(one.sealed for one in done)}")
        _note(sum(one.sealed for one in done), sum(one.lost for one in done))
        if lost := sum(one.lost for one in done):
            raise CommandError(f"{lost} open with none of the keys: add the key that sealed them, or enter them again")


def _note(sealed: int, lost: int) -> None:
    audit(AccountsDeed.KEYS_ROTATED, None, "the stored keys and credentials", None, sealed=sealed, lost=lost)
