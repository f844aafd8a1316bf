import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_sessions_shown'),
        ('chat', '0006_html_of_messages'),
    ]

    operations = [
        migrations.AddField(
            model_name='conversation',
            name='origin',
            field=models.ForeignKey(help_text="Of the last message that begins a chain and that a turn has read; until then its team's.", null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='accounts.origin'),
        ),
        migrations.AddField(
            model_name='message',
            name='begins_chain',
            field=models.BooleanField(default=False, help_text='A person said it, and the tasks that it makes begin there.'),
        ),
        migrations.AlterField(
            model_name='message',
            name='origin',
            field=models.ForeignKey(help_text='Of the person who said it; else of the task that it is about, or of the room. None: nobody.', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='messages', to='accounts.origin'),
        ),
    ]
