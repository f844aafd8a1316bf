"""The journal: what happened, in order, per stream. Rows are only ever added."""

import uuid

from django.db import models

from apps.journal.domain.streams import StreamKind


class Stream(models.Model):
    """The ordered events of one goal or of one workspace. Its id is that goal's or workspace's id."""

    id = models.UUIDField(primary_key=True)
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.value) for kind in StreamKind])
    seq = models.BigIntegerField(default=0, help_text="Number of the newest event; gap-free from 1.")

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(seq__gte=0), name="stream_seq_not_negative")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id} at {self.seq}"


class Event(models.Model):
    """One thing that happened. `payload` carries enough to fold the stream into the tables again."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="events")
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

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="event_seq_once_per_stream")]
        indexes = [models.Index(fields=["stream", "team_id", "seq"], name="event_by_team")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.seq}"
