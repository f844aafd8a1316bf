"""Every page of the admin: opens for whoever runs the installation, and for nobody else; shows no secret; writes
nothing by itself."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.accounts import actions as accounts
from apps.accounts.domain.access import Role
from apps.accounts.models import ApiToken, Member, SignInLink, User, Workspace
from apps.accounts.queries import actor_for
from apps.agents.models import Agent, Connection
from apps.files.models import BlobPiece
from apps.teams.models import Attempt
from tests import factories, snapshot

pytestmark = pytest.mark.thorough

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
CANARY = "open-sesame-canary"


def page(model, which, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{which}", args=args)


@pytest.fixture
def world(db):
    """A workspace with something in every state."""
    of = snapshot.world()
    accounts.invite(actor_for(of.owner), User.objects.create(username="guest").username, Role.VIEWER)
    return of


@pytest.fixture
def secrets(world, owner):
    """Puts a known word wherever a secret is kept; gives it, and those that can't be chosen."""
    accounts.set_model_settings(owner, base_url="https://m.example/v1", model="m", api_key=CANARY)
    token = accounts.issue_token(owner, "nightly")
    link = accounts.issue_sign_in_link(world.viewer.pk).rstrip("/").rsplit("/", 1)[-1]
    User.objects.filter(pk=world.viewer.pk).update(password=f"md5$salt${CANARY}")
    Connection.objects.update(connector_config={"api_key": CANARY, "headers": {"Authorization": CANARY}})
    BlobPiece.objects.update(content=CANARY.encode())
    sealed = bytes(Workspace.objects.get(pk=world.workspace.pk).model_key_sealed).decode()
    digests = [ApiToken.objects.get().digest, SignInLink.objects.get().digest]
    return [CANARY, token, link, sealed, *digests]


def test_lists_and_rows_open_without_a_secret(staff, secrets):
    for model in MODELS:
        keys = list(model.objects.values_list("pk", flat=True)[:3])
        assert keys, f"the world has no {model._meta.label}"
        for address in [page(model, "changelist"), *(page(model, "change", key) for key in keys)]:
            answer = staff.get(address)
            assert answer.status_code == 200, address
            assert not [secret for secret in secrets if secret in answer.text], address


def test_rows_come_and_go_by_actions_only(staff, world, owner):
    accounts.issue_token(owner, "nightly")
    for model in MODELS:
        row = model.objects.first()
        added = model._meta.label in ADDABLE
        assert staff.get(page(model, "add")).status_code == (200 if added else 403), model
        assert added or staff.post(page(model, "add"), {}).status_code == 403, model
        assert staff.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403, model
        staff.post(page(model, "changelist"), {"action": "delete_selected", "_selected_action": [row.pk]})
        assert model.objects.filter(pk=row.pk).exists(), model


ADDABLE = {"accounts.Workspace", "accounts.Member", "agents.Agent"}
EDITABLE = {"accounts.Workspace", "accounts.Member", "agents.Agent"}


def test_a_row_cannot_be_changed_by_hand(staff, world, owner):
    accounts.issue_token(owner, "nightly")
    for model in MODELS:
        address = page(model, "change", model.objects.first().pk)
        if model._meta.label not in EDITABLE:
            assert staff.post(address, {"name": "Other", "state": "done"}).status_code == 403, model


def test_nobody_else_gets_in(client, world):
    addresses = [reverse("admin:index"), reverse("admin:chat_conversation_stuck"), reverse("admin:search")]
    addresses += [page(model, "changelist") for model in MODELS]
    for address in addresses:
        answer = client.get(address, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/sign-in/?next=%2Fadmin%2F")
    client.force_login(world.owner)
    for address in addresses:
        assert client.get(address, follow=True).status_code == 403


def test_a_stranger_is_brought_back_after_signing_in_where_wrong_passwords_are_counted(client, world):
    assert client.get("/admin/login/").url == "/sign-in/?next=%2Fadmin%2F"
    assert client.post("/admin/login/", {"username": "root", "password": "guess"}).url.startswith("/sign-in/")


def test_the_owner_of_the_demo_may_open_it(client, world):
    client.force_login(User.objects.get(pk=accounts.first_start().user_id))
    assert client.get(reverse("admin:index")).status_code == 200


def test_an_id_finds_everything_that_belongs_to_it(staff, world):
    for model in MODELS:
        if model._meta.label in {"teams.Goal", "teams.Team", "teams.Task", "chat.Message", "journal.Event"}:
            answer = staff.get(page(model, "changelist"), {"q": str(world.goal.pk)})
            assert answer.status_code == 200
            assert answer.context["cl"].result_list, model
    other = staff.get(reverse("admin:teams_goal_changelist"), {"q": "00000000-0000-7000-8000-000000000000"})
    assert not other.context["cl"].result_list


def test_words_are_looked_for_too(staff, world):
    answer = staff.get(reverse("admin:agents_agent_changelist"), {"q": "archives"})
    assert [agent.handle for agent in answer.context["cl"].result_list] == ["harbor"]


def queries_of(client, address):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_a_longer_list_takes_no_more_queries(staff, world, owner):
    accounts.issue_token(owner, "nightly")
    addresses = [page(model, "changelist") for model in MODELS]
    addresses += [reverse("admin:index"), reverse("admin:chat_conversation_stuck", query={"seconds": 0})]
    staff.get(addresses[0])
    before = [queries_of(staff, address) for address in addresses]
    for name in ("two", "three"):
        again = type(owner)(owner.user_id, owner.workspace_id, owner.role, owner.name)
        accounts.issue_token(again, name)
        factories.person(world.workspace, "operator", name)
        factories.agent(world.workspace, name)
    factories._tell(
        factories.Story(world.workspace, world.owner, world.agents, factories.GOAL, world.goal.created_at), world.owner
    )
    assert [queries_of(staff, address) for address in addresses] == before


def test_no_page_looks_for_the_frame_that_it_does_not_show(client, world):
    User.objects.filter(pk=world.owner.pk).update(is_staff=True)
    client.force_login(world.owner)
    with CaptureQueriesContext(connection) as captured:
        client.get(page(User, "changelist"))
    assert not [asked["sql"] for asked in captured if '"accounts_member"' in asked["sql"]]


def test_workspaces_to_choose_from_are_looked_up_and_not_all_listed(staff, world):
    factories.workspace("Lighthouse")
    addresses = [page(model, "changelist") for model in MODELS if model is not Workspace]
    addresses += [page(model, "add") for model in (Member, Agent)]
    assert not [address for address in addresses if "Lighthouse" in staff.get(address).text]
    field = {"app_label": "teams", "model_name": "goal", "field_name": "workspace"}
    found = staff.get(reverse("admin:autocomplete"), {**field, "term": "light"}).json()["results"]
    assert [one["text"] for one in found] == ["Lighthouse"]


def test_a_list_is_narrowed_to_a_workspace(staff, world):
    of = factories.workspace("Lighthouse")
    alone = factories.agent(of, "keeper")
    answer = staff.get(page(Agent, "changelist"), {"workspace__id__exact": str(of.pk)})
    assert list(answer.context["cl"].result_list) == [alone]


def test_pages_are_escaped(staff, world):
    world.root.say(None, "<script>alert(1)</script>")
    text = staff.get(reverse("admin:chat_message_changelist")).text
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert(1)" not in text


def test_leases_are_told_in_words(staff, world):
    running = Attempt.objects.filter(state="running")
    running.update(lease_until=world.goal.created_at)
    assert "ran out" in staff.get(reverse("admin:teams_attempt_changelist")).text


PLACES = [
    ("admin:index", {}, "Dashboard"),
    ("admin:chat_conversation_stuck", {}, "What is stuck"),
    ("admin:chat_conversation_changelist", {}, "Conversations"),
    ("admin:teams_task_changelist", {}, "Tasks"),
    ("admin:teams_task_changelist", {"dead": "yes"}, "Dead letters"),
]


def test_the_menu_says_where_one_is(staff):
    for address, query, where in PLACES:
        groups = staff.get(reverse(address, query=query)).context["sidebar_navigation"]
        assert [item["title"] for group in groups for item in group["items"] if item["active"]] == [where]


@pytest.mark.parametrize("query", [{"created_at__year": "99999999"}, {"q": "\x00"}])
def test_a_question_that_no_database_can_answer_leads_to_the_list_and_is_no_error(staff, world, query):
    answer = staff.get(page(Workspace, "changelist"), query, follow=True)
    assert answer.status_code == 200


def test_a_chosen_row_that_can_be_none_is_said_and_nothing_is_done(staff, world):
    sent = {"action": "disable", "_selected_action": ["no id", str(world.agents["scout"].pk)]}
    answer = staff.post(reverse("admin:agents_agent_changelist"), sent, follow=True)
    assert "can't be looked up" in str(next(iter(answer.context["messages"])))
    world.agents["scout"].refresh_from_db()
    assert world.agents["scout"].enabled
