"""Where events are sent to, how far each goal's were looked at, and what is to be sent."""

import uuid

from django.db import models

from apps.core.columns import KeyField
from apps.core.ids import uuid7
from apps.webhooks.domain.deliveries import DeliveryState


class Webhook(models.Model):
    """An address that some kinds of events of a workspace's goals are sent to."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    url = models.CharField(max_length=500)
    kinds = models.JSONField(default=list, help_text="Kinds of events, as a goal's stream has them.")
    secret_sealed = models.BinaryField(help_text="Signs what is sent. Sealed, see accounts.queries.sealing.")
    enabled = models.BooleanField(default=True)
    made_by = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    since = models.DateTimeField(help_text="When it was switched on last: what happened before is not sent.")
    failures = models.PositiveIntegerField(default=0, help_text="Tries in a row that failed.")
    rests_until = models.DateTimeField(null=True, help_text="Nothing is sent before.")
    taken_until = models.DateTimeField(null=True, help_text="A worker sends until then; later: it was lost.")

    def __str__(self) -> str:
        return self.url


class WebhookPosition(models.Model):
    """Up to which number a goal's events were looked at for a webhook."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="+")
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, related_name="+")
    seq = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "goal"], name="webhook_position_once")]

    def __str__(self) -> str:
        return f"{self.goal_id} at {self.seq}"


class WebhookDelivery(models.Model):
    """One event that is sent to one address, with the very text that is sent each time."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    goal_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    seq = models.BigIntegerField(null=True, help_text="The event's number; null with the goal: a test.")
    kind = models.CharField(max_length=48)
    body = models.TextField()
    state = models.CharField(
        max_length=16, choices=[(each.value, each.value) for each in DeliveryState], default=DeliveryState.WAITING.value
    )
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True, help_text="The last answer's; null: none came.")
    problem = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "goal_id", "seq"], name="webhook_delivery_once"),
        ]
        indexes = [
            models.Index(fields=["webhook", "due_at"], condition=models.Q(state="waiting"), name="delivery_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
