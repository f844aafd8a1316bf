import pytest
from django.urls import reverse

from apps.accounts.models import User
from apps.agents.actions import add_document
from apps.agents.models import Agent

LIST = "admin:agents_agent_changelist"


@pytest.fixture
def staff(client, db):
    client.force_login(User.objects.create_superuser("root", password="a long password"))
    return client


@pytest.fixture
def agent(workspace, register):
    return register(workspace, "drawer", "Draws charts", connector_config={"key": "sesame"})


def test_the_list_shows_and_finds_agents(staff, agent):
    assert "drawer" in staff.get(reverse(LIST)).text
    assert "Draws" not in staff.get(reverse(LIST), {"q": "cook"}).text


def test_an_agent_is_shown_without_its_secrets_and_cannot_be_changed(staff, agent):
    page = reverse("admin:agents_agent_change", args=[agent.pk])
    assert "sesame" not in staff.get(page).text
    assert staff.post(page, {"name": "Other"}).status_code == 403
    assert staff.get(reverse("admin:agents_agent_add")).status_code == 403
    assert staff.post(reverse("admin:agents_agent_delete", args=[agent.pk])).status_code == 403


@pytest.mark.parametrize(("action", "enabled"), [("disable", False), ("enable", True)])
def test_agents_are_switched_off_and_on(staff, agent, action, enabled):
    Agent.objects.update(enabled=not enabled)
    answer = staff.post(reverse(LIST), {"action": action, "_selected_action": [str(agent.pk)]}, follow=True)
    assert "1 switched" in answer.text
    assert Agent.objects.get().enabled is enabled


def test_a_document_is_listed_without_its_content(staff, workspace):
    key = add_document(workspace.pk, None, "secret.txt", b"sesame")
    assert "secret.txt" in staff.get(reverse("admin:agents_document_changelist")).text
    assert "sesame" not in staff.get(reverse("admin:agents_document_change", args=[key])).text


def test_nobody_else_gets_in(client, agent):
    assert client.get(reverse(LIST)).status_code == 302
