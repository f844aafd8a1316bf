from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0010_summaries")]

    operations = [
        migrations.AddField(
            model_name="finding",
            name="certain",
            field=models.BooleanField(
                help_text="A fact of form; else likely. None: found before this was kept.", null=True
            ),
        ),
    ]
