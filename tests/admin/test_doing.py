"""What whoever runs the installation does in the admin, and what the audit log says of it."""

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts import actions as accounts
from apps.accounts.domain.access import Role
from apps.accounts.models import ApiToken, Invitation, Member, User, Workspace
from apps.accounts.queries import model_settings
from apps.agents.actions import register_agent, seed_agents
from apps.agents.domain.registration import QUOTA, AgentProfile
from apps.agents.models import Agent, Connection
from apps.agents.queries.credentials import open_config
from apps.chat.models import Conversation
from apps.journal.models import AuditEntry
from apps.teams.models import Team
from tests import factories


def do(client, model, action, *rows):
    """Choose an action for rows of a list; gives the sentences that the page then says."""
    keys = [str(row.pk) for row in rows]
    address = reverse(f"admin:{model}_changelist")
    answer = client.post(address, {"action": action, "_selected_action": keys}, follow=True)
    return " ".join(str(message) for message in answer.context["messages"])


ALWAYS_SENT = {
    "agents_agent": {"connections-TOTAL_FORMS": 0, "connections-INITIAL_FORMS": 0},
    "accounts_workspace": {"default_review": "auto"},
}


def save(client, model, row, **values):
    """Send a row's form as a browser does, which leaves out no choice; gives the page that follows."""
    return client.post(
        reverse(f"admin:{model}_change", args=[row.pk]), ALWAYS_SENT.get(model, {}) | values, follow=True
    )


def deeds():
    return list(AuditEntry.objects.order_by("pk").values_list("deed", "about", "actor"))


def test_agents_are_switched_off_and_on(staff, world):
    scout, tally = world.agents["scout"], world.agents["tally"]
    assert do(staff, "agents_agent", "disable", scout, tally) == "2 switched off."
    assert Agent.objects.filter(enabled=False).count() == 2
    assert do(staff, "agents_agent", "enable", scout) == "1 switched on."
    assert deeds() == [
        ("agent.switched_off", "@scout", "Rune Runner"),
        ("agent.switched_off", "@tally", "Rune Runner"),
        ("agent.switched_on", "@scout", "Rune Runner"),
    ]


def test_an_agent_gets_another_quota_and_nothing_else(staff, world):
    scout = world.agents["scout"]
    quota = {"concurrency": 9, "calls_per_minute": 30, "timeout_seconds": 60, "test_seconds": 9}
    save(staff, "agents_agent", scout, **quota, name="Other", enabled="")
    found = Agent.objects.get(pk=scout.pk)
    assert {name: getattr(found.connection, name) for name in quota} == quota
    assert (found.name, found.enabled) == ("Scout", True)
    assert deeds() == [("agent.quota_changed", "@scout", "Rune Runner")]


def test_a_quota_out_of_range_is_refused_beside_its_field(staff, world):
    wrong = {"concurrency": 0, "calls_per_minute": -1, "timeout_seconds": 90_000, "test_seconds": 900}
    answer = save(staff, "agents_agent", world.agents["scout"], **wrong)
    assert set(answer.context["adminform"].errors) == set(wrong)
    assert not deeds()


def test_agents_are_probed_and_what_was_found_is_kept(staff, world):
    profile = AgentProfile(handle="sketch", name="Sketch", connector="scripted")
    sketch = Agent.objects.get(pk=register_agent(world.workspace.pk, profile))
    assert "@sketch answered in" in do(staff, "agents_agent", "probe", sketch)
    Connection.objects.filter(agent=sketch.pk).update(connector="pigeon")
    assert "@sketch: " in do(staff, "agents_agent", "probe", sketch)
    assert Agent.objects.get(pk=sketch.pk).connection.availability == "offline"
    others = [factories.agent(world.workspace, f"helper{number}") for number in range(6)]
    assert "Only the first 5" in do(staff, "agents_agent", "probe", *others)


def test_a_token_is_revoked_once(staff, world, owner):
    token = accounts.issue_token(owner, "nightly")
    row = ApiToken.objects.get()
    assert do(staff, "accounts_apitoken", "revoke", row) == "1 revoked."
    assert accounts.use_token(token) is None
    assert "revoked before" in do(staff, "accounts_apitoken", "revoke", row)
    assert [deed for deed, *_ in deeds()] == ["token.issued", "token.revoked"]


def test_an_invitation_is_withdrawn(staff, world, owner):
    User.objects.create(username="guest")
    accounts.invite(owner, "guest", Role.VIEWER)
    assert do(staff, "accounts_invitation", "withdraw", Invitation.objects.get()) == "1 withdrawn."
    assert [deed for deed, *_ in deeds()] == ["member.invited", "invitation.withdrawn"]


def test_roles_change_and_the_last_owner_stays(staff, world):
    viewer, boss = (Member.objects.get(user=user) for user in (world.viewer, world.owner))
    save(staff, "accounts_member", viewer, role="operator")
    assert Member.objects.get(pk=viewer.pk).role == "operator"
    assert "at least one owner" in save(staff, "accounts_member", boss, role="viewer").text
    assert "at least one owner" in do(staff, "accounts_member", "take_out", boss)
    assert do(staff, "accounts_member", "take_out", viewer) == "1 taken out."
    assert Member.objects.get(pk=boss.pk).role == "owner"
    assert [deed for deed, *_ in deeds()] == ["role.changed", "member.removed"]


MODEL = {"model_base_url": "https://m.example/v1", "model_name": "m", "prompt_price": "2.5"}


def test_a_workspace_gets_limits_and_a_model_whose_key_is_never_shown(staff, world):
    answer = save(staff, "accounts_workspace", world.workspace, **MODEL, new_key="open sesame", turns="7", money="1.5")
    assert "open sesame" not in answer.text
    assert Workspace.objects.get(pk=world.workspace.pk).default_limits == {"turns": 7, "money": 1.5}
    assert model_settings(world.workspace.pk).api_key == "open sesame"
    assert [deed for deed, *_ in deeds()] == ["model.set", "default_limits.set"]


def test_a_workspace_gets_another_review_of_its_answers(staff, world):
    save(staff, "accounts_workspace", world.workspace, default_review="never")
    assert Workspace.objects.get(pk=world.workspace.pk).default_review == "never"
    assert [deed for deed, *_ in deeds()] == ["default_review.set"]


def test_a_form_that_was_not_changed_does_nothing(staff, world):
    save(staff, "accounts_workspace", world.workspace)
    assert not deeds()


def test_the_key_stays_when_none_is_entered_and_goes_with_the_model(staff, world):
    save(staff, "accounts_workspace", world.workspace, **MODEL, new_key="open sesame")
    save(staff, "accounts_workspace", world.workspace, **MODEL | {"model_name": "n"})
    found = model_settings(world.workspace.pk)
    assert (found.model, found.api_key, found.prompt_price) == ("n", "open sesame", 2.5)
    save(staff, "accounts_workspace", world.workspace, model_base_url="", model_name="")
    assert Workspace.objects.get(pk=world.workspace.pk).model_key_sealed is None


def test_what_an_action_refuses_is_said_and_nothing_is_saved(staff, world):
    answer = save(staff, "accounts_workspace", world.workspace, **MODEL | {"model_base_url": "ftp://m"}, turns="7")
    assert "Start with http" in str(answer.context["adminform"].errors["model_base_url"])
    assert 'value="ftp://m"' in answer.text, "what was entered stays"
    assert Workspace.objects.get(pk=world.workspace.pk).default_limits == {}
    answer = save(staff, "accounts_workspace", world.workspace, turns="0")
    assert set(answer.context["adminform"].errors) == {"turns"}
    assert not deeds()


def test_a_goal_is_paused_resumed_and_stopped_by_its_conversation(staff, world):
    room = Conversation.objects.get(team=world.root.team)
    assert do(staff, "chat_conversation", "pause", room) == "1 paused."
    assert Team.objects.get(pk=world.root.team.pk).frozen_at is not None
    assert do(staff, "chat_conversation", "resume", room) == "1 resumed."
    assert do(staff, "chat_conversation", "stop", room) == "1 stopped."
    world.goal.refresh_from_db()
    assert world.goal.outcome == "stopped"
    refused = do(staff, "chat_conversation", "pause", room)
    assert refused.startswith(f"conversation of {world.root.team.name}: This team has ended"), "named as the list does"
    assert [deed for deed, *_ in deeds()] == ["team.paused", "team.resumed", "team.stopped"]


def test_dead_letters_are_listed_and_tried_again_or_said_why_not(staff, world):
    dead = world.root.task("Count", world.root.members["scribe"], "failed", failure="It broke.")
    address = reverse("admin:teams_task_changelist", query={"dead": "yes"})
    assert dead in staff.get(address).context["cl"].result_list
    done = world.root.task("Read", world.root.members["scout"], "done")
    said = do(staff, "teams_task", "retry", dead, done)
    assert "1 tried again." in said
    assert "it is done" in said
    assert [deed for deed, *_ in deeds()] == ["task.retried"]
    assert dead not in staff.get(address).context["cl"].result_list


def test_a_person_who_does_not_run_the_installation_does_nothing_here(client, world):
    client.force_login(world.owner)
    answer = client.post(
        reverse("admin:agents_agent_changelist"),
        {"action": "disable", "_selected_action": [str(world.agents["scout"].pk)]},
        follow=True,
    )
    assert answer.status_code == 403
    assert Agent.objects.get(pk=world.agents["scout"].pk).enabled


def test_what_was_decided_about_a_built_in_agent_outlives_the_next_start(staff):
    demo = accounts.first_start()
    seed_agents(demo.workspace_id)
    agent = Agent.objects.first()
    save(staff, "agents_agent", agent, concurrency=9, calls_per_minute=30, timeout_seconds=60, test_seconds=9)
    do(staff, "agents_agent", "disable", agent)
    seed_agents(demo.workspace_id)
    found = Agent.objects.get(pk=agent.pk)
    assert (
        found.enabled,
        found.connection.concurrency,
        found.connection.calls_per_minute,
        found.connection.timeout_seconds,
    ) == (False, 9, 30, 60)


def add(client, model, **values):
    """Send the form for a new row; gives the page that follows."""
    return client.post(reverse(f"admin:{model}_add"), values, follow=True)


def test_an_account_is_switched_off_for_all_workspaces_and_on(staff, world, owner):
    token = accounts.issue_token(owner, "nightly")
    browser = Client()
    browser.force_login(world.owner)
    assert do(staff, "accounts_user", "switch_off", world.owner) == "1 switched off."
    assert accounts.use_token(token) is None
    assert browser.get("/settings/").status_code == 302, "out, and asked to sign in"
    assert "switched off already" in do(staff, "accounts_user", "switch_off", world.owner)
    assert do(staff, "accounts_user", "switch_on", world.owner) == "1 switched on."
    assert accounts.use_token(token) is not None
    assert "not switched off" in do(staff, "accounts_user", "switch_on", world.owner)
    assert deeds()[1:] == [
        ("account.switched_off", world.owner.username, "Rune Runner"),
        ("account.switched_on", world.owner.username, "Rune Runner"),
    ]


def test_another_may_run_the_installation_and_one_always_does(staff, world):
    runner = User.objects.get(username="runner")
    assert do(staff, "accounts_user", "let_run", world.owner) == "1 may run this installation now."
    assert "run this installation already" in do(staff, "accounts_user", "let_run", world.owner)
    for action in ("switch_off", "let_run_no_more"):
        assert "yourself" in do(staff, "accounts_user", action, runner)
    others = Client()
    others.force_login(world.owner)
    assert do(others, "accounts_user", "let_run_no_more", runner) == "1 may run this installation no more."
    assert staff.get(reverse("admin:index")).status_code == 302
    assert [deed for deed, *_ in deeds()] == ["runner.made", "runner.unmade"]


def test_a_workspace_is_opened_with_its_owner(staff, world):
    add(staff, "accounts_workspace", name="South", slug="south", username="sue", display_name="Sue")
    south = Workspace.objects.get(slug="south")
    assert [(one.user.username, one.role) for one in south.members.all()] == [("sue", "owner")]
    assert deeds() == [("workspace.created", "south", "Rune Runner")]


def test_the_lists_lead_to_their_forms_which_say_how_the_new_person_gets_in(staff, world):
    for model, says in {"accounts_workspace": "manage.py sign_in_link", "accounts_member": "sign-in link"}.items():
        form = reverse(f"admin:{model}_add")
        assert f'href="{form}' in staff.get(reverse(f"admin:{model}_changelist")).text
        assert says in staff.get(form).text
    goals = staff.get(reverse("admin:teams_goal_changelist")).text
    assert reverse("admin:index") in goals
    assert "/add/" not in goals


def test_a_person_is_let_into_a_workspace(staff, world):
    values = {"workspace": world.workspace.pk, "username": "vera", "display_name": "Vera", "role": "operator"}
    add(staff, "accounts_member", **values)
    assert Member.objects.get(user__username="vera").role == "operator"
    assert deeds() == [("member.added", "vera", "Rune Runner")]


@pytest.mark.parametrize(
    ("model", "values", "words"),
    [
        ("accounts_workspace", {"slug": "No Slug"}, "valid “slug”"),
        ("accounts_workspace", {"slug": "-x"}, "small letters, digits or dashes"),
        ("accounts_workspace", {"username": "Not A Name"}, "Use 2 to 60 small letters"),
        ("accounts_workspace", {"username": "taken"}, "is taken"),
        ("accounts_member", {"username": "taken"}, "is taken"),
        ("accounts_member", {"role": "king"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_with_a_new_row_is_said_and_nothing_is_made(staff, world, model, values, words):
    User.objects.filter(pk=world.viewer.pk).update(username="taken")
    sound = {"name": "South", "slug": "south", "username": "sue", "role": "viewer", "workspace": world.workspace.pk}
    answer = add(staff, model, **sound | values)
    assert words in str(answer.context["adminform"].errors[next(iter(values))]), "beside its field"
    assert f'value="{values.get("username", "sue")}"' in answer.text, "what was entered stays"
    assert not deeds()
    assert not User.objects.filter(username="sue").exists()


def test_an_agents_key_is_entered_and_never_shown(staff, world):
    config = {"url": "https://m.example/v1", "api_key": "old-secret"}
    profile = AgentProfile(handle="sketch", name="Sketch", connector="openai", connector_config=config)
    sketch = Agent.objects.get(pk=register_agent(world.workspace.pk, profile))
    address = reverse("admin:agents_agent_change", args=[sketch.pk])
    form = staff.get(address).text
    assert "One is stored. Empty: it stays." in form
    quota = {name: getattr(sketch.connection, name) for name in QUOTA}
    page = save(staff, "agents_agent", sketch, secret_api_key="new-secret", **quota).text
    assert "secret" not in page.replace("secret_", "").replace("secrets", "")
    sketch.refresh_from_db()
    assert open_config(sketch.connection.connector_config)["api_key"].get_secret_value() == "new-secret"
    save(staff, "agents_agent", sketch, secret_api_key="", **quota)
    sketch.refresh_from_db()
    assert open_config(sketch.connection.connector_config)["api_key"].get_secret_value() == "new-secret"
    assert deeds() == [("agent.changed", "@sketch", "Rune Runner")]


def test_a_key_that_no_server_takes_is_refused(staff, world):
    profile = AgentProfile(
        handle="sketch", name="Sketch", connector="openai", connector_config={"url": "https://m.example/v1"}
    )
    sketch = Agent.objects.get(pk=register_agent(world.workspace.pk, profile))
    quota = {name: getattr(sketch.connection, name) for name in QUOTA}
    page = save(staff, "agents_agent", sketch, secret_api_key="two words", **quota)
    assert "characters that no key has" in str(page.context["adminform"].errors["secret_api_key"])
    assert "two words" not in page.text
    assert not deeds()


def test_agents_are_removed(staff, world):
    scout = world.agents["scout"]
    assert do(staff, "agents_agent", "remove", scout) == "1 removed."
    scout.refresh_from_db()
    assert scout.removed_at
    assert "no such agent" in do(staff, "agents_agent", "remove", scout)
    assert deeds() == [("agent.removed", "@scout", "Rune Runner")]


def test_one_that_was_removed_is_neither_switched_on_nor_tested_and_that_is_said(staff, world):
    scout = world.agents["scout"]
    do(staff, "agents_agent", "remove", scout)
    assert "It was removed from the registry" in do(staff, "agents_agent", "enable", scout)
    assert "@scout: " in do(staff, "agents_agent", "probe", scout)
    assert [deed for deed, *_ in deeds()] == ["agent.removed"]


def test_the_workspaces_pages_lead_staff_here_and_nobody_else(client, world):
    client.force_login(world.owner)
    assert "Run this installation" not in client.get("/").text
    User.objects.filter(pk=world.owner.pk).update(is_staff=True)
    assert "Run this installation" in client.get("/").text
