"""Whether the goals of a workspace show their plan first where they do not say: no, as before."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0012_signing_key'),
    ]

    operations = [
        migrations.AddField(
            model_name='workspace',
            name='default_shows_plan',
            field=models.BooleanField(db_default=False, default=False, help_text="Whether goals that don't say show their plan before it begins."),
        ),
    ]
