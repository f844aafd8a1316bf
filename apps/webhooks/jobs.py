"""Collecting and sending, in workers."""

from uuid import UUID

from celery import shared_task

from apps.webhooks.actions.collection import sweep_webhooks
from apps.webhooks.actions.deliveries import deliver_due, forget_old_deliveries


@shared_task(name="webhooks.sweep")
def sweep() -> None:
    """Collect what happened; ring for what is due, and for what a worker lost."""
    sweep_webhooks()


@shared_task(name="webhooks.deliver")
def deliver(webhook_id: str) -> None:
    """Send what is due at one webhook."""
    deliver_due(UUID(webhook_id))


@shared_task(name="webhooks.forget")
def forget() -> None:
    """Drop old deliveries."""
    forget_old_deliveries()
