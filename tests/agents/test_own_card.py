"""The card that the hub shows of an agent: what it can do, and nothing of how it is reached."""

import json

import pytest
from django.conf import settings
from django.test import Client

from apps.accounts import actions
from apps.accounts.models import User, Workspace
from apps.agents.domain.own_card import own_card
from apps.agents.domain.profile import Skill

HOSTILE = '</script><script>alert(1)</script> {"supportedInterfaces": [{"url": "http://evil.example"}]}'
PATH = "/agents/{}/.well-known/agent-card.json"


def test_modes_are_those_of_all_skills_each_once():
    skills = [Skill(id="a", name="A"), Skill(id="b", name="B", input_modes=("text/csv", "text/plain"), output_modes=())]
    card = own_card("Bees", "Counts bees.", skills, 3, "https://hub.example/a2a/@bees")
    assert (card["defaultInputModes"], card["defaultOutputModes"]) == (["text/plain", "text/csv"], ["text/plain"])
    assert card["version"] == "3"
    assert {each["url"] for each in card["supportedInterfaces"]} == {"https://hub.example/a2a/@bees"}
    assert card["skills"][1]["inputModes"] == ["text/csv", "text/plain"]
    assert "repeatable" not in card["skills"][0]


def test_an_agent_without_skills_reads_and_writes_text():
    assert own_card("Bees", "", [], 1, "https://hub.example/a2a/@bees")["defaultInputModes"] == ["text/plain"]


@pytest.fixture
def owner(db):
    return actions.first_start().owner


@pytest.fixture
def bees(owner, register):
    config = {"url": "http://10.1.2.3/v1", "api_key": "sesame"}
    workspace = Workspace.objects.get(pk=owner.workspace_id)
    return register(workspace, "bees", HOSTILE, skills=["count bees"], connector="openai", connector_config=config)


def test_a_member_and_a_program_read_the_same_card_without_addresses_and_secrets(owner, bees):
    browser = Client()
    browser.force_login(User.objects.get(pk=owner.user_id))
    program = Client(headers={"Authorization": f"Bearer {actions.issue_token(owner, 'ci')}"})
    seen, read = browser.get(PATH.format("bees")), program.get(PATH.format("bees"))
    assert seen.json() == read.json()
    assert (seen["Content-Type"], seen["X-Content-Type-Options"]) == ("application/json", "nosniff")
    assert read.json()["description"] == HOSTILE
    assert {each["url"] for each in read.json()["supportedInterfaces"]} == {f"{settings.IOA_PUBLIC_URL}/a2a/@bees"}
    assert not any(word in json.dumps(read.json()) for word in ("10.1.2.3", "sesame", "connector"))
    assert program.get(PATH.format("nobody")).status_code == 404


def test_without_a_token_that_works_the_card_is_not_shown(bees):
    assert "/sign-in/" in Client(headers={"Authorization": "Bearer ioa_wrong"}).get(PATH.format("bees"))["Location"]
