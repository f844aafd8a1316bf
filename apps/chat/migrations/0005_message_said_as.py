"""Keep with each message what its speaker was called."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0004_message_origin")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="said_as",
            field=models.CharField(
                blank=True,
                default="",
                help_text="What the member was called when it spoke; empty: the hub, or not kept.",
                max_length=160,
            ),
            preserve_default=False,
        ),
    ]
