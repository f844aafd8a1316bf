"""The recurring jobs of this app."""

from celery import shared_task

from apps.accounts.actions.refusals import note_left_out


@shared_task(name="accounts.tell_left_out")
def note_left_out_refusals() -> None:
    """Note how many refusals the audit log was spared."""
    note_left_out()
