"""What this app notes in the audit log."""

from enum import StrEnum


class WebhooksDeed(StrEnum):
    """Kinds of audit entry; each is about a webhook, whose address is named by its host alone."""

    WEBHOOK_ADDED = "webhook.added"  # kinds
    WEBHOOK_CHANGED = "webhook.changed"  # kinds, enabled
    WEBHOOK_REMOVED = "webhook.removed"
    DELIVERY_RETRIED = "delivery.retried"  # kind
