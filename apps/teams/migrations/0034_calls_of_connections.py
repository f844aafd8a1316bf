from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [("teams", "0033_fill_attempt_connections")]

    operations = [
        migrations.AddIndex(
            "attempt",
            models.Index(condition=Q(state="running"), fields=["connection"], name="attempt_running_by_line"),
        ),
    ]
