import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_sessions_shown'),
        ('teams', '0022_who_pays'),
    ]

    operations = [
        migrations.AddField(
            model_name='attempt',
            name='origin',
            field=models.ForeignKey(help_text="In whose name the call is made: its task's.", null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='accounts.origin'),
        ),
        migrations.AddField(
            model_name='goal',
            name='claimed_chain',
            field=models.JSONField(default=dict, help_text='What whoever gave it said of where it comes from: a claim, which nothing is judged by.'),
        ),
        migrations.AddField(
            model_name='team',
            name='origin',
            field=models.ForeignKey(help_text='Of the task that it carries out; of the root team that of its goal.', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='accounts.origin'),
        ),
        migrations.AlterField(
            model_name='task',
            name='origin',
            field=models.ForeignKey(help_text="Of the person's message that it was given for; else that of what it is a part of. None: nobody.", null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='tasks', to='accounts.origin'),
        ),
    ]
