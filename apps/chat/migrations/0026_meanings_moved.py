import pgvector.django.indexes
from django.db import migrations, models


class Migration(migrations.Migration):
    """The vectors of messages stand with their meanings now, and so does their index."""

    dependencies = [("chat", "0025_move_meanings")]

    operations = [
        migrations.RemoveIndex(model_name="message", name="message_by_meaning"),
        migrations.RemoveField(model_name="message", name="vector"),
        migrations.AddIndex(
            model_name="messagemeaning",
            index=pgvector.django.indexes.HnswIndex(
                ef_construction=64, fields=["vector"], m=8, name="meaning_by_vector", opclasses=["halfvec_cosine_ops"]
            ),
        ),
        migrations.AddIndex(
            model_name="messagemeaning",
            index=models.Index(condition=models.Q(("vector", None)), fields=["message"], name="meaning_to_be_made"),
        ),
    ]
