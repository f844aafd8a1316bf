"""Whether the answers of a workspace's goals are reviewed where they do not say: as needed, as before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_model_use")]

    operations = [
        migrations.AddField(
            "workspace",
            "default_review",
            models.CharField(
                choices=[("auto", "auto"), ("always", "always"), ("never", "never")],
                default="auto",
                help_text="Whether the answers of goals that don't say are reviewed.",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            "workspace",
            models.CheckConstraint(
                condition=models.Q(default_review__in=["auto", "always", "never"]), name="workspace_review_known"
            ),
        ),
    ]
