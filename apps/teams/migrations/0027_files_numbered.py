import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("teams", "0026_number_files")]

    operations = [
        migrations.AlterField(
            "fileversion",
            "file",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="teams.goalfile"),
        ),
        migrations.AlterField(
            "fileversion", "number", models.PositiveIntegerField(help_text="Within the file, from 1.")
        ),
        migrations.AddConstraint(
            "fileversion", models.UniqueConstraint(fields=("file", "number"), name="version_number_once")
        ),
        migrations.AddConstraint(
            "fileversion", models.UniqueConstraint(fields=("attempt", "file"), name="version_once_per_attempt")
        ),
        migrations.AddConstraint(
            "fileversion",
            models.UniqueConstraint(
                condition=models.Q(("state", "accepted")),
                fields=("file", "based_on"),
                name="one_accepted_version_on_each",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            "fileversion",
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(("attempt", None), ("task", None)),
                    models.Q(
                        models.Q(("task", None), _negated=True),
                        models.Q(("attempt", None), _negated=True),
                        ("document", None),
                    ),
                    _connector="OR",
                ),
                name="version_of_attempt_or_person",
            ),
        ),
        migrations.AddConstraint(
            "fileversion",
            models.CheckConstraint(
                condition=models.Q(("state__in", ["accepted", "conflict"])), name="version_state_known"
            ),
        ),
    ]
