"""Where somebody is signed in, their password, and being switched off in a workspace, over the real doors."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts import actions, queries
from apps.accounts.domain.access import Role, Scope
from apps.accounts.domain.devices import device_name
from apps.accounts.domain.rate_limits import FREE
from apps.accounts.models import ApiToken, BrowserSession, User
from apps.accounts.queries.permissions import PageAccess, PageSeat, has_permission, page_accesses
from apps.accounts.queries.sessions import id_of_session
from apps.journal.models import AuditEntry
from tests import factories

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
OLD, NEW = "a long enough one", "another long enough one"


@pytest.fixture
def person():
    user = factories.person(factories.workspace())
    user.set_password(OLD)
    user.save()
    return user


def browser(user, agent=FIREFOX, address="192.0.2.1"):
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    assert client.post("/sign-in/", {"username": user.username, "password": OLD}).status_code == 302
    return client


def is_in(client):
    return client.get("/settings/").status_code == 200


def seat_of(user, client):
    return PageSeat(user.pk, client.session.session_key, Role.OWNER)


def test_the_list_tells_browsers_apart_and_gives_no_key_away(person):
    laptop, phone = browser(person), browser(person, PHONE, "198.51.100.7")
    shown = laptop.get("/settings/sessions/").content.decode()
    for words in ("Firefox on Linux", "Safari on iPhone", "198.51.100.7", "this browser"):
        assert words in shown
    for client in (laptop, phone):
        assert client.session.session_key not in shown


@pytest.mark.parametrize(("agent", "called"), [(FIREFOX, "Firefox auf Linux"), ("bees", "Unbekannter Browser")])
def test_a_page_says_which_browsers_there_are_in_the_language_of_its_reader(person, agent, called):
    User.objects.filter(pk=person.pk).update(language="de")
    assert called in browser(person, agent).get("/settings/sessions/").content.decode()


def test_the_use_of_a_session_is_noted_rarely_and_from_where_it_came(person, django_assert_num_queries):
    laptop = browser(person)
    laptop.get("/settings/", REMOTE_ADDR="203.0.113.9")
    assert BrowserSession.objects.get().address == "192.0.2.1"
    BrowserSession.objects.update(seen_at=timezone.now() - timedelta(minutes=6))
    laptop.get("/settings/", REMOTE_ADDR="203.0.113.9")
    row = BrowserSession.objects.get()
    assert row.address == "203.0.113.9"
    assert row.seen_at > timezone.now() - timedelta(minutes=1)


def test_one_browser_is_signed_out_and_the_others_stay(person):
    laptop, phone = browser(person), browser(person, PHONE)
    seats = [seat_of(person, laptop), seat_of(person, phone)]
    laptop.post(f"/settings/sessions/{id_of_session(phone.session.session_key)}/end/")
    assert (is_in(laptop), is_in(phone)) == (True, False)
    now = page_accesses(person.memberships.get().workspace_id, seats)
    assert [now[seat] for seat in seats] == [PageAccess.WELCOME, PageAccess.SIGNED_OUT], "its open pages close"


def test_signing_out_everywhere_ends_this_one_too_and_leaves_others_alone(person):
    laptop, phone = browser(person), browser(person, PHONE)
    other = Client()
    other.force_login(factories.person(person.memberships.get().workspace))
    assert laptop.post("/settings/sessions/end/").status_code == 302
    assert (is_in(laptop), is_in(phone), is_in(other)) == (False, False, True)
    assert AuditEntry.objects.get(deed="sessions.ended").details == {"sessions": 2}


def test_nobody_ends_a_session_of_somebody_else(person):
    other = Client()
    other.force_login(factories.person(person.memberships.get().workspace))
    laptop = browser(person)
    assert other.post(f"/settings/sessions/{id_of_session(laptop.session.session_key)}/end/").status_code == 404
    assert is_in(laptop)


def test_another_password_ends_all_other_sessions_and_keeps_this_one(person):
    laptop, phone = browser(person), browser(person, PHONE)
    began = BrowserSession.objects.get(session_key=laptop.session.session_key).started_at
    assert laptop.post("/settings/password/", {"current": OLD, "new": NEW}).status_code == 302
    assert (is_in(laptop), is_in(phone)) == (True, False)
    assert BrowserSession.objects.get().started_at == began, "it is the same session under another key"
    assert User.objects.get(pk=person.pk).check_password(NEW)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"current": "wrong", "new": NEW}, "not your password"),
        ({"current": OLD, "new": "short"}, "at least 12 characters"),
        ({"current": OLD, "new": "q1w2e3r4t5y6"}, "too common"),
        ({"current": OLD}, "required"),
        ({"new": NEW}, "required"),
    ],
)
def test_a_password_that_is_refused_is_told_why_and_changes_nothing(person, fields, words):
    laptop, phone = browser(person), browser(person, PHONE)
    answer = laptop.post("/settings/password/", fields)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert User.objects.get(pk=person.pk).check_password(OLD)
    assert is_in(phone)


def test_whoever_found_an_open_browser_does_not_guess_its_password_there(person):
    laptop, phone = browser(person), browser(person, PHONE)
    for _ in range(FREE):
        laptop.post("/settings/password/", {"current": "wrong", "new": NEW})
    answer = laptop.post("/settings/password/", {"current": OLD, "new": NEW})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert phone.post("/settings/password/", {"current": OLD, "new": NEW}).status_code == 302


def test_who_has_no_password_chooses_one_and_signs_in_with_it(person):
    person.set_unusable_password()
    person.save()
    here = Client()
    here.force_login(person)
    assert "You have none" in here.get("/settings/password/").content.decode()
    assert here.post("/settings/password/", {"new": NEW}).status_code == 302
    assert Client().post("/sign-in/", {"username": person.username, "password": NEW}).status_code == 302


@pytest.fixture
def colleague(person):
    """A colleague, their browser and their token."""
    user = factories.person(person.memberships.get().workspace, "owner")
    client = Client()
    client.force_login(user)
    return user, client, actions.issue_token(queries.actor_for(user), "ci", {Scope.READ})


def asked(token, method="GET", path="/workspace"):
    headers = {"Authorization": f"Bearer {token}"}
    return Client().generic(method, f"/api/v1{path}", json.dumps({}), "application/json", headers=headers)


def test_somebody_who_is_switched_off_is_out_until_they_are_switched_on(person, colleague):
    user, client, token = colleague
    owner, seat = browser(person), seat_of(user, client)
    workspace_id = person.memberships.get().workspace_id
    owner.post(f"/settings/members/{user.pk}/off/")
    assert (is_in(client), asked(token).status_code) == (False, 401)
    assert page_accesses(workspace_id, [seat])[seat] is PageAccess.NO_ACCESS
    assert "are switched off in yours: ask an owner to let you in" in client.get("/").content.decode()
    assert "switched off" in owner.get("/settings/members/").content.decode()
    owner.post(f"/settings/members/{user.pk}/on/")
    assert (is_in(client), asked(token).status_code) == (True, 200)
    assert page_accesses(workspace_id, [seat])[seat] is PageAccess.WELCOME


def test_a_workspace_keeps_an_owner_who_is_in(person, colleague):
    user, _client, _ = colleague
    owner = browser(person)
    owner.post(f"/settings/members/{user.pk}/off/")
    for doing, fields in (("off", {}), ("remove", {}), ("role", {"role": "viewer"})):
        owner.post(f"/settings/members/{person.pk}/{doing}/", fields)
    assert is_in(owner)
    assert queries.actor_for(person).role is Role.OWNER


def test_programs_switch_people_off_and_sign_out(person, colleague):
    user, _client, theirs = colleague
    token = actions.issue_token(queries.actor_for(person), "admin", {Scope.READ, Scope.ADMINISTER, Scope.ACCESS})
    laptop = browser(person)
    assert asked(token, "POST", f"/members/{user.pk}/disable").json()["enabled"] is False
    assert asked(token, "POST", f"/members/{user.pk}/disable").status_code == 409
    assert asked(theirs).status_code == 401
    assert asked(token, "POST", f"/members/{user.pk}/enable").json()["enabled"] is True
    (row,) = asked(token, path="/sessions").json()
    assert row["device"] == "Firefox on Linux"
    assert asked(token, "DELETE", f"/sessions/{row['id']}").status_code == 204
    assert not is_in(laptop)
    again = browser(person)
    assert asked(token, "DELETE", "/sessions").status_code == 204
    assert not is_in(again)
    assert asked(token).status_code == 200, "tokens stay"


def test_whoever_runs_the_installation_signs_people_out(person):
    laptop, runner = browser(person), Client()
    runner.force_login(User.objects.create(username="runner", is_staff=True))
    fields = {"action": "sign_out", "_selected_action": [person.pk]}
    assert runner.post(reverse("admin:accounts_user_changelist"), fields, follow=True).status_code == 200
    assert not is_in(laptop)
    assert AuditEntry.objects.get(deed="sessions.ended").actor == "runner"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        (PHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("curl/8.5.0", "curl"),
        ("", "Unknown browser"),
        ("<script>", "Unknown browser"),
    ],
)
def test_a_browser_is_called_by_what_its_person_knows(said, name):
    assert device_name(said) == name


ENDS = {
    "removed": lambda owner, it: actions.remove_member(owner, it.user_id),
    "switched off": lambda owner, it: actions.switch_off_member(owner, it.user_id),
    "switched off everywhere": lambda owner, it: User.objects.filter(pk=it.user_id).update(is_active=False),
    "a smaller role": lambda owner, it: actions.change_role(owner, it.user_id, Role.VIEWER),
    "revoked": lambda owner, it: actions.revoke_token(it, it.token_id),
    "expired": lambda owner, it: ApiToken.objects.update(expires_at=timezone.now()),
}


@pytest.mark.parametrize("end", ENDS)
def test_who_began_something_may_go_on_only_while_they_may_begin_it(person, colleague, end):
    owner = queries.actor_for(person)
    it = actions.use_token(actions.issue_token(queries.actor_for(colleague[0]), "runs", {Scope.RUN}))

    def may_run(token_id):
        return has_permission(it.user_id, it.workspace_id, Scope.RUN, token_id)

    assert may_run(it.token_id)
    assert not has_permission(it.user_id, it.workspace_id, Scope.READ, it.token_id), "beyond its scopes"
    assert not has_permission(person.pk, it.workspace_id, Scope.RUN, it.token_id), "somebody else's"
    ENDS[end](owner, it)
    assert not may_run(it.token_id)
    assert may_run(None) is (end in ("revoked", "expired"))
