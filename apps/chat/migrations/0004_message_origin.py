import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_origin'),
        ('chat', '0003_newest_ends'),
    ]

    operations = [
        migrations.AddField(
            model_name='message',
            name='origin',
            field=models.ForeignKey(help_text='Of what a person said later: the tasks that it makes begin there. None: nothing begins here.', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='messages', to='accounts.origin'),
        ),
    ]
