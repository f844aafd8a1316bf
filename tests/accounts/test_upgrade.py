"""What an installation of before brings: sessions, accounts and tokens."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as OldStore
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.accounts import actions, queries
from apps.accounts.models import ApiToken, BrowserSession, Member, User
from tests import factories

pytestmark = pytest.mark.django_db
step = import_module("apps.accounts.migrations.0004_invitations_and_sessions")


@pytest.fixture
def owner():
    return factories.person(factories.workspace())


def migrated(by):
    by(apps, SimpleNamespace(connection=connection))


def old_session(**said):
    session = OldStore()
    session.update(said)
    session.create()
    return session.session_key


def test_whoever_was_signed_in_stays_signed_in(owner):
    backend, mark = "django.contrib.auth.backends.ModelBackend", owner.get_session_auth_hash()
    key = old_session(**{SESSION_KEY: str(owner.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: mark})
    for nobody in ({}, {SESSION_KEY: "x"}, {SESSION_KEY: "00000000-0000-7000-8000-000000000000"}):
        old_session(**nobody)
    migrated(step.take_sessions_over)
    kept = BrowserSession.objects.get()
    assert (kept.session_key, kept.user_id) == (key, owner.pk)
    assert kept.started_at <= timezone.now()
    browser = Client()
    browser.cookies["sessionid"] = key
    assert browser.get("/settings/").status_code == 200


def test_an_account_that_was_never_used_belongs_to_the_workspace_it_is_in(owner):
    new, used, twice = (User.objects.create(username=name) for name in ("new", "used", "twice"))
    User.objects.filter(pk=used.pk).update(last_login=timezone.now() - timedelta(days=3))
    workspace_id = owner.memberships.get().workspace_id
    for user in (new, used, twice):
        Member.objects.create(workspace_id=workspace_id, user=user, role="viewer")
    Member.objects.create(workspace=factories.workspace("Second"), user=twice, role="viewer")
    migrated(step.name_the_makers)
    assert {user.username: user.made_in_id for user in User.objects.filter(username__in=("new", "used", "twice"))} == {
        "new": workspace_id,
        "used": None,
        "twice": None,
    }


def test_tokens_of_those_who_left_end(owner):
    actor = queries.actor_for(owner)
    stays = actions.issue_token(actor, "stays")
    gone = factories.person(owner.memberships.get().workspace, "viewer")
    actions.issue_token(queries.actor_for(gone), "gone")
    gone.memberships.all().delete()
    migrated(step.end_tokens_of_those_who_left)
    assert ApiToken.objects.get(name="gone").revoked_at
    assert actions.use_token(stays)
