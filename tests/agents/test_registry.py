import json

import pytest
from pydantic import ValidationError

from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions import (
    record_outcomes,
    register_agent,
    seed_agents,
    seed_documents,
    set_availability,
    set_enabled,
    update_agent,
)
from apps.agents.actions.registry_import import FOLDER
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent, Document
from apps.agents.queries import agents_in
from apps.agents.queries.agents import address_of, workspace_connection

PROFILE = {"handle": "drawer", "name": "Drawer", "connector": "scripted"}
SKILL = {"id": "plot", "name": "Plot"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"handle": ""},
        {"handle": "Has Spaces"},
        {"handle": "UPPER"},
        {"handle": "-dash"},
        {"handle": "h" * 61},
        {"name": ""},
        {"name": "   "},
        {"name": "n" * 121},
        {"description": "d" * 4001},
        {"connector": ""},
        {"concurrency": 0},
        {"calls_per_minute": -1},
        {"timeout_seconds": 0},
        {"timeout_seconds": 10**6},
        {"skills": [{"id": "", "name": "Plot"}]},
        {"skills": [{"id": "plot"}]},
        {"skills": [SKILL, SKILL]},
        {"skills": [{"id": f"s{number}", "name": "S"} for number in range(51)]},
        {"unknown": 1},
    ],
)
def test_a_profile_that_is_not_sound_is_refused(wrong):
    with pytest.raises(ValidationError):
        AgentProfile.model_validate(PROFILE | wrong)


def test_a_handle_is_taken_once_in_a_workspace(workspace, other_workspace):
    profile = AgentProfile(**PROFILE)
    register_agent(workspace.pk, profile)
    register_agent(other_workspace.pk, profile)
    with pytest.raises(Refused) as refusal:
        register_agent(workspace.pk, profile)
    assert "Choose another handle" in refusal.value.fields["handle"]


def test_a_connector_that_nobody_knows_is_refused(workspace):
    with pytest.raises(Refused) as refusal:
        register_agent(workspace.pk, AgentProfile(**PROFILE | {"connector": "pigeon"}))
    assert "builtin" in refusal.value.fields["connector"]


def test_only_an_agent_that_is_there_can_be_updated(workspace):
    with pytest.raises(NotFound):
        update_agent(workspace.pk, AgentProfile(**PROFILE))


def test_skills_are_kept_in_the_spelling_of_a2a(workspace, register):
    agent = register(workspace, "drawer", "Draws", skills=[SKILL | {"outputModes": ["image/png"]}])
    assert agent.skills[0]["outputModes"] == ["image/png"]


def test_the_gateway_gets_an_address_without_its_secrets_in_sight(workspace, register):
    agent = register(workspace, "drawer", "Draws", connector_config={"key": "sesame"}, timeout_seconds=7)
    address = address_of(workspace_connection(agent.pk))
    assert (address.connector, address.timeout_seconds, address.config) == ("scripted", 7.0, {"key": "sesame"})
    assert "sesame" not in repr(address)


def test_outcomes_are_counted_and_presence_is_noted(workspace, register):
    agent = register(workspace, "drawer", "Draws")
    for done in (True, True, False):
        record_outcomes({agent.connection_id: (int(done), int(not done))})
    set_availability(agent.connection_id, Availability.UNSTABLE)
    seen = Agent.objects.get(pk=agent.pk)
    assert (seen.tasks_done, seen.tasks_failed, seen.connection.availability) == (2, 1, "unstable")
    set_availability(agent.connection_id, Availability.OFFLINE)
    assert Agent.objects.get(pk=agent.pk).connection.last_seen_at == seen.connection.last_seen_at is not None


def test_switching_off_says_how_many_it_concerned(workspace, register):
    agent = register(workspace, "drawer", "Draws")
    assert set_enabled([agent.pk], False) == 1
    assert set_enabled([agent.pk], False) == 0


def test_seeding_two_times_is_seeding_once(workspace):
    for _ in range(2):
        seed_agents(workspace.pk)
        seed_documents(workspace.pk)
    told = [entry["handle"] for path in FOLDER.glob("*.json") for entry in json.loads(path.read_text())]
    assert sorted(agent.handle for agent in agents_in(workspace.pk)) == sorted(told)
    assert Document.objects.count() == len(list((FOLDER / "documents").iterdir()))
