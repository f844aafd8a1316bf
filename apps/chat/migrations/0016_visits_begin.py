"""A visit has a beginning: what happens during it is not told as news."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("chat", "0015_deliveries_to_work")]

    operations = [
        migrations.AddField(
            model_name="visit",
            name="came_at",
            field=models.DateTimeField(db_default=Now(), help_text="What happened from then on they could see."),
        ),
    ]
