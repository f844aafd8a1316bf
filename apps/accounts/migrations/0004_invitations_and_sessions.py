"""Accounts know who made them, sessions whose they are. What let in somebody who was taken out before ends now."""

from datetime import timedelta
from uuid import UUID

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.db import migrations, models
from django.db.models import Exists, OuterRef
from django.utils import timezone


SALT = "django.contrib.sessions.SessionStore"
LASTS = timedelta(days=14)  # of a session from its last change


def take_sessions_over(apps, schema_editor):
    """Everybody stays signed in; since when is not known, so it is the earliest moment that it can have been."""
    kept = apps.get_model("accounts", "BrowserSession")
    users = set(apps.get_model("accounts", "User").objects.values_list("pk", flat=True))
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('django_session')")
        if cursor.fetchone()[0] is None:
            return
        cursor.execute("SELECT session_key, session_data, expire_date FROM django_session WHERE expire_date > now()")
        for key, data, until in cursor.fetchall():
            user_id = _person(data)
            if user_id in users:
                kept.objects.create(
                    session_key=key, session_data=data, expire_date=until, user_id=user_id, started_at=until - LASTS
                )


def _person(data):
    try:
        said = signing.loads(data, salt=SALT, serializer=JSONSerializer)
        return UUID(said["_auth_user_id"])
    except (signing.BadSignature, KeyError, ValueError):
        return None


def name_the_makers(apps, schema_editor):
    """An account that was never used belongs to the one workspace it is in."""
    for user in apps.get_model("accounts", "User").objects.filter(last_login=None):
        member = user.memberships.first()
        if user.memberships.count() == 1:
            user.made_in_id = member.workspace_id
            user.save(update_fields=["made_in"])


def end_tokens_of_those_who_left(apps, schema_editor):
    """They would have lived again as soon as their person was taken back."""
    members = apps.get_model("accounts", "Member").objects.filter(workspace=OuterRef("workspace"), user=OuterRef("user"))
    live = apps.get_model("accounts", "ApiToken").objects.filter(revoked_at=None)
    live.filter(~Exists(members)).update(revoked_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_first_start'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='made_in',
            field=models.ForeignKey(help_text='Whose owner made the account, and may make its sign-in link until it was used.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.workspace'),
        ),
        migrations.CreateModel(
            name='BrowserSession',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('started_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), help_text='When its person signed in.')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='browser_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('role', models.CharField(choices=[('viewer', 'viewer'), ('operator', 'operator'), ('owner', 'owner')], max_length=16)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='accounts.workspace')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('workspace', 'user'), name='invitation_once_per_workspace'), models.CheckConstraint(condition=models.Q(('role__in', ['viewer', 'operator', 'owner'])), name='invitation_role_known')],
            },
        ),
        migrations.CreateModel(
            name='Leaving',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.workspace')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('workspace', 'user'), name='leaving_once_per_workspace')],
            },
        ),
        migrations.RunPython(take_sessions_over, migrations.RunPython.noop),
        migrations.RunPython(name_the_makers, migrations.RunPython.noop),
        migrations.RunPython(end_tokens_of_those_who_left, migrations.RunPython.noop),
    ]
