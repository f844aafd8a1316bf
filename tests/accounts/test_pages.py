"""Signing in and the settings page, in a browser without scripts."""

import re

import pytest
from django.test import Client

from apps.accounts import actions, queries
from apps.accounts.domain.access import Role, Scope
from apps.accounts.domain.approval_policy import ApprovalPolicy, AskedFor
from apps.accounts.models import User, Workspace

pytestmark = pytest.mark.django_db

NAMED = {"own_name": "Olga"}
"""Who adds others for the first time says what they are called."""
KIM = {"username": "kim", "display_name": "Kim", "role": "operator"}


@pytest.fixture
def owner():
    return actions.first_start().owner


@pytest.fixture
def browser(owner):
    return signed_in(owner)


@pytest.fixture
def viewer(owner):
    user_id = actions.add_member(owner, username="vera", display_name="Vera", role=Role.VIEWER)
    return queries.actor_for(User.objects.get(pk=user_id))


def signed_in(actor):
    client = Client()
    client.force_login(User.objects.get(pk=actor.user_id))
    return client


def page_of(response):
    return response.content.decode()


@pytest.mark.parametrize("name", ["Coordinator\u202e", "Systеm", "Hub", "Kіm"])
def test_nobody_is_added_under_a_name_that_imitates(browser, name):
    told = {"username": "kim", "display_name": name, "role": "viewer"}
    shown = page_of(browser.post("/settings/members/", NAMED | told))
    assert re.search(r'name="display_name"[^>]*aria-invalid="true"', shown)
    assert not User.objects.filter(username="kim").exists()


@pytest.mark.parametrize("name", ["Ελένη", "王小明", "कमला", "Zoë 🐝"])
def test_people_are_called_what_they_are_called(browser, name):
    browser.post("/settings/members/", {**NAMED, "username": "kim", "display_name": name, "role": "viewer"})
    assert str(User.objects.get(username="kim")) == name


def test_opening_a_link_does_not_use_it_and_its_button_does(owner):
    path, client = actions.issue_sign_in_link(owner.user_id), Client()
    for _ in range(2):  # a mail program's preview, then the person
        opened = client.get(path)
        assert opened.status_code == 200
        assert "_auth_user_id" not in client.session
    assert "no-store" in opened["Cache-Control"]
    used = client.post(path)
    assert (used.status_code, used.url) == (302, "/")
    assert client.session["_auth_user_id"] == str(owner.user_id)
    again = Client().post(path)
    assert again.status_code == 410
    assert "no longer works" in page_of(again)


WARNED = "before you sign out"
ASKED = 'data-confirm="Sign out without a password?'


def test_who_gets_in_by_a_link_and_has_no_password_is_told_to_choose_one_before_they_sign_out(owner):
    client = Client()
    home = page_of(client.post(actions.issue_sign_in_link(owner.user_id), follow=True))
    assert WARNED in home
    assert ASKED in home
    assert ASKED in page_of(client.get("/settings/"))
    give_password(owner)
    again = page_of(Client().post(actions.issue_sign_in_link(owner.user_id), follow=True))
    assert WARNED not in again
    assert ASKED not in again


def test_a_link_says_whose_place_it_takes_on_this_browser(browser, owner):
    path = actions.issue_sign_in_link(owner.user_id)
    assert "is signed in on this browser" in page_of(browser.get(path))
    assert "is signed in on this browser" not in page_of(Client().get(path))


@pytest.mark.parametrize("token", ["x", "é", "a" * 3000])
def test_a_link_that_never_was_says_so(token):
    assert Client().get(f"/sign-in/{token}/").status_code == 410


def test_a_link_needs_the_csrf_token(owner):
    client = Client(enforce_csrf_checks=True)
    assert client.post(actions.issue_sign_in_link(owner.user_id)).status_code == 403


def give_password(owner):
    user = User.objects.get(pk=owner.user_id)
    user.set_password("a long enough one")
    user.save()


def test_a_password_signs_in_and_leads_where_one_wanted_to_go(owner):
    give_password(owner)
    fields = {"username": "demo", "password": "a long enough one"}
    assert Client().post("/sign-in/", fields | {"next": "/settings/"}).url == "/settings/"
    for elsewhere in ("https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"):
        assert Client().post("/sign-in/", fields | {"next": elsewhere}).url == "/"


def test_a_wrong_password_says_so_and_keeps_the_name():
    answer = Client().post("/sign-in/", {"username": "demo", "password": "wrong"})
    assert answer.status_code == 422
    assert "The name or the password is wrong." in page_of(answer)
    assert 'value="demo"' in page_of(answer)
    assert "wrong" not in re.findall(r'value="([^"]*)"', page_of(answer))


def test_too_many_wrong_passwords_have_to_wait_whatever_address_they_claim(owner):
    give_password(owner)
    fields = {"username": "demo", "password": "wrong"}
    for number in range(10):
        Client().post("/sign-in/", fields, headers={"X-Forwarded-For": f"192.0.2.{number}"})
    answer = Client().post("/sign-in/", fields | {"password": "a long enough one"})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 10
    assert f"wait {answer['Retry-After']} seconds" in page_of(answer)


def test_a_browser_that_was_signed_in_with_need_not_wait_for_what_strangers_tried(owner):
    give_password(owner)
    fields = {"username": "demo", "password": "a long enough one"}
    mine, taken = Client(), Client()
    mine.post("/sign-in/", fields)
    mine.post("/sign-out/")
    cookie = mine.cookies["ioa_device"]
    assert (cookie["httponly"], cookie["path"]) == (True, "/sign-in/")
    taken.cookies["ioa_device"] = cookie.value[:-1]  # forged
    for _ in range(10):
        Client().post("/sign-in/", fields | {"password": "wrong"})
    assert taken.post("/sign-in/", fields).status_code == 429
    assert mine.post("/sign-in/", fields).status_code == 302
    taken.cookies["ioa_device"] = cookie.value
    for _ in range(10):
        Client().post("/sign-in/", {"username": "other", "password": "wrong"})
    assert taken.post("/sign-in/", {"username": "other", "password": "x"}).status_code == 429, (
        "it is demo's, not other's"
    )


@pytest.mark.parametrize(
    "fields", [{}, {"username": "\x00", "password": "x"}, {"username": "a" * 200, "password": "x"}]
)
def test_a_sign_in_form_that_is_not_filled_in_is_refused(fields):
    assert Client().post("/sign-in/", fields).status_code == 422


@pytest.mark.parametrize("wanted", ["nowhere", "a%00b", "", "//evil.example/", "https://evil.example/"])
def test_somebody_signed_in_is_sent_home_where_what_they_wanted_is_no_page_of_ours(browser, wanted):
    assert browser.get(f"/sign-in/?next={wanted}").url == "/"


def test_somebody_signed_in_is_sent_on_and_may_sign_out(browser):
    assert browser.get("/sign-in/").url == "/"
    assert browser.get("/sign-out/").status_code == 405
    assert browser.post("/sign-out/").url == "/sign-in/"
    assert browser.get("/settings/").url == "/sign-in/?next=/settings/"


@pytest.mark.parametrize(
    ("wanted", "then"),
    [("/invitations/a/", "/sign-in/?next=%2Finvitations%2Fa%2F"), ("//evil.example/", "/sign-in/"), ("", "/sign-in/")],
)
def test_who_signs_out_to_sign_in_as_somebody_else_goes_on_where_they_were(browser, wanted, then):
    assert browser.post("/sign-out/", {"next": wanted}).url == then


@pytest.mark.parametrize("link", ["/invitations/of-somebody-else/", "/settings/notices/address/of-somebody-else/"])
def test_a_link_for_another_account_leads_to_signing_in_as_its_person(browser, link):
    shown = page_of(browser.get(link))
    assert "Sign in as somebody else" in shown
    assert f'name="next" value="{link}"' in shown


def test_somebody_without_a_workspace_is_told(db):
    client = Client()
    client.force_login(User.objects.create_user("lonely"))
    answer = client.get("/settings/")
    assert answer.status_code == 404
    assert "ask an owner" in page_of(answer)
    assert "It was removed" not in page_of(answer)


def test_who_has_to_sign_in_anew_to_get_in_can_sign_out(db):
    client = Client()
    client.force_login(User.objects.create_user("lonely"))
    assert client.get("/sign-in/").url == "/"
    assert 'action="/sign-out/"' in page_of(client.get("/"))


MODEL = {"base_url": "https://models.example/v1", "model": "small", "api_key": "sk-canary", "prompt_price": "2.5"}


def test_the_model_is_saved_and_its_key_never_comes_back(browser, owner):
    assert browser.post("/settings/model/", MODEL).url == "/settings/model/"
    shown = page_of(browser.get("/settings/model/"))
    assert "https://models.example/v1" in shown
    assert "A key is stored" in shown
    assert "sk-canary" not in shown
    refused = browser.post("/settings/model/", MODEL | {"base_url": "ftp://x"})
    assert "sk-canary" not in page_of(refused)
    assert queries.model_settings(owner.workspace_id).api_key == "sk-canary"
    browser.post("/settings/model/clear/")
    assert not queries.model_settings(owner.workspace_id).configured


BAD_FORMS = {
    "no address": ("/settings/model/", MODEL | {"base_url": ""}),
    "another scheme": ("/settings/model/", MODEL | {"base_url": "ftp://x"}),
    "a price in words": ("/settings/model/", MODEL | {"prompt_price": "much"}),
    "an endless price": ("/settings/model/", MODEL | {"completion_price": "inf"}),
    "a NUL in the key": ("/settings/model/", MODEL | {"api_key": "\x00"}),
    "a short prompt": ("/settings/model/use/", {"prompt_tokens": "900"}),
    "half a token": ("/settings/model/use/", {"answer_tokens": "900.5"}),
    "an unknown choice": ("/settings/model/use/", {"when_silent": "pray"}),
    "a negative limit": ("/settings/limits/", {"turns": "-1"}),
    "half a team": ("/settings/limits/", {"teams": "1.5"}),
    "a limit that is no number": ("/settings/limits/", {"minutes": "nan"}),
    "leave for what nobody knows": ("/settings/approvals/", {"asks_for": ["wishes"], "deciders": "owner"}),
    "leave given by viewers": ("/settings/approvals/", {"deciders": "viewer"}),
    "an endless wait": ("/settings/approvals/", {"deciders": "owner", "hours": "inf"}),
    "a negative wait": ("/settings/approvals/", {"deciders": "owner", "hours": "-3"}),
    "a bad user name": ("/settings/members/", {"username": "No Spaces", "role": "viewer"}),
    "an unknown role": ("/settings/members/", {"username": "new", "role": "king"}),
    "a token without a name": ("/settings/tokens/", {"name": " ", "scopes": ["read"]}),
    "a token for nothing": ("/settings/tokens/", {"name": "ci"}),
    "a token for what nobody knows": ("/settings/tokens/", {"name": "ci", "scopes": ["fly"]}),
}


@pytest.mark.parametrize(("path", "fields"), BAD_FORMS.values(), ids=BAD_FORMS.keys())
def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(browser, path, fields):
    answer = browser.post(path, fields)
    assert answer.status_code == 422
    assert 'class="form-error"' in page_of(answer)
    chosen = {"api_key", "role", "scopes", "when_silent", "deciders", "asks_for"}
    typed = [value for name, value in fields.items() if name not in chosen and value.strip("\x00 ")]
    assert all(value in page_of(answer) for value in typed)


def test_a_model_inside_the_network_is_refused_in_plain_words(browser, owner, settings):
    settings.IOA_LOCAL_AGENTS, settings.IOA_ALLOWED_NETWORKS = False, []
    actions.set_model_settings(owner, base_url="http://169.254.169.254/v1", model="small")
    shown = page_of(browser.post("/settings/model/test/", follow=True))
    assert "leads to a link-local address; the operator can allow it with IOA_ALLOWED_NETWORKS." in shown


def test_limits_are_saved(browser, owner):
    browser.post("/settings/limits/", {"turns": "9", "money": "1.5", "depth": ""})
    assert queries.goal_defaults(owner.workspace_id).limits == {"turns": 9, "money": 1.5}
    assert 'value="9"' in page_of(browser.get("/settings/limits/"))


@pytest.mark.parametrize("payer", ["workspace", "person"])
def test_a_budget_that_is_refused_stays_as_it_was_typed_with_why_beside_its_field(browser, payer):
    refused = browser.post("/settings/budgets/", {"payer": payer, "tokens": "-1", "goals": "7"})
    page = page_of(refused)
    assert refused.status_code == 422
    assert "Use a whole number" in page.partition(f'id="{payer}_tokens_error"')[2][:200]
    assert ('value="-1"' in page, 'value="7"' in page, page.count('<details class="fold" open>')) == (True, True, 1)
    german = {"accept-language": "de"}
    for field, why in (("tokens", "Verwende eine ganze Zahl von 1 bis"), ("money", "Verwende US-Dollar über 0 bis")):
        assert why in page_of(browser.post("/settings/budgets/", {"payer": payer, field: "-1"}, headers=german))


def test_what_takes_leave_is_saved_and_shown(browser, owner):
    browser.post("/settings/approvals/", {"asks_for": ["acts", "leaves"], "deciders": "owner", "hours": "1.5"})
    assert queries.approval_policy(owner.workspace_id) == ApprovalPolicy(frozenset(AskedFor), Role.OWNER, 1.5)
    shown = page_of(browser.get("/settings/approvals/"))
    assert shown.count(" checked") == 2
    assert '<option value="owner" selected>' in shown
    assert 'value="1.5"' in shown


def test_how_the_model_is_used_is_saved(browser, owner):
    browser.post("/settings/model/use/", {"prompt_tokens": "60000", "other_model": "small", "when_silent": "rules"})
    used = queries.model_settings(owner.workspace_id)
    assert (used.prompt_tokens, used.other_model, used.when_silent) == (60_000, "small", "rules")
    assert (used.answer_tokens, used.timeout_seconds, used.concurrency) == (8_000, 180.0, None)
    assert 'value="60000"' in page_of(browser.get("/settings/model/"))


def test_a_new_person_gets_a_link_that_works(browser):
    shown = page_of(browser.post("/settings/members/", NAMED | KIM))
    (path,) = re.findall(r"http://testserver(/sign-in/[\w-]+/)", shown)
    client = Client()
    assert client.post(path).url == "/"
    assert User.objects.get(username="kim").pk.hex in client.session["_auth_user_id"].replace("-", "")


def test_an_owner_changes_roles_makes_links_and_removes(browser, viewer, owner):
    base = f"/settings/members/{viewer.user_id}"
    browser.post(f"{base}/role/", {"role": "operator"})
    assert queries.actor_for(User.objects.get(pk=viewer.user_id)).role is Role.OPERATOR
    assert "/sign-in/" in page_of(browser.post(f"{base}/link/"))
    browser.post(f"{base}/remove/")
    assert [member.name for member in queries.members_of(owner.workspace_id)] == ["You"]


def test_anybody_leaves_the_workspace_by_themselves_and_no_token_of_theirs_stays(owner, viewer):
    client, token = signed_in(viewer), actions.issue_token(viewer, "ci", {Scope.READ})
    assert "Leave Demo workspace?" in page_of(client.get("/settings/danger/"))
    gone = client.post("/settings/leave/", follow=True)
    assert "You have left Demo workspace." in page_of(gone)
    assert "You belong to no workspace" in page_of(gone)
    assert "There is no such page" not in page_of(gone)
    assert "You belong to no workspace" in page_of(client.get("/nowhere/"))
    assert [one.username for one in queries.members_of(owner.workspace_id)] == ["demo"]
    assert actions.use_token(token) is None


def test_the_last_owner_does_not_leave_and_is_told_why(browser, owner):
    told = browser.post("/settings/leave/", headers={"referer": "/settings/danger/"}, follow=True)
    assert "keeps at least one owner" in page_of(told)
    assert queries.members_of(owner.workspace_id)


def test_who_looks_at_the_people_is_offered_to_leave_and_not_to_remove_themselves(browser, owner, viewer):
    shown = page_of(browser.get("/settings/members/"))
    assert f"/settings/members/{viewer.user_id}/remove/" in shown
    assert f"/settings/members/{owner.user_id}/remove/" not in shown


def test_the_last_owner_stays_and_is_told_why(browser, owner):
    answer = browser.post(f"/settings/members/{owner.user_id}/remove/", follow=True)
    assert "keeps at least one owner" in page_of(answer)


def test_a_token_is_shown_once(browser, owner):
    shown = page_of(browser.post("/settings/tokens/", {"name": "ci", "scopes": ["read"], "days": "30"}))
    (token,) = re.findall(r"ioa_[\w-]{43}", shown)
    assert actions.use_token(token) == owner
    listed = page_of(browser.get("/settings/tokens/"))
    assert token not in listed
    assert token[:12] in listed
    browser.post(f"/settings/tokens/{queries.tokens_of(owner)[0].id}/revoke/")
    assert actions.use_token(token) is None


PARTS = [
    "/settings/",
    "/settings/password/",
    "/settings/sessions/",
    "/settings/tokens/",
    "/settings/members/",
    "/settings/work/",
    "/settings/model/",
    "/settings/approvals/",
    "/settings/limits/",
    "/settings/danger/",
]
OWNERS_PAGES = [
    "/settings/model/",
    "/settings/model/clear/",
    "/settings/model/test/",
    "/settings/model/use/",
    "/settings/approvals/",
    "/settings/limits/",
    "/settings/members/",
    "/settings/members/{}/role/",
    "/settings/members/{}/link/",
    "/settings/members/{}/remove/",
]
FIELDS = MODEL | {"username": "new", "role": "viewer", "turns": "9"}


@pytest.mark.parametrize("path", OWNERS_PAGES)
def test_a_viewer_sees_only_what_is_theirs_and_may_do_no_more(viewer, path):
    client = signed_in(viewer)
    shown = page_of(client.get("/settings/"))
    assert 'href="/settings/tokens/"' in shown
    assert 'href="/settings/model/"' not in shown
    assert client.get("/settings/model/").status_code == 403
    answer = client.post(path.format(viewer.user_id), FIELDS)
    assert answer.status_code == 403
    assert "takes the role owner" in page_of(answer)


@pytest.mark.parametrize("path", [*OWNERS_PAGES, "/settings/tokens/", "/settings/tokens/{}/revoke/", "/sign-out/"])
def test_every_change_needs_the_csrf_token_and_is_a_post(owner, path):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(pk=owner.user_id))
    assert client.post(path.format(owner.user_id), FIELDS).status_code == 403
    assert client.get(path.format(owner.user_id)).status_code == (200 if path in PARTS else 405)


def test_people_and_tokens_of_others_are_not_found(browser, owner):
    stranger = User.objects.create_user("stranger")
    actions.create_workspace("elsewhere", "Elsewhere", stranger.pk)
    for doing, fields in (("role", {"role": "viewer"}), ("link", {}), ("remove", {})):
        assert browser.post(f"/settings/members/{stranger.pk}/{doing}/", fields).status_code == 404
    assert browser.post(f"/settings/tokens/{stranger.pk}/revoke/").status_code == 404


def test_names_are_shown_as_text(browser, owner):
    Workspace.objects.update(name="<script>alert(1)</script>", model_name='"><img src=x onerror=alert(1)>')
    User.objects.update(display_name="<b>You</b>")
    for path in PARTS:
        shown = page_of(browser.get(path))
        assert "<script>alert" not in shown
        assert "<img src=x" not in shown
        assert "<b>You" not in shown


@pytest.mark.parametrize("path", PARTS)
def test_a_page_takes_few_statements_however_many_people(browser, owner, django_assert_max_num_queries, path):
    for number in range(10):
        actions.add_member(owner, username=f"p{number}", display_name="", role=Role.VIEWER)
        actions.issue_token(owner, f"t{number}")
    with django_assert_max_num_queries(13):  # the frame takes two: what waits for a person, and for this one
        browser.get(path)


@pytest.mark.parametrize("path", PARTS)
def test_each_part_has_a_title_of_its_own_and_says_where_one_is(browser, path):
    shown = page_of(browser.get(path))
    (title,) = re.findall(r"<h1>([^<]+)</h1>", shown)
    assert f"<title>{title} · Settings · IoA Web</title>" in shown
    (here,) = re.findall(r'<a class="settings-link" href="([^"]+)" aria-current="page"', " ".join(shown.split()))
    assert here == path


def test_a_form_that_was_refused_is_read_again_at_its_address(browser):
    refused = browser.post("/settings/limits/", {"turns": "-1"})
    assert refused.status_code == 422
    assert 'value="-1"' in page_of(refused)
    assert 'value="-1"' not in page_of(browser.get("/settings/limits/"))


def test_what_cannot_be_undone_is_asked_about(browser, viewer, owner):
    actions.set_model_settings(owner, base_url="https://models.example/v1", model="small")
    actions.issue_token(owner, "ci")
    pages = {path: page_of(browser.get(path)) for path in PARTS}
    for path, question in (
        ("/settings/members/", "Remove "),
        ("/settings/tokens/", "Revoke ci?"),
        ("/settings/danger/", "Sign out everywhere?"),
        ("/settings/danger/", "Clear small and its key?"),
    ):
        assert f'data-confirm="{question}' in pages[path]
        assert 'id="confirm"' in pages[path]
