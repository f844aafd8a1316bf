import django.db.models.deletion
from django.db import migrations, models



class Migration(migrations.Migration):
    dependencies = [("agents", "0004_goal_words")]

    operations = [
        migrations.CreateModel(
            name="AgentToken",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "prefix",
                    models.CharField(help_text="The first characters, to tell tokens apart.", max_length=16),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("last_used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="agents.agent"
                    ),
                ),
            ],
        ),
    ]
