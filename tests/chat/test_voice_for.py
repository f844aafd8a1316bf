"""Who speaks in a workspace: a script, else its model, else rules."""

import json

import pytest

from apps.accounts.models import Workspace
from apps.accounts.queries import model_settings
from apps.chat.voices import voice_for
from apps.chat.voices.llm import LLMVoice
from apps.chat.voices.rules import RuleVoice
from apps.chat.voices.scripted import ScriptedVoice

pytestmark = pytest.mark.django_db


@pytest.fixture
def workspace():
    return Workspace.objects.create(slug="acme", name="Acme")


def with_model(workspace):
    workspace.model_base_url, workspace.model_name = "http://127.0.0.1:9/v1", "fake-1"
    workspace.save()


def test_without_a_model_rules_speak(workspace):
    assert isinstance(voice_for(model_settings(workspace.id)), RuleVoice)


def test_a_model_speaks_where_one_is_set_up(workspace):
    with_model(workspace)
    assert isinstance(voice_for(model_settings(workspace.id)), LLMVoice)


def test_the_environments_model_speaks_where_the_workspace_has_none(workspace, settings):
    settings.IOA_MODEL_BASE_URL, settings.IOA_MODEL = "http://127.0.0.1:9/v1", "fake-1"
    assert isinstance(voice_for(model_settings(workspace.id)), LLMVoice)


def test_a_script_speaks_before_a_model(workspace, settings, tmp_path):
    with_model(workspace)
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"*": [{"do": "say", "text": "Hello."}]}))
    settings.IOA_SCRIPT = str(script)
    assert isinstance(voice_for(model_settings(workspace.id)), ScriptedVoice)


def test_nothing_is_scripted_by_default(settings):
    assert settings.IOA_SCRIPT == ""
