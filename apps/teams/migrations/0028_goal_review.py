"""Whether a goal's answer is reviewed: goals given before end as they were given, without."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("teams", "0027_files_numbered")]

    operations = [
        migrations.AddField(
            "goal",
            "review",
            models.CharField(
                choices=[("auto", "auto"), ("always", "always"), ("never", "never")],
                default="never",
                help_text="Whether its coordinator looks at the answer before the end.",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            "goal",
            "review",
            models.CharField(
                choices=[("auto", "auto"), ("always", "always"), ("never", "never")],
                default="auto",
                help_text="Whether its coordinator looks at the answer before the end.",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            "goal",
            models.CheckConstraint(
                condition=models.Q(review__in=["auto", "always", "never"]), name="goal_review_known"
            ),
        ),
    ]
