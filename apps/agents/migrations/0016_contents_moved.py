import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("agents", "0015_move_contents")]

    operations = [
        migrations.AlterField("document", "blob", models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name="documents", to="files.blob")),
        migrations.RemoveField("document", "content"),
        migrations.AlterField("trialfile", "blob", models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name="trial_files", to="files.blob")),
        migrations.RemoveField("trialfile", "content"),
        migrations.AlterField("socketfile", "blob", models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name="socket_files", to="files.blob")),
        migrations.RemoveField("socketfile", "content"),
    ]
