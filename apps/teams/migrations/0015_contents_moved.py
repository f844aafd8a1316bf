import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("teams", "0014_move_contents")]

    operations = [
        migrations.AlterField("artifact", "blob", models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name="artifacts", to="files.blob")),
        migrations.RemoveField("artifact", "content"),
    ]
