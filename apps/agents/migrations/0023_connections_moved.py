import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

MOVED = (
    "connector",
    "connector_config",
    "availability",
    "last_seen_at",
    "problem",
    "failing",
    "needs_test",
    "out_since",
    "check_at",
    "concurrency",
    "calls_per_minute",
    "busy_until",
    "timeout_seconds",
)
OF_CONNECTION = {  # model -> the name by which a connection knows its rows
    "recentcall": "recent_calls",
    "agenttoken": "tokens",
    "agentcheck": "checks",
    "agentsocket": "sockets",
    "socketcall": "socket_calls",
}
IN_HAND = Q(state__in=["waiting", "held", "answered"])
OPEN = Q(state__in=["waiting", "held"])


def taken_over():
    """What was an agent's is its connection's: the keys are the same, see `move_connections`."""
    for model, name in OF_CONNECTION.items():
        yield migrations.RenameField(model, "agent", "connection")
        yield migrations.AlterField(
            model,
            "connection",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name=name, to="agents.connection"
            ),
        )


class Migration(migrations.Migration):

    dependencies = [("agents", "0022_move_connections")]

    operations = [
        migrations.AlterField(
            "agent",
            "connection",
            models.OneToOneField(
                help_text="The workspace's: each agent has one, which may be off. Those of people stand beside it.",
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="agents.connection",
            ),
        ),
        migrations.RemoveIndex("agent", "agent_askable"),
        migrations.RemoveIndex("agent", "agent_check_due"),
        *(migrations.RemoveField("agent", name) for name in MOVED),
        migrations.AddIndex("agent", models.Index(fields=["workspace", "enabled"], name="agent_askable")),
        migrations.RemoveIndex("recentcall", "recent_call_of_agent"),
        migrations.RemoveIndex("agentcheck", "check_newest"),
        migrations.RemoveConstraint("agentsocket", "socket_once_per_installation"),
        migrations.RemoveConstraint("socketcall", "socket_call_once"),
        migrations.RemoveIndex("socketcall", "socket_call_open"),
        *taken_over(),
        migrations.AddIndex("recentcall", models.Index(fields=["connection", "at"], name="recent_call_of_agent")),
        migrations.AddIndex("agentcheck", models.Index(fields=["connection", "-id"], name="check_newest")),
        migrations.AddConstraint(
            "agentsocket",
            models.UniqueConstraint(fields=["connection", "client"], name="socket_once_per_installation"),
        ),
        migrations.AddConstraint(
            "socketcall",
            models.UniqueConstraint(condition=IN_HAND, fields=["connection", "key", "leg"], name="socket_call_once"),
        ),
        migrations.AddIndex(
            "socketcall", models.Index(condition=OPEN, fields=["connection"], name="socket_call_open")
        ),
    ]
