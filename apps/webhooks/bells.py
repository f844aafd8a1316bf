"""What webhooks ring for."""

from apps.journal.bells import Bell


class WebhooksBell(Bell):
    """Each value is the name of the one job that answers."""

    DELIVERIES_DUE = "webhooks.deliver"  # (webhook id): something may be sent there
