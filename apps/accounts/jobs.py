"""The recurring jobs of this app."""

from celery import shared_task

from apps.accounts.actions.refusals import tell_left_out


@shared_task(name="accounts.tell_left_out")
def tell_what_was_left_out() -> None:
    """Note how many refusals the audit log was spared."""
    tell_left_out()
