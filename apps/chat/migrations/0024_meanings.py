import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models


class Migration(migrations.Migration):
    """What messages mean, apart from the messages. Its indexes are made when what there is has been moved."""

    dependencies = [("chat", "0023_message_by_meaning")]

    operations = [
        migrations.CreateModel(
            name="MessageMeaning",
            fields=[
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="meaning",
                        serialize=False,
                        to="chat.message",
                    ),
                ),
                (
                    "vector",
                    pgvector.django.halfvec.HalfVectorField(
                        dimensions=256, help_text="Of its text; None: it is still to be made.", null=True
                    ),
                ),
            ],
        ),
    ]
