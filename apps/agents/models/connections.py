"""How agents are reached: their connections, and what is known of each."""

from django.db import models
from django.db.models import Q

from apps.agents.domain.connectors import PERSON
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import USUAL_TEST
from apps.agents.models.registry import Agent
from apps.core.columns import KeyField, choices_of
from apps.core.ids import uuid7


class Connection(models.Model):
    """One way to an agent, with what it takes on and how it is: the workspace's, or one person's own."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="connections")
    owner = models.ForeignKey(
        "accounts.User",
        on_delete=models.CASCADE,
        null=True,
        related_name="connections",
        help_text="Whose work alone it is used for; None: the workspace's, for everybody's.",
    )
    connector = models.CharField(max_length=24, help_text="How it is reached: the kind of a connector.")
    connector_config = models.JSONField(default=dict, blank=True)
    enabled = models.BooleanField(default=True, help_text="Off: nothing goes over it; the agent may have others.")
    availability = models.CharField(
        max_length=16,
        choices=choices_of(Availability),
        default=Availability.ONLINE,
    )
    last_seen_at = models.DateTimeField(null=True)
    problem = models.CharField(
        max_length=400, blank=True, help_text="What the last check found wrong, as a sentence; empty: nothing."
    )
    failing = models.PositiveIntegerField(default=0, help_text="Checks that failed in a row, the last one included.")
    needs_test = models.BooleanField(
        default=True, help_text="The next check sends a test message: none was answered yet, or something failed since."
    )
    out_since = models.DateTimeField(null=True, help_text="Since when its checks keep it out of formation.")
    check_at = models.DateTimeField(null=True, help_text="When the next check is due; None: at once.")
    concurrency = models.PositiveIntegerField(default=4, help_text="Most calls at one time.")
    calls_per_minute = models.PositiveIntegerField(
        default=0, help_text="Most calls that begin within one minute; 0: as many as there are."
    )
    busy_until = models.DateTimeField(null=True, help_text="Until when it wants to be left alone; it said it is busy.")
    timeout_seconds = models.PositiveIntegerField(default=300, help_text="A call that takes longer fails.")
    test_seconds = models.PositiveIntegerField(
        default=USUAL_TEST,
        db_default=USUAL_TEST,
        help_text="How long a test message is waited for; never longer than for a call.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(
        null=True, help_text="When a person took theirs away: it is kept for the sake of the work that went over it."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["agent", "owner"],
                condition=~Q(owner=None) & Q(removed_at=None),
                name="connection_once_a_person",
            ),
            models.UniqueConstraint(fields=["agent"], condition=Q(owner=None), name="connection_of_workspace_once"),
            models.CheckConstraint(condition=Q(removed_at=None) | Q(enabled=False), name="connection_removed_is_off"),
        ]
        indexes = [
            models.Index(fields=["check_at"], condition=Q(enabled=True), name="connection_check_due"),
            models.Index(fields=["agent"], condition=Q(connector=PERSON), name="connection_of_people"),
        ]

    def __str__(self) -> str:
        return f"{'a person' if self.owner_id else 'the workspace'}'s connection to {self.agent_id}"


class RecentCall(models.Model):
    """A call of an agent that takes only so many a minute; kept for that minute."""

    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="recent_calls")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["connection", "at"], name="recent_call_of_agent")]

    def __str__(self) -> str:
        return f"a call of {self.connection_id} at {self.at}"


class AgentToken(models.Model):
    """A bearer token with which an agent dials in. Only its SHA-256 is kept."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=16, help_text="The first characters, to tell tokens apart.")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True, help_text="Empty: never.")
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class AgentCheck(models.Model):
    """One look at whether an agent can be reached, or one test message to it."""

    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="checks")
    at = models.DateTimeField()
    tested = models.BooleanField(help_text="A test message was sent; else only its server was asked for.")
    reachable = models.BooleanField()
    latency_ms = models.PositiveIntegerField()
    problem = models.CharField(max_length=400, blank=True)
    reply = models.CharField(max_length=400, blank=True, help_text="To the test message; the agent's own words.")

    class Meta:
        indexes = [models.Index(fields=["connection", "-id"], name="check_newest")]

    def __str__(self) -> str:
        return f"{self.connection_id} at {self.at:%H:%M}"
