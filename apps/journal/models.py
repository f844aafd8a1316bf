"""The journal: what happened, in order, per stream, and who did what only some may do. Rows are only ever added."""

import uuid

from django.db import models

from apps.core.columns import choices_of
from apps.journal.domain.audit import AuditOutcome
from apps.journal.domain.streams import StreamKind


class Stream(models.Model):
    """The ordered events of one goal or of one workspace. Its id is that goal's or workspace's id."""

    id = models.UUIDField(primary_key=True)
    kind = models.CharField(max_length=16, choices=choices_of(StreamKind))
    seq = models.BigIntegerField(default=0, help_text="Number of the newest event; gap-free from 1.")

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(seq__gte=0), name="stream_seq_not_negative")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id} at {self.seq}"


class Event(models.Model):
    """One thing that happened. `payload` carries enough to fold the stream into the tables again."""

    stream = models.ForeignKey(  # by its number each is found, so an index of the stream alone would only be written
        Stream, on_delete=models.CASCADE, related_name="events", db_index=False
    )
    seq = models.BigIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=48)
    actor = models.CharField(
        max_length=200,
        blank=True,
        help_text="Who did it: a handle, a person, or empty (the hub).",
    )
    team_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    payload = models.JSONField(default=dict)
    chain = models.JSONField(
        null=True,
        help_text="core.chains.ChainIds: in whose name it happened, and where. None: before chains were kept.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="event_seq_once_per_stream")]
        indexes = [models.Index(fields=["stream", "team_id", "seq"], name="event_by_team")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.seq}"


class AuditEntry(models.Model):
    """One privileged thing that was done or tried. The database refuses to change or delete it, and chains it.

    It outlives what it names.
    """

    at = models.DateTimeField()
    deed = models.CharField(max_length=48, help_text="What was done: role.changed, agent.switched_off, ...")
    actor = models.CharField(max_length=200, blank=True, help_text="Who did it; empty: the hub, or its command line.")
    address = models.CharField(
        max_length=64, blank=True, default="", help_text="Where it came from; empty: from the hub itself."
    )
    outcome = models.CharField(max_length=16, choices=choices_of(AuditOutcome), default=AuditOutcome.DONE)
    user_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    workspace_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    about = models.CharField(max_length=200, help_text="What it was done to, in words.")
    object_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    details = models.JSONField(default=dict, help_text="The new values; never a secret.")

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["workspace_id", "-id"], name="audit_by_workspace"),
            models.Index(fields=["object_id"], name="audit_by_object"),
        ]

    def __str__(self) -> str:
        return f"{self.deed}: {self.about}"


class AuditLink(models.Model):
    """The place of an audit entry in the chain: a trigger makes it at the commit. See `domain.chain`."""

    number = models.BigIntegerField(primary_key=True)
    entry = models.OneToOneField(AuditEntry, on_delete=models.PROTECT, related_name="link")
    previous = models.CharField(max_length=64, help_text="The hash of the link before; zeros for the first.")
    hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"link {self.number}"


class Pulse(models.Model):
    """When something that has to run all the time last ran."""

    name = models.CharField(max_length=24, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"


class Home(models.Model):
    """Where this database lived when it was last prepared: one row. See queries.home."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    mark = models.CharField(max_length=200)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_home")]

    def __str__(self) -> str:
        return self.mark
