import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What each task asked and was told stands with its questions now."""

    dependencies = [("teams", "0030_move_questions")]

    operations = [
        migrations.AlterField(
            model_name="question",
            name="room",
            field=models.ForeignKey(
                help_text="The team that it is with now.",
                on_delete=django.db.models.deletion.CASCADE,
                related_name="questions",
                to="teams.team",
            ),
        ),
        migrations.RemoveField(model_name="task", name="question"),
        migrations.RemoveField(model_name="task", name="answer"),
    ]
