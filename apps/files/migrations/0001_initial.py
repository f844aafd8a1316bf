import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="LoweredQuotas",
            fields=[
                (
                    "workspace",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="lowered_quotas",
                        serialize=False,
                        to="accounts.workspace",
                    ),
                ),
                (
                    "values",
                    models.JSONField(
                        default=dict,
                        help_text='{"goal": {"files": 100, "bytes": 1048576}}; unnamed: as allowed.',
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Blob",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("digest", models.CharField(help_text="SHA-256 of the content, in hexadecimal.", max_length=64)),
                ("size", models.PositiveBigIntegerField(help_text="Bytes.")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "workspace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blobs", to="accounts.workspace"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "digest"), name="blob_once_per_workspace")
                ],
            },
        ),
        migrations.CreateModel(
            name="BlobPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField(help_text="From 0.")),
                ("content", models.BinaryField()),
                (
                    "blob",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pieces", to="files.blob"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("blob", "position"), name="blob_piece_once")],
            },
        ),
        migrations.CreateModel(
            name="Hold",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("goal_id", models.UUIDField(null=True)),
                ("agent_id", models.UUIDField(null=True)),
                ("until", models.DateTimeField()),
                (
                    "blob",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="holds", to="files.blob"
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.workspace"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["until"], name="hold_by_end")]},
        ),
        migrations.CreateModel(
            name="FileUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("call", "call"),
                            ("goal", "goal"),
                            ("agent", "agent"),
                            ("workspace", "workspace"),
                        ],
                        max_length=12,
                    ),
                ),
                ("owner_id", models.UUIDField(help_text="Of the goal, the agent, or the workspace itself.")),
                ("files", models.PositiveBigIntegerField(default=0)),
                ("bytes", models.PositiveBigIntegerField(default=0)),
                (
                    "workspace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="file_uses", to="accounts.workspace"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("scope", "owner_id"), name="file_use_once")],
            },
        ),
    ]
