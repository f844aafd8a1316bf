import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0009_sessions_shown"),
        ("agents", "0020_connector_kinds"),
        ("files", "0001_initial"),
        ("teams", "0024_fill_origins"),
    ]

    operations = [
        migrations.CreateModel(
            name="GoalFile",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200)),
                ("key", models.TextField(help_text="The name as names are compared: files.domain.names.name_key.")),
                (
                    "goal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="files", to="teams.goal"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("goal", "key"), name="file_name_once_per_goal")],
            },
        ),
        migrations.AddField(
            "attempt",
            "given",
            models.JSONField(
                default=list, help_text="Ids of the versions of files that it was given: those it has read."
            ),
        ),
        migrations.RemoveConstraint("artifact", "artifact_name_once_per_attempt"),
        migrations.AlterModelTable("artifact", "teams_artifact"),
        migrations.RenameModel("Artifact", "FileVersion"),
        migrations.AlterField("fileversion", "name", models.CharField(db_column="name", max_length=200)),
        migrations.RenameField("fileversion", "name", "called"),
        migrations.AlterField(
            "fileversion",
            "called",
            models.CharField(db_column="name", help_text="What its author called it.", max_length=200),
        ),
        migrations.AlterField(
            "fileversion",
            "blob",
            models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT, related_name="versions", to="files.blob"
            ),
        ),
        migrations.AlterField(
            "fileversion",
            "task",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="teams.task"
            ),
        ),
        migrations.AlterField(
            "fileversion",
            "attempt",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="teams.attempt"
            ),
        ),
        migrations.AddField(
            "fileversion",
            "file",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="teams.goalfile"
            ),
        ),
        migrations.AddField(
            "fileversion",
            "number",
            models.PositiveIntegerField(help_text="Within the file, from 1.", null=True),
        ),
        migrations.AddField(
            "fileversion",
            "state",
            models.CharField(
                choices=[("accepted", "accepted"), ("conflict", "conflict")], default="accepted", max_length=12
            ),
        ),
        migrations.AddField(
            "fileversion",
            "based_on",
            models.PositiveIntegerField(help_text="Number of the version that it was written on.", null=True),
        ),
        migrations.AddField(
            "fileversion",
            "origin",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="accounts.origin"
            ),
        ),
        migrations.AddField(
            "fileversion",
            "member",
            models.ForeignKey(
                help_text="Who wrote it; None: not known.",
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="teams.member",
            ),
        ),
        migrations.AddField(
            "fileversion",
            "document",
            models.ForeignKey(
                help_text="As what agents read it: a person attached it to the goal.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="agents.document",
            ),
        ),
    ]
