"""Collecting and sending, in workers."""

from functools import partial
from uuid import UUID

from celery import shared_task

from apps.agents.gateway import calls
from apps.webhooks.actions.collection import sweep_webhooks
from apps.webhooks.actions.deliveries import deliver_due, forget_old_deliveries
from apps.webhooks.queries.webhooks import workspace_of_webhook


@shared_task(name="webhooks.sweep")
def sweep() -> None:
    """Collect what happened; ring for what is due, and for what a worker lost."""
    sweep_webhooks()


@shared_task(name="webhooks.deliver")
def deliver(webhook_id: str) -> None:
    """Send what is due at one webhook, one workspace after the other."""
    hook = UUID(webhook_id)
    calls.send_soon(workspace_of_webhook(hook), partial(deliver_due, hook), f"sending to {webhook_id}")


@shared_task(name="webhooks.forget")
def forget() -> None:
    """Drop old deliveries."""
    forget_old_deliveries()
