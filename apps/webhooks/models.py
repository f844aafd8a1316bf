"""Where events are sent to, how far each goal's were looked at, and what is to be sent."""

import uuid

from django.db import models

from apps.core.columns import KeyField, Telling, choices_of
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


class TaskPush(models.Model):
    """What one client of A2A is told of one round of a goal, at a webhook of its own.

    The webhook's sealed secret holds the headers that the client gave, as JSON; it has no kinds.
    """

    webhook = models.OneToOneField(Webhook, on_delete=models.CASCADE, primary_key=True, related_name="push")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    token_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, related_name="+")
    task = models.CharField(max_length=80, help_text="As A2A calls this round of the goal.")
    name = models.CharField(max_length=200, help_text="As the client calls it.")
    version = models.CharField(max_length=8, help_text="Of A2A, in which it is told.")
    scheme = models.CharField(max_length=40, blank=True, help_text="Of the credentials that the client gave.")
    told = models.CharField(max_length=80, help_text="The state that it was told of last.")
    seq = models.BigIntegerField(help_text="The event of the goal that was looked at last.")
    over = models.BooleanField(default=False, help_text="The task has ended: nothing more comes of it.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "task", "name"], name="task_push_once"),
        ]
        indexes = [models.Index(fields=["goal"], condition=models.Q(over=False), name="task_push_open")]

    def __str__(self) -> str:
        return f"{self.name} of {self.task}"


class WebhookPosition(models.Model):
    """Up to which number a goal's events were looked at for a webhook."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="+")
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, related_name="+")
    seq = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "goal"], name="webhook_position_once")]

    def __str__(self) -> str:
        return f"{self.goal_id} at {self.seq}"


class WebhookDelivery(Telling):
    """One event that is sent to one address, with the very text that is sent each time."""

    tells = ("problem",)
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    goal_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    seq = models.BigIntegerField(null=True, help_text="The event's number; null with the goal: a test.")
    kind = models.CharField(max_length=48)
    body = models.TextField()
    state = models.CharField(max_length=16, choices=choices_of(DeliveryState), default=DeliveryState.WAITING.value)
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
