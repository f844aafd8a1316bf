"""Somebody who was taken out of one workspace and is wanted by another: who gets in where, over the real doors."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from apps.accounts.actions import switch_off_account, switch_on_account
from apps.accounts.domain.access import Role, Scope
from apps.accounts.models import Invitation, Member, User, Workspace
from apps.accounts.queries.permissions import PageAccess, PageSeat, page_accesses
from apps.journal.models import AuditEntry
from tests import factories
from tests.markup import shown

pytestmark = pytest.mark.django_db


def browser_of(user):
    client = Client()
    client.force_login(user)
    return client


def links_on(page):
    return re.findall(r"http://testserver(/[\w-]+/[\w-]{20,}/)", page.content.decode())


def followed(page, client):
    """Use every link that a page of an owner shows; whom it was meant for presses the button behind it."""
    for path in links_on(page):
        client.post(path)


def let_in(owner, username, role="owner"):
    return owner.post("/settings/members/", {"username": username, "role": role})


def asked(token):
    return Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/workspace").status_code


@pytest.fixture
def here():
    return factories.workspace("Here")


@pytest.fixture
def owner(here):
    return browser_of(factories.person(here))


@pytest.fixture
def thief(db):
    return browser_of(factories.person(factories.workspace("Elsewhere")))


@pytest.fixture
def ivy(owner):
    """A new person, who got in by the link of her first owner."""
    client = Client()
    followed(let_in(owner, "ivy"), client)
    return client


def ivys_id():
    return User.objects.get(username="ivy").pk


def workspace_shown(client):
    page = client.get("/settings/")
    return re.findall("(Here|Elsewhere)", page.content.decode())[0] if page.status_code == 200 else None


def token_of(client):
    (token,) = re.findall(
        r"ioa_[\w-]{43}", client.post("/settings/tokens/", {"name": "ci", "scopes": list(Scope)}).content.decode()
    )
    return token


def test_nobody_takes_over_an_account_by_way_of_another_workspace(owner, ivy, thief):
    assert workspace_shown(ivy) == "Here"
    token = token_of(ivy)
    assert asked(token) == 200
    owner.post(f"/settings/members/{ivys_id()}/remove/")
    assert (asked(token), workspace_shown(ivy)) == (401, None)

    stolen = Client()
    followed(let_in(thief, "ivy"), stolen)  # a sign-in link, if there were one
    thief.post(f"/settings/members/{ivys_id()}/link/")
    assert "_auth_user_id" not in stolen.session
    followed(let_in(owner, "ivy"), stolen)

    back = browser_of(User.objects.get(username="ivy"))  # she signs in as she always does
    followed(let_in(owner, "ivy"), back)
    assert workspace_shown(back) == "Here"
    assert workspace_shown(stolen) is None
    assert asked(token) == 401, "a token of before stays dead"
    assert workspace_shown(ivy) is None, "a session of before does not open the workspace again"


def test_an_invitation_takes_its_link_and_its_account(owner, ivy, thief):
    guest = browser_of(factories.person(factories.workspace("Third")))
    name = User.objects.get(pk=guest.session["_auth_user_id"]).username
    (link,) = links_on(let_in(owner, name, "viewer"))
    assert link.startswith("/invitations/")
    for somebody in (thief, ivy):
        assert (somebody.get(link).status_code, somebody.post(link).status_code) == (404, 404)
    assert Client().get(link).url == f"/sign-in/?next={link}"
    assert guest.post("/invitations/a-guess-at-the-link/").status_code == 404
    assert "to be <b>viewer</b> of the workspace Here" in shown(guest.get(link))
    assert guest.post(link).url == "/"
    assert workspace_shown(guest) == "Here"
    assert guest.post(link).status_code == 404, "a link works once"


def test_who_opens_an_invitation_that_they_accepted_is_led_to_what_they_belong_to(owner, here):
    elsewhere = factories.workspace("Third")
    guest = factories.person(elsewhere)
    browser = browser_of(guest)
    (link,) = links_on(let_in(owner, guest.username, "viewer"))
    browser.post(link)
    page = shown(browser.get(link))
    assert "was accepted, declined or withdrawn before" in page
    assert "If you accepted it before, you are in already" in page
    for workspace in (here, elsewhere):
        assert f'action="/settings/workspaces/{workspace.pk}/open/"' in page


def test_an_account_that_another_workspace_made_with_my_colleagues_name_does_not_get_in(owner, thief):
    squatted = Client()
    followed(let_in(thief, "nora"), squatted)
    (link,) = links_on(let_in(owner, "nora"))
    nora_of_here = squatted  # signed in as whom the name belongs to, without the link that was handed to my colleague
    assert "Here" in nora_of_here.get("/settings/").content.decode(), "she is told that she is invited"
    for path in ("/invitations/", link[:-10] + "/"):
        assert nora_of_here.post(path).status_code == 404
    assert workspace_shown(nora_of_here) == "Elsewhere"


def test_an_owner_who_made_an_account_gets_no_link_once_it_was_used(owner, ivy):
    page = owner.post(f"/settings/members/{ivys_id()}/link/", follow=True)
    assert not links_on(page)
    assert "for new accounts only" in page.content.decode()
    assert not links_on(let_in(owner, "ivy"))


def test_what_an_owner_promised_ends_with_their_role(owner, here, ivy):
    boss = browser_of(factories.person(here))
    guest = browser_of(factories.person(factories.workspace("Third")))
    name = User.objects.get(pk=guest.session["_auth_user_id"]).username
    boss_id = boss.session["_auth_user_id"]
    for end in (f"/settings/members/{boss_id}/role/", f"/settings/members/{boss_id}/remove/"):
        (link,) = links_on(let_in(boss, name))
        owner.post(end, {"role": "viewer"})
        assert guest.post(link).status_code == 404
        owner.post(f"/settings/members/{boss_id}/role/", {"role": "owner"})


def test_what_an_owner_promised_ends_where_they_are_switched_off_everywhere(here):
    boss, runner = factories.person(here), User.objects.create(username="runner", is_staff=True)
    guest = factories.person(factories.workspace("Third"))
    (link,) = links_on(let_in(browser_of(boss), guest.username))
    switch_off_account(runner, boss.pk)
    switch_on_account(runner, boss.pk)
    assert browser_of(guest).post(link).status_code == 404


def test_whoever_belongs_to_two_workspaces_opens_either_and_loses_only_the_one_that_removes_them(owner, ivy, thief):
    followed(let_in(thief, "ivy"), ivy)
    assert workspace_shown(ivy) == "Elsewhere"
    here = Workspace.objects.get(name="Here").pk
    ivy.post(f"/settings/workspaces/{here}/open/")
    assert workspace_shown(ivy) == "Here"
    owner.post(f"/settings/members/{ivys_id()}/remove/")
    assert workspace_shown(ivy) == "Elsewhere"
    assert ivy.post(f"/settings/workspaces/{here}/open/").status_code == 404


def test_the_operators_link_puts_everybody_else_out_and_is_noted(owner, ivy):
    said = StringIO()
    call_command("sign_in_link", "ivy", stdout=said)
    (path,) = re.findall(r"sign-in: http://[\w.:]+(/sign-in/[\w-]+/)", said.getvalue())
    assert workspace_shown(ivy) is None
    back = Client()
    back.post(path)
    assert workspace_shown(back) == "Here"
    noted = AuditEntry.objects.get(deed="account.recovered")
    assert (noted.about, noted.details) == ("ivy", {"sessions": 1})
    with pytest.raises(CommandError, match="nobody with the user name"):
        call_command("sign_in_link", "nobody")


def program_of(client):
    headers = {"Authorization": f"Bearer {token_of(client)}"}

    def send(method, path, **body):
        return Client().generic(method, f"/api/v1{path}", json.dumps(body), "application/json", headers=headers)

    return send


def test_programs_invite_accept_and_decline(owner, ivy, thief):
    of_owner, of_ivy, of_thief = program_of(owner), program_of(ivy), program_of(thief)
    assert "invite its person" in of_thief("POST", "/members", username="ivy").json()["detail"]
    link = of_thief("POST", "/invitations", username="ivy", role="viewer").json()["path"]
    (mine,) = of_ivy("GET", "/invitations/mine").json()
    assert (mine["workspace"], mine["role"]) == ("Elsewhere", "viewer")
    (theirs,) = of_thief("GET", "/invitations").json()["items"]
    assert theirs["id"] == mine["id"]
    assert of_owner("GET", "/invitations").json()["items"] == []
    secret = link.strip("/").split("/")[-1]
    assert of_owner("POST", "/invitations/mine/accept", secret=secret).status_code == 404
    assert of_ivy("POST", f"/invitations/mine/{mine['id']}/decline").status_code == 204
    assert of_ivy("POST", "/invitations/mine/accept", secret=secret).status_code == 404

    path = of_thief("POST", "/invitations", username="ivy").json()["path"]
    joined = of_ivy("POST", "/invitations/mine/accept", secret=path.strip("/").split("/")[-1])
    assert joined.json()["role"] == "operator"
    assert len(of_thief("GET", "/members").json()["items"]) == 2
    again = of_thief("POST", "/invitations", username="ivy")
    assert (again.status_code, again.json()["errors"][0]["field"]) == (422, "username")


def test_an_invitation_may_be_withdrawn_and_runs_out(owner, thief, ivy):
    of_thief = program_of(thief)
    for end in (
        lambda row: of_thief("DELETE", f"/invitations/{row.pk}"),
        lambda row: Invitation.objects.update(expires_at=timezone.now()),
    ):
        (link,) = links_on(let_in(thief, "ivy"))
        end(Invitation.objects.get())
        assert ivy.post(link).status_code == 404
        assert of_thief("GET", "/invitations").json()["items"] == []


def test_a_page_that_was_open_before_stays_shut_when_its_person_is_back(owner, here, ivy):
    seat = PageSeat(ivys_id(), ivy.session.session_key, Role.OWNER)
    assert page_accesses(here.pk, [seat])[seat] is PageAccess.WELCOME
    owner.post(f"/settings/members/{ivys_id()}/remove/")
    Member.objects.create(workspace=here, user_id=ivys_id(), role="owner")
    assert page_accesses(here.pk, [seat])[seat] is PageAccess.NO_ACCESS
    anew = browser_of(User.objects.get(username="ivy"))
    later = seat._replace(session_key=anew.session.session_key)
    assert page_accesses(here.pk, [later])[later] is PageAccess.WELCOME
