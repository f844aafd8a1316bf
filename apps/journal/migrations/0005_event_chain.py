
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('journal', '0004_home'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='chain',
            field=models.JSONField(help_text='core.chains.ChainIds: in whose name it happened, and where. None: before chains were kept.', null=True),
        ),
    ]
