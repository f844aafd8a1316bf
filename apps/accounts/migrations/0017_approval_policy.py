"""When a workspace wants a person's leave, who gives it, and how long it is waited for: as before, where nothing is said."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0016_names_here'),
    ]

    operations = [
        migrations.AddField(
            model_name='workspace',
            name='approval_policy',
            field=models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, help_text='domain.approval_policy: what takes leave, who gives it, for how long it is waited for.'),
        ),
    ]
