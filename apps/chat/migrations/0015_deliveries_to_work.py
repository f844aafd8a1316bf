"""A message may go to work that goes on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0014_shared_links")]

    operations = [
        migrations.AlterField(
            model_name="message",
            name="delivery",
            field=models.CharField(
                choices=[
                    ("next_turn", "next_turn"),
                    ("steer", "steer"),
                    ("interrupt", "interrupt"),
                    ("note", "note"),
                ],
                default="next_turn",
                max_length=12,
            ),
        ),
    ]
