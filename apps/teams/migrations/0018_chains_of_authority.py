import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_origin'),
        ('agents', '0017_who_may_ask'),
        ('teams', '0017_restored_goals'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='approval',
            name='approval_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='task',
            name='task_state_known',
        ),
        migrations.AddField(
            model_name='approval',
            name='digest',
            field=models.CharField(blank=True, help_text='SHA-256 of all that would be sent, and to whom.', max_length=64),
        ),
        migrations.AddField(
            model_name='approval',
            name='payload',
            field=models.JSONField(default=dict, help_text='domain.authority.Payload: what would be sent, to whom, for whom.'),
        ),
        migrations.AddField(
            model_name='goal',
            name='origin',
            field=models.ForeignKey(help_text='Who stands at the beginning of its chains of authority; None: nobody.', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='goals', to='accounts.origin'),
        ),
        migrations.AddField(
            model_name='member',
            name='named',
            field=models.BooleanField(default=False, help_text='A person named this agent by hand.'),
        ),
        migrations.AddField(
            model_name='member',
            name='proposed_by',
            field=models.ForeignKey(help_text='The agent that brought this one in by itself; None: a person or the coordinator did.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='agents.agent'),
        ),
        migrations.AddField(
            model_name='task',
            name='heard',
            field=models.JSONField(default=list, help_text='Ids of the agents whose words had been read when its brief, or its answer, was written.'),
        ),
        migrations.AddField(
            model_name='task',
            name='origin',
            field=models.ForeignKey(help_text="Of the person's later message that it was given for; None: that of what it is a part of.", null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='tasks', to='accounts.origin'),
        ),
        migrations.AlterField(
            model_name='approval',
            name='kind',
            field=models.CharField(choices=[('question', 'question'), ('approval', 'approval'), ('outcome', 'outcome'), ('permit', 'permit'), ('limit', 'limit'), ('restored', 'restored')], max_length=12),
        ),
        migrations.AlterField(
            model_name='task',
            name='state',
            field=models.CharField(choices=[('planned', 'planned'), ('ready', 'ready'), ('held', 'held'), ('working', 'working'), ('asking', 'asking'), ('unknown', 'unknown'), ('done', 'done'), ('failed', 'failed'), ('skipped', 'skipped'), ('cancelled', 'cancelled')], default='planned', max_length=12),
        ),
        migrations.AddConstraint(
            model_name='approval',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['question', 'approval', 'outcome', 'permit', 'limit', 'restored'])), name='approval_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('proposed_by', None), models.Q(('kind', 'agent'), ('named', False)), _connector='OR'), name='member_brought_by_one'),
        ),
        migrations.AddConstraint(
            model_name='task',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['planned', 'ready', 'held', 'working', 'asking', 'unknown', 'done', 'failed', 'skipped', 'cancelled'])), name='task_state_known'),
        ),
    ]
