"""A plan waits for a person where a goal says so, and its rows are changed; goals that are there begin at once."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0039_goal_words'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlanStep',
            fields=[
                ('task', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='step', serialize=False, to='teams.task')),
                ('version', models.PositiveIntegerField(default=1, help_text='Counts the changes; as it was proposed it is 1.')),
                ('place', models.PositiveIntegerField(help_text='Where people put it among the rows; None: by its number.', null=True)),
                ('edited_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='approval',
            name='approval_kind_known',
        ),
        migrations.AddField(
            model_name='goal',
            name='plan_started_at',
            field=models.DateTimeField(help_text='When a person started the plan; None: nobody did.', null=True),
        ),
        migrations.AddField(
            model_name='goal',
            name='shows_plan',
            field=models.BooleanField(db_default=False, default=False, help_text='Whether the tasks of its first plan wait until a person starts them.'),
        ),
        migrations.AlterField(
            model_name='approval',
            name='kind',
            field=models.CharField(choices=[('question', 'question'), ('approval', 'approval'), ('outcome', 'outcome'), ('permit', 'permit'), ('limit', 'limit'), ('check', 'check'), ('plan', 'plan'), ('restored', 'restored')], max_length=12),
        ),
        migrations.AddConstraint(
            model_name='approval',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['question', 'approval', 'outcome', 'permit', 'limit', 'check', 'plan', 'restored'])), name='approval_kind_known'),
        ),
        migrations.AddField(
            model_name='planstep',
            name='edited_by',
            field=models.ForeignKey(help_text='Who changed it last.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
