"""Talks of IoA's wire: who is in them, what was said on the wire, and what native agents were given there."""

import uuid

from django.db import models

from apps.agents.models.registry import Agent
from apps.core.columns import KeyField
from apps.core.ids import uuid7


class WireTalk(models.Model):
    """A talk (`comm_id`) of IoA's clients: one that a client opened, or the call of an agent that is one."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="wire_talks")
    name = models.CharField(max_length=120, blank=True)
    leader = models.ForeignKey(
        Agent,
        on_delete=models.CASCADE,
        null=True,
        related_name="wire_talks",
        help_text="Who opened it; empty: the hub.",
    )
    call_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(
        null=True,
        db_index=True,
        help_text="The call of the leader's that it belongs to: what is given here counts for it.",
    )
    is_goal = models.BooleanField(default=False, help_text="A goal of the same id was launched for it.")
    last_number = models.PositiveIntegerField(default=0, help_text="Of the newest message; gap-free.")
    said_at = models.DateTimeField(help_text="When the last message came, or it was opened.")

    class Meta:
        indexes = [models.Index(fields=["workspace", "-said_at"], name="wire_talk_newest")]

    def __str__(self) -> str:
        return f"talk {self.id}"


class WireMember(models.Model):
    """An agent in a talk, under the name that the talk knows it by."""

    talk = models.ForeignKey(WireTalk, on_delete=models.CASCADE, related_name="members")
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="wire_members")
    name = models.CharField(max_length=120)
    on_wire = models.BooleanField(help_text="It speaks on the wire itself; else the hub speaks for it.")
    told = models.PositiveIntegerField(default=0, help_text="Number of the last message that its socket was sent.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["talk", "agent"], name="wire_member_once")]

    def __str__(self) -> str:
        return f"{self.name} in {self.talk_id}"


class WireMessage(models.Model):
    """What was said on the wire, with the fields of IoA's messages as they were."""

    talk = models.ForeignKey(WireTalk, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    body = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["talk", "number"], name="wire_message_once")]

    def __str__(self) -> str:
        return f"{self.number}. of {self.talk_id}"


class WireErrand(models.Model):
    """What a message gives to an agent that the hub speaks for: a task, or the word in the discussion."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    talk = models.ForeignKey(WireTalk, on_delete=models.CASCADE, related_name="errands")
    member = models.ForeignKey(WireMember, on_delete=models.CASCADE, related_name="errands")
    giver = models.CharField(max_length=120, help_text="Who gave it, by the name in the talk.")
    kind = models.PositiveSmallIntegerField(help_text="The type of the message: 4 discussion, 5 sync, 6 async task.")
    brief = models.TextField()
    task_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(
        null=True, help_text="The task that was handed on; empty: not yet."
    )
    over = models.BooleanField(default=False, help_text="What came of it was said in the talk.")

    class Meta:
        indexes = [models.Index(fields=["talk"], condition=models.Q(over=False), name="wire_errand_open")]

    def __str__(self) -> str:
        return f"an errand of {self.member_id}"
