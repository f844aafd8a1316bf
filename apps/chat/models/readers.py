"""People who read: when they were here, how far they have read, and links by which others read along."""

from django.db import models
from django.db.models.functions import Now

from apps.chat.models.conversations import Conversation
from apps.core.columns import KeyField
from apps.core.ids import uuid7


class Visit(models.Model):
    """When somebody came to a goal, or to the workspace (no goal), was last seen there, and had left before that."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, null=True, related_name="+")
    seen_at = models.DateTimeField()
    left_at = models.DateTimeField(help_text="What happened from then on is told to them, until they dismiss it.")
    came_at = models.DateTimeField(db_default=Now(), help_text="What happened from then on they could see.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "workspace", "goal"], nulls_distinct=False, name="visit_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.goal_id or self.workspace_id}"


class ReadMark(models.Model):
    """How far somebody has read a room, on whatever device; it never goes back."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(help_text="Of the last message that was read.")
    seq = models.BigIntegerField(help_text="The same message's place in the goal's stream.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "conversation"], name="read_mark_once")]

    def __str__(self) -> str:
        return f"{self.user_id} up to {self.number} in {self.conversation_id}"


class SharedLink(models.Model):
    """A link by which anybody who has it reads one goal, as it stands then. Only its secret's SHA-256 is kept."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, related_name="shares")
    by = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    left_out = models.JSONField(default=list, help_text="domain.goal_record.Concealable: what is not shown.")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, help_text="None: it does not run out.")
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"share of {self.goal_id}"
