from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("agents", "0008_dialing_in")]

    operations = [
        migrations.RenameField("agent", "suspect", "needs_test"),
        migrations.AlterField(
            "agent",
            "needs_test",
            models.BooleanField(
                default=True,
                help_text="The next check sends a test message: none was answered yet, or something failed since.",
            ),
        ),
    ]
