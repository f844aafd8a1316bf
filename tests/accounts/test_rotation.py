"""Keys are changed without losing a secret: the new one first, everything sealed again, the old one away."""

import pytest
from django.core.management import CommandError, call_command

from apps.accounts import actions, queries
from apps.agents.actions import register_agent
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent
from apps.agents.queries.credentials import LostCredentials, open_config
from tests import factories

OLD, NEW = "o" * 60, "n" * 60
ATLAS = {"handle": "atlas", "name": "Atlas", "connector": "openai"}
CONFIG = {"url": "https://atlas.example/v1", "model": "m", "api_key": "agents-sesame"}


@pytest.fixture
def workspace(db, settings):
    """A workspace with two secrets, sealed under the old key."""
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = OLD, []
    of = factories.workspace()
    owner = queries.actor_for(factories.person(of))
    actions.set_model_settings(owner, base_url="https://m.example/v1", model="m", api_key="models-sesame")
    register_agent(of.pk, AgentProfile.model_validate(ATLAS | {"connector_config": CONFIG}))
    return of


def secrets(of):
    agent = Agent.objects.get(workspace=of)
    return queries.model_settings(of.pk).api_key, open_config(agent.connection.connector_config)[
        "api_key"
    ].get_secret_value()


def test_after_the_rotation_the_old_key_is_not_needed(workspace, settings, capsys):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    call_command("rotate_keys")
    assert "sealed again: 2" in capsys.readouterr().out
    settings.SECRET_KEY_FALLBACKS = []
    assert secrets(workspace) == ("models-sesame", "agents-sesame")


def test_what_no_key_opens_is_counted_and_kept(workspace, settings):
    settings.SECRET_KEY = NEW
    with pytest.raises(CommandError, match="2 open with none of the keys"):
        call_command("rotate_keys")
    with pytest.raises(LostCredentials):
        secrets(workspace)
    settings.SECRET_KEY = OLD
    assert secrets(workspace) == ("models-sesame", "agents-sesame")
