"""An event is found by its stream and number: the index of the stream alone was written for nothing."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('journal', '0005_event_chain'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='stream',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='journal.stream'),
        ),
    ]
