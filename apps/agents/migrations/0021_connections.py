import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Where the connections of agents go. The rows of before stand until `connections_moved`."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("agents", "0020_connector_kinds"),
    ]

    operations = [
        migrations.CreateModel(
            name="Connection",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("connector", models.CharField(help_text="How it is reached: the kind of a connector.", max_length=24)),
                ("connector_config", models.JSONField(blank=True, default=dict)),
                (
                    "enabled",
                    models.BooleanField(
                        default=True, help_text="Off: nothing goes over it; the agent may have others."
                    ),
                ),
                (
                    "availability",
                    models.CharField(
                        choices=[("online", "online"), ("unstable", "unstable"), ("offline", "offline")],
                        default="online",
                        max_length=16,
                    ),
                ),
                ("last_seen_at", models.DateTimeField(null=True)),
                (
                    "problem",
                    models.CharField(
                        blank=True,
                        help_text="What the last check found wrong, as a sentence; empty: nothing.",
                        max_length=400,
                    ),
                ),
                (
                    "failing",
                    models.PositiveIntegerField(
                        default=0, help_text="Checks that failed in a row, the last one included."
                    ),
                ),
                (
                    "needs_test",
                    models.BooleanField(
                        default=True,
                        help_text="The next check sends a test message: none was answered yet, or something failed since.",
                    ),
                ),
                (
                    "out_since",
                    models.DateTimeField(help_text="Since when its checks keep it out of formation.", null=True),
                ),
                ("check_at", models.DateTimeField(help_text="When the next check is due; None: at once.", null=True)),
                ("concurrency", models.PositiveIntegerField(default=4, help_text="Most calls at one time.")),
                (
                    "calls_per_minute",
                    models.PositiveIntegerField(
                        default=0, help_text="Most calls that begin within one minute; 0: as many as there are."
                    ),
                ),
                (
                    "busy_until",
                    models.DateTimeField(
                        help_text="Until when it wants to be left alone; it said it is busy.", null=True
                    ),
                ),
                (
                    "timeout_seconds",
                    models.PositiveIntegerField(default=300, help_text="A call that takes longer fails."),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "removed_at",
                    models.DateTimeField(
                        help_text="When a person took theirs away: it is kept for the sake of the work that went over it.",
                        null=True,
                    ),
                ),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="connections", to="agents.agent"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        help_text="Whose work alone it is used for; None: the workspace's, for everybody's.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="connections",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(enabled=True), fields=["check_at"], name="connection_check_due"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=~Q(owner=None) & Q(removed_at=None),
                        fields=["agent", "owner"],
                        name="connection_once_a_person",
                    ),
                    models.UniqueConstraint(
                        condition=Q(owner=None), fields=["agent"], name="connection_of_workspace_once"
                    ),
                    models.CheckConstraint(
                        condition=Q(removed_at=None) | Q(enabled=False), name="connection_removed_is_off"
                    ),
                ],
            },
        ),
        migrations.AddField(
            "agent",
            "connection",
            models.OneToOneField(
                help_text="The workspace's: each agent has one, which may be off. Those of people stand beside it.",
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="agents.connection",
            ),
        ),
    ]
