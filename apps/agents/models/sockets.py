"""Agents that dial in: their sockets, and the mailbox in which worker and web process meet."""

import uuid

from django.db import models
from django.db.models import Value

from apps.agents.domain.socket_protocol.states import CallState
from apps.agents.models.connections import AgentToken, Connection
from apps.core.columns import KeyField, choices_of, known_states
from apps.core.ids import uuid7


class AgentSocket(models.Model):
    """That an agent has dialled in. The row outlives its socket for a minute, since the agent may come back."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="sockets")
    token = models.ForeignKey(
        AgentToken,
        on_delete=models.CASCADE,
        null=True,
        related_name="sockets",
        help_text="Empty: a person's token let it in, and whoever holds the socket looks whether it still may.",
    )
    client = models.CharField(max_length=64, help_text="Which installation: the same after its restart.")
    opened_at = models.DateTimeField()
    seen_at = models.DateTimeField(help_text="When its web process last said that it is open, or closed it.")
    open = models.BooleanField(default=True)
    tools = models.JSONField(
        default=list,
        db_default=Value([], models.JSONField()),
        help_text="Of the MCP server that it brings along, as the server lists them.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["connection", "client"], name="socket_once_per_installation")]
        indexes = [models.Index(fields=["seen_at"], name="socket_by_age")]

    def __str__(self) -> str:
        return f"{self.client[:8]} of {self.connection_id}"


class SocketCall(models.Model):
    """A call of an agent that dials in: worker and web process meet here, Redis only rings."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="socket_calls")
    key = models.CharField(max_length=200, help_text="The request's idempotency key.")
    leg = models.PositiveIntegerField(help_text="How many of its questions had been answered before.")
    request = models.JSONField(help_text="domain.dialing.payload: what the agent is told.")
    state = models.CharField(max_length=12, choices=choices_of(CallState))
    fence = models.PositiveIntegerField(default=0, help_text="How often it was given to an installation.")
    holder = models.CharField(max_length=64, blank=True, help_text="The installation that has it, or had it last.")
    socket_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(
        null=True, help_text="The socket over which the holder was last told of it."
    )
    last_seq = models.PositiveIntegerField(default=0, help_text="Number of the newest event; gap-free.")
    file_bytes = models.PositiveIntegerField(default=0, help_text="Of all files that the agent has sent.")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            known_states("state", CallState, "socket_call_state_known"),
            models.UniqueConstraint(
                fields=["connection", "key", "leg"],
                condition=models.Q(state__in=["waiting", "held", "answered"]),
                name="socket_call_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["connection"], condition=models.Q(state__in=["waiting", "held"]), name="socket_call_open"
            ),
            models.Index(fields=["created_at"], name="socket_call_by_age"),
        ]

    def __str__(self) -> str:
        return f"call {self.id} of {self.connection_id}"


class SocketEvent(models.Model):
    """What an agent told in a call, each once: `seq` comes from the agent and is counted from 1."""

    call = models.ForeignKey(SocketCall, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    body = models.JSONField()
    content = models.BinaryField(null=True, help_text="A piece of a file.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["call", "seq"], name="socket_event_once")]

    def __str__(self) -> str:
        return f"{self.seq}. {self.kind}"


class SocketFile(models.Model):
    """A file that goes to an agent with a call; the agent fetches it piece by piece."""

    call = models.ForeignKey(SocketCall, on_delete=models.CASCADE, related_name="files")
    position = models.PositiveIntegerField()
    blob = models.ForeignKey("files.Blob", on_delete=models.RESTRICT, related_name="socket_files")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["call", "position"], name="socket_file_once")]

    def __str__(self) -> str:
        return f"file {self.position} of {self.call_id}"
