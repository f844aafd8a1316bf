"""What files are for, and goals whose answer is not among their files yet: those of before owe none."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0011_default_review'),
        ('teams', '0034_calls_of_connections'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='goal',
            name='answer_owed',
            field=models.BooleanField(default=False, help_text='It ended with an answer that is not among its files as yet.'),
        ),
        migrations.AddField(
            model_name='goalfile',
            name='role',
            field=models.CharField(choices=[('result', 'result'), ('working', 'working'), ('answer', 'answer')], default="result", max_length=8),
        ),
        migrations.AddIndex(
            model_name='goal',
            index=models.Index(condition=models.Q(('answer_owed', True)), fields=['ended_at'], name='goal_answer_owed'),
        ),
        migrations.AddConstraint(
            model_name='goalfile',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['result', 'working', 'answer'])), name='file_role_known'),
        ),
    ]
