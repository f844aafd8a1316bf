import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0016_contents_moved'),
    ]

    operations = [
        migrations.AddField(
            model_name='agent',
            name='askers',
            field=models.CharField(choices=[('everybody', 'everybody'), ('people', 'people'), ('named', 'named')], default='everybody', help_text='Which agents may set it to work by themselves; people and their teams always may.', max_length=12),
        ),
        migrations.AddField(
            model_name='agent',
            name='trust',
            field=models.CharField(choices=[('untrusted', 'untrusted'), ('ordinary', 'ordinary'), ('trusted', 'trusted')], default='ordinary', help_text='How far it is believed, and what it asks for is heeded.', max_length=12),
        ),
        migrations.CreateModel(
            name='Grant',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('given_by', models.CharField(help_text='The name of the owner who gave it.', max_length=160)),
                ('given_at', models.DateTimeField()),
                ('agent', models.ForeignKey(help_text='Who is set to work.', on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='agents.agent')),
                ('asker', models.ForeignKey(help_text='By whom; None: by any agent.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='granted', to='agents.agent')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('asker', None), _negated=True), fields=('agent', 'asker'), name='grant_once'), models.UniqueConstraint(condition=models.Q(('asker', None)), fields=('agent',), name='grant_to_any_once'), models.CheckConstraint(condition=models.Q(('agent', models.F('asker')), _negated=True), name='grant_between_two')],
            },
        ),
    ]
