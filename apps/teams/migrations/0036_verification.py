"""What is claimed and what is verified, of tasks and goals; work that was done before has nothing to check."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_sessions_shown'),
        ('teams', '0035_file_roles'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='approval',
            name='approval_kind_known',
        ),
        migrations.AddField(
            model_name='goal',
            name='claimed_at',
            field=models.DateTimeField(help_text='When it ended with an answer.', null=True),
        ),
        migrations.AddField(
            model_name='goal',
            name='found',
            field=models.CharField(blank=True, help_text='How that is known, or why it is not.', max_length=400),
        ),
        migrations.AddField(
            model_name='goal',
            name='verification',
            field=models.CharField(choices=[('nothing', 'nothing'), ('unchecked', 'unchecked'), ('verified', 'verified'), ('refuted', 'refuted')], default='nothing', help_text="What is known of the answer, from its task's check and the review.", max_length=12),
        ),
        migrations.AddField(
            model_name='task',
            name='checked_at',
            field=models.DateTimeField(help_text='When its check ran.', null=True),
        ),
        migrations.AddField(
            model_name='task',
            name='checked_by',
            field=models.ForeignKey(help_text='Who looked at it; None: the hub itself, or nobody.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='teams.member'),
        ),
        migrations.AddField(
            model_name='task',
            name='claimed_at',
            field=models.DateTimeField(help_text='When whoever does it said that it is done.', null=True),
        ),
        migrations.AddField(
            model_name='task',
            name='evidence',
            field=models.JSONField(default=list, help_text='What the check looked at, a line each.'),
        ),
        migrations.AddField(
            model_name='task',
            name='found',
            field=models.CharField(blank=True, help_text='How it was seen, why it was not checked, or what is wrong.', max_length=400),
        ),
        migrations.AddField(
            model_name='task',
            name='planned_check',
            field=models.JSONField(default=dict, help_text='domain.checks.Check: how it is seen that it is right.'),
        ),
        migrations.AddField(
            model_name='task',
            name='verification',
            field=models.CharField(choices=[('nothing', 'nothing'), ('unchecked', 'unchecked'), ('verified', 'verified'), ('refuted', 'refuted')], default='nothing', help_text='What its check said of the claim.', max_length=12),
        ),
        migrations.AlterField(
            model_name='approval',
            name='kind',
            field=models.CharField(choices=[('question', 'question'), ('approval', 'approval'), ('outcome', 'outcome'), ('permit', 'permit'), ('limit', 'limit'), ('check', 'check'), ('restored', 'restored')], max_length=12),
        ),
        migrations.AddConstraint(
            model_name='approval',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['question', 'approval', 'outcome', 'permit', 'limit', 'check', 'restored'])), name='approval_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='goal',
            constraint=models.CheckConstraint(condition=models.Q(('verification__in', ['nothing', 'unchecked', 'verified', 'refuted'])), name='goal_verification_known'),
        ),
        migrations.AddConstraint(
            model_name='task',
            constraint=models.CheckConstraint(condition=models.Q(('verification__in', ['nothing', 'unchecked', 'verified', 'refuted'])), name='task_verification_known'),
        ),
        migrations.AddConstraint(
            model_name='task',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'done'), ('verification', 'refuted'), _negated=True), name='task_not_done_if_refuted'),
        ),
    ]
