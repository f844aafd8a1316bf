"""A connector is named, not chosen from a list of the database's: plug-ins bring their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0012_busy_until")]

    operations = [
        migrations.AlterField(
            model_name="agent",
            name="connector",
            field=models.CharField(help_text="How it is reached: a ConnectorKind, or a plug-in's name.", max_length=24),
        ),
    ]
