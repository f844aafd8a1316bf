"""The task in which another member looks at a task's result."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0037_calls_overtaken'),
    ]

    operations = [
        migrations.AddField(
            model_name='task',
            name='checks',
            field=models.ForeignKey(help_text='The task whose result another member looks at in this one; None: it is no check.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='checked_in', to='teams.task'),
        ),
    ]
