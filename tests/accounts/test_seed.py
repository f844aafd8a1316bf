"""What a fresh installation starts with, how its first person gets in, and that later starts let nobody in."""

import re
import threading
from dataclasses import replace
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from apps.accounts.actions import first_start, use_token
from apps.accounts.models import ApiToken, FirstStart, Member, SignInLink, User, Workspace
from apps.accounts.queries.people import demo_owner
from apps.agents.actions.library import remove_from_library
from apps.agents.models import Agent, Document
from apps.journal.models import AuditEntry

LINK = re.compile(r"sign-in: " + re.escape(settings.IOA_PUBLIC_URL) + r"(?P<path>/sign-in/[\w-]{43}/)\n")
KINDS = (Agent, Document, Member, User, Workspace, ApiToken, SignInLink)


def said(command, *arguments, **options):
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


def counted():
    return {kind.__name__: kind.objects.count() for kind in KINDS}


def signs_in(link):
    client = Client()
    client.post(LINK.fullmatch(link)["path"])
    return client.session.get("_auth_user_id")


@pytest.mark.django_db
def test_a_first_start_that_is_asked_to_prints_a_link_and_a_token():
    link, token = said("seed", first_link=True).splitlines(keepends=True)
    assert signs_in(link) == str(User.objects.get().pk)
    assert use_token(token.removeprefix("api token: ").strip()).role == "owner"


@pytest.mark.django_db
def test_a_first_start_that_is_not_asked_lets_nobody_in_and_names_the_command():
    assert said("seed") == "first start: manage.py sign_in_link prints the way in\n"
    assert (User.objects.count(), ApiToken.objects.count(), SignInLink.objects.count()) == (1, 0, 0)
    assert signs_in(said("sign_in_link")) == str(User.objects.get().pk)


CHANGES = {
    "untouched": lambda user: None,
    "switched off": lambda user: User.objects.update(is_active=False),
    "no staff any more": lambda user: User.objects.update(is_staff=False),
    "demoted": lambda user: Member.objects.update(role="viewer"),
    "removed": lambda user: Member.objects.all().delete(),
    "renamed": lambda user: User.objects.update(username="ada", display_name="Ada"),
    "gone": lambda user: user.delete(),
    "without the demo workspace": lambda user: Workspace.objects.all().delete(),
}


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_a_later_start_says_nothing_and_leaves_everybody_as_they_are(change):
    said("seed", first_link=True)
    CHANGES[change](User.objects.get())
    before = counted(), list(User.objects.values()), list(Member.objects.values())
    assert said("seed", first_link=True) == ""
    assert (counted(), list(User.objects.values()), list(Member.objects.values())) == before


@pytest.mark.django_db
def test_a_document_that_somebody_removed_does_not_come_back():
    said("seed")
    owner = demo_owner()
    remove_from_library(owner, Document.objects.first().pk)
    left = Document.objects.count()
    said("seed")
    assert Document.objects.count() == left


@pytest.mark.django_db
def test_who_was_renamed_keeps_the_door_of_this_machine_and_who_took_the_name_does_not_get_it():
    owner = first_start().owner
    User.objects.filter(pk=owner.user_id).update(username="ada")
    thief = User.objects.create_user("demo")
    Member.objects.create(workspace_id=owner.workspace_id, user=thief, role="owner")
    assert demo_owner().user_id == owner.user_id


@pytest.mark.django_db
def test_an_installation_that_has_people_already_was_started_before():
    demo = User.objects.create_user("demo", is_active=False)
    import_module("apps.accounts.migrations.0003_first_start").note_what_was(apps, None)
    assert FirstStart.objects.get().user == demo
    assert said("seed", first_link=True) == ""
    assert not Workspace.objects.exists()


def test_two_starts_at_once_make_one_owner(transactional_db):
    made, gate = [], threading.Barrier(2)

    def start():
        gate.wait()
        made.append(first_start())
        connection.close()

    threads = [threading.Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(demo is not None for demo in made) == 1
    assert User.objects.count() == Workspace.objects.count() == 1


@pytest.mark.django_db
def test_the_first_start_stands_in_the_audit_log():
    demo = first_start()
    entry = AuditEntry.objects.get()
    assert (entry.deed, entry.workspace_id) == ("installation.first_start", demo.workspace_id)
    assert entry.details == {"owner": str(demo.user_id)}


class TestTheCommandForALink:
    @pytest.mark.django_db
    def test_it_serves_whoever_is_named_and_stands_in_the_audit_log(self):
        first_start()
        user = User.objects.create_user("vera")
        assert signs_in(said("sign_in_link", "vera")) == str(user.pk)
        entry = AuditEntry.objects.get(deed="link.issued")
        assert (entry.object_id, entry.actor) == (user.pk, "")

    @pytest.mark.django_db
    def test_its_newest_link_alone_counts(self):
        first_start()
        first, second = said("sign_in_link"), said("sign_in_link")
        assert signs_in(first) is None
        assert signs_in(second)

    @pytest.mark.django_db
    def test_it_leads_to_the_address_of_what_runs(self, settings):
        first_start()
        settings.SERVICES = replace(settings.SERVICES, public_url="http://127.0.0.1:9000")
        assert said("sign_in_link").startswith("sign-in: http://127.0.0.1:9000/sign-in/")

    @pytest.mark.django_db
    @pytest.mark.parametrize(
        ("change", "name", "why"),
        [
            (lambda: None, "nobody", "nobody with the user name 'nobody'"),
            (lambda: User.objects.update(is_active=False), "demo", "demo is switched off"),
            (lambda: User.objects.all().delete(), None, "give a user name"),
        ],
    )
    def test_it_says_why_not(self, change, name, why):
        first_start()
        change()
        with pytest.raises(CommandError, match=why):
            said("sign_in_link", *([name] if name else []))
        assert not SignInLink.objects.exists()
