"""Whoever runs the installation registers an agent from the admin: by its address, tested, or told why not."""

import pytest
from django.urls import reverse

from apps.agents.models import Agent
from apps.agents.queries.credentials import open_config
from apps.journal.models import AuditEntry
from tests.agents.connectors.fake_agent import agent as fake_agent
from tests.agents.connectors.fake_agent import as_json, whole

KEY = "sk-canary-8d3a77"
FORM = reverse("admin:agents_agent_add")
SAID = whole("I count.") | {"object": "list", "data": [{"id": "bees-1", "object": "model"}]}


def send(staff, world, **values):
    return staff.post(FORM, {"workspace": world.workspace.pk} | values, follow=True)


def test_the_registry_leads_to_the_form(staff, world):
    assert f'href="{FORM}' in staff.get(reverse("admin:agents_agent_changelist")).text


@pytest.mark.django_db(transaction=True)
def test_an_agent_is_found_tested_and_registered(staff, world):
    with fake_agent(as_json(SAID)) as server:
        answer = send(staff, world, source=f"{server.url}/v1", token=KEY, handle="bees")
    agent = Agent.objects.get(handle="bees")
    assert answer.redirect_chain[-1][0] == reverse("admin:agents_agent_change", args=[agent.pk])
    assert (agent.workspace_id, agent.enabled, agent.connection.availability) == (world.workspace.pk, True, "online")
    assert open_config(agent.connection.connector_config)["api_key"].get_secret_value() == KEY
    assert KEY not in answer.text
    entry = AuditEntry.objects.get(deed="agent.registered")
    assert (entry.about, entry.actor) == ("@bees", "Rune Runner")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "This field is required."),
        ({"source": "http://169.254.169.254/"}, "169.254.169.254"),
        ({"source": "not an address"}, "address"),
    ],
)
def test_why_not_stands_in_the_form_and_what_was_typed_stays(staff, world, values, words):
    answer = send(staff, world, handle="typed", **values)
    errors = str(answer.context["adminform"].errors)
    assert words in errors
    assert 'value="typed"' in answer.text
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(("handle", "words"), [("scout", "@scout already"), ("Bad_Handle", "lower-case letters")])
def test_so_does_a_handle_that_is_taken_or_none(staff, world, handle, words):
    with fake_agent(as_json(SAID)) as server:
        answer = send(staff, world, source=f"{server.url}/v1", handle=handle)
    assert words in str(answer.context["adminform"].errors["handle"])
