import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_sessions_shown'),
        ('teams', '0028_goal_review'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='question',
            name='answerable_by',
            field=models.CharField(choices=[('anybody', 'anybody'), ('people', 'people'), ('person', 'person')], default='anybody', help_text='Only ever fewer.', max_length=8),
        ),
        migrations.AddField(
            model_name='question',
            name='answered_by',
            field=models.ForeignKey(help_text='None: nobody, or it was not kept.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.member'),
        ),
        migrations.AddField(
            model_name='question',
            name='in_call',
            field=models.BooleanField(default=False, help_text='Its agent waits in the middle of a call, and fetches the answer; else the next call brings it.'),
        ),
        migrations.AddField(
            model_name='question',
            name='member',
            field=models.ForeignKey(help_text='Who asks; None: it was not kept.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.member'),
        ),
        migrations.AddField(
            model_name='question',
            name='options',
            field=models.JSONField(default=list, help_text='Answers offered as buttons; words are welcome too.'),
        ),
        migrations.AddField(
            model_name='question',
            name='origin',
            field=models.ForeignKey(help_text='Where the chain of who answered begins; None: nobody did, or it was not kept.', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='accounts.origin'),
        ),
        migrations.AddField(
            model_name='question',
            name='person',
            field=models.ForeignKey(help_text='Who alone may answer; None: not one alone.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='question',
            name='room',
            field=models.ForeignKey(help_text='The team that it is with now.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='teams.team'),
        ),
        migrations.AddField(
            model_name='question',
            name='told',
            field=models.ForeignKey(help_text='The attempt that the answer went to: that asked, or that came after it.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='teams.attempt'),
        ),
        migrations.AddField(
            model_name='question',
            name='wording',
            field=models.TextField(blank=True, help_text='How it is put now, where it was passed on in other words.'),
        ),
        migrations.AddField(
            model_name='task',
            name='asks',
            field=models.ForeignKey(help_text="What it can't go on without, while it is asking: its own question, or one of the team that does it.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='teams.question'),
        ),
        migrations.AlterField(
            model_name='question',
            name='attempt',
            field=models.ForeignKey(help_text='Whose call asked; None: no agent did.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='teams.attempt'),
        ),
        migrations.AlterField(
            model_name='question',
            name='task',
            field=models.ForeignKey(help_text="That can't go on; None: the coordinator asks. It closes with it.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='teams.task'),
        ),
        migrations.CreateModel(
            name='QuestionHop',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('to_people', models.BooleanField(help_text='People were asked; else the agents of the room.')),
                ('wording', models.TextField(blank=True, help_text='In which other words; empty: as it was.')),
                ('answerable_by', models.CharField(choices=[('anybody', 'anybody'), ('people', 'people'), ('person', 'person')], help_text='From then on.', max_length=8)),
                ('at', models.DateTimeField()),
                ('member', models.ForeignKey(help_text='Who passed it on; None: the hub.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.member')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hops', to='teams.question')),
                ('room', models.ForeignKey(help_text='The team that it was with from then on.', on_delete=django.db.models.deletion.CASCADE, related_name='hops', to='teams.team')),
                ('task', models.ForeignKey(help_text="Of that team: what can't go on.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='teams.task')),
            ],
        ),
        migrations.AddField(
            model_name='question',
            name='hop',
            field=models.OneToOneField(help_text='By which people are asked, or were at last; None: they are not.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='asking', to='teams.questionhop'),
        ),
        migrations.AddIndex(
            model_name='question',
            index=models.Index(condition=models.Q(('state', 'open')), fields=['room'], name='question_open'),
        ),
        migrations.AddConstraint(
            model_name='question',
            constraint=models.CheckConstraint(condition=models.Q(('answerable_by__in', ['anybody', 'people', 'person'])), name='question_answerable_by_known'),
        ),
        migrations.AddConstraint(
            model_name='question',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answerable_by', 'person'), models.Q(('person', None), _negated=True)), models.Q(models.Q(('answerable_by', 'person'), _negated=True), ('person', None)), _connector='OR'), name='question_person_iff_alone'),
        ),
        migrations.AddConstraint(
            model_name='questionhop',
            constraint=models.CheckConstraint(condition=models.Q(('answerable_by__in', ['anybody', 'people', 'person'])), name='question_hop_answerable_by_known'),
        ),
    ]
