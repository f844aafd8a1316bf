import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("agents", "0023_connections_moved"),
        ("teams", "0031_questions_moved"),
    ]

    operations = [
        migrations.AddField(
            "attempt",
            "connection",
            models.ForeignKey(
                help_text="What it goes over: chosen when it is claimed, kept by the tries that follow; None: not yet.",
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="attempts",
                to="agents.connection",
            ),
        ),
        migrations.AlterField(
            "attempt",
            "origin",
            models.ForeignKey(
                help_text="In whose name the call is made: its task's, or that of who had it tried again.",
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="accounts.origin",
            ),
        ),
    ]
