import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("files", "0001_initial"), ("teams", "0012_goals_that_wait")]

    operations = [
        migrations.AddField("artifact", "blob", models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="artifacts", to="files.blob")),
    ]
