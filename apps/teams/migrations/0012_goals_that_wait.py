"""When a goal was begun; those that are there count as begun."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("teams", "0011_newest_ends")]

    operations = [
        migrations.AddField(
            model_name="goal",
            name="started_at",
            field=models.DateTimeField(help_text="When its first turn was taken; until then it waits.", null=True),
        ),
        migrations.AddIndex(
            model_name="goal",
            index=models.Index(
                condition=models.Q(("outcome", "running"), ("started_at", None)),
                fields=["workspace", "created_at"],
                name="goal_waiting",
            ),
        ),
        migrations.RunSQL("UPDATE teams_goal SET started_at = created_at", migrations.RunSQL.noop),
    ]
