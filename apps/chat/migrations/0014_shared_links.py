"""Links by which people outside of a workspace read one goal."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0013_visits'),
        ('teams', '0039_goal_words'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SharedLink',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('left_out', models.JSONField(default=list, help_text='domain.goal_record.Concealable: what is not shown.')),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField(help_text='None: it does not run out.', null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('goal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='teams.goal')),
            ],
        ),
    ]
