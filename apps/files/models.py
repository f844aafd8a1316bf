"""Contents and what they count for. What refers to a content has a foreign key to it, of any app above."""

from django.db import models

from apps.core.columns import KeyField, choices_of
from apps.core.ids import uuid7
from apps.files.domain.quotas import QuotaScope


class Blob(models.Model):
    """A content, once in its workspace: nobody learns from a shared one what another workspace has."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="blobs")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the content, in hexadecimal.")
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "digest"], name="blob_once_per_workspace")]

    def __str__(self) -> str:
        return f"{self.digest[:12]} ({self.size} bytes)"


class BlobPiece(models.Model):
    """A stretch of a content: `domain.contents.PIECE` bytes, the last one what is left."""

    blob = models.ForeignKey(Blob, on_delete=models.CASCADE, related_name="pieces")
    position = models.PositiveIntegerField(help_text="From 0.")
    content = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["blob", "position"], name="blob_piece_once")]

    def __str__(self) -> str:
        return f"{self.blob_id} / {self.position}"


class Hold(models.Model):
    """Keeps a content, counted already, until a row refers to it. What a lost worker held runs out."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    blob = models.ForeignKey(Blob, on_delete=models.RESTRICT, related_name="holds")
    goal_id = models.UUIDField(null=True)
    agent_id = models.UUIDField(null=True)
    until = models.DateTimeField()

    OWNERS = {"workspace": "workspace_id", "goal": "goal_id", "agent": "agent_id"}

    class Meta:
        indexes = [models.Index(fields=["until"], name="hold_by_end")]

    def __str__(self) -> str:
        return f"{self.blob_id} until {self.until}"


class FileUse(models.Model):
    """How many files, and how large together, count for a goal, an agent or a workspace. Each reference counts."""

    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="file_uses")
    scope = models.CharField(max_length=12, choices=choices_of(QuotaScope))
    owner_id = models.UUIDField(help_text="Of the goal, the agent, or the workspace itself.")
    files = models.PositiveBigIntegerField(default=0)
    bytes = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "owner_id"], name="file_use_once")]

    def __str__(self) -> str:
        return f"{self.scope} {self.owner_id}: {self.files}"


class LoweredQuotas(models.Model):
    """What an owner allows their workspace of what the installation allows each."""

    workspace = models.OneToOneField(
        "accounts.Workspace", on_delete=models.CASCADE, primary_key=True, related_name="lowered_quotas"
    )
    values = models.JSONField(
        default=dict, help_text='{"goal": {"files": 100, "bytes": 1048576}}; unnamed: as allowed.'
    )

    def __str__(self) -> str:
        return f"quotas of {self.workspace_id}"
