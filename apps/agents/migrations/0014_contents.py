import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("files", "0001_initial"), ("agents", "0013_connector_by_name")]

    operations = [
        migrations.AddField("document", "blob", models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="documents", to="files.blob")),
        migrations.AddField("trialfile", "blob", models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="trial_files", to="files.blob")),
        migrations.AddField("socketfile", "blob", models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="socket_files", to="files.blob")),
    ]
