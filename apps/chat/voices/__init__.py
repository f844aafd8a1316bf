"""How members take their turns. `voice_for` chooses who speaks in a workspace."""

from pathlib import Path
from uuid import UUID

from django.conf import settings

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.accounts.queries import model_settings
from apps.agents.domain.choice_forms import FormFiller
from apps.agents.queries.agents import address_over, line_for
from apps.chat.domain.briefing import Briefing, Voice
from apps.chat.voices.agent import OwnVoice, PassingVoice, question_for
from apps.chat.voices.rules import RuleVoice
from apps.chat.voices.scripted import ScriptedVoice, read_script
from apps.teams.queries.connections import asker_of
from apps.teams.queries.rows import Team

NOT_CONNECTED = "Nobody has connected me for whom this is asked."


def voice_for(workspace_id: UUID) -> Voice:
    """Who speaks for the teams of a workspace: a script where a test set one, else its model, else rules.

    The result may be used on any thread and event loop. Reads the database: call it outside of coroutines.
    """
    if settings.IOA_SCRIPT:
        return ScriptedVoice(read_script(Path(settings.IOA_SCRIPT)))
    model = model_settings(workspace_id)
    return _model_voice(model) if model.configured else RuleVoice()


def voice_of(briefing: Briefing, team: Team) -> Voice:
    """Who speaks in this turn: an agent whom another agent's question has come to, itself; else as `voice_for` says.

    A test's script speaks for all. Reads the database: call it outside of coroutines.
    """
    if briefing.by_rules and briefing.speaker.lead:
        return RuleVoice()
    task = None if settings.IOA_SCRIPT else question_for(briefing)
    if task is None or briefing.speaker.agent_id is None:
        return voice_for(team.goal.workspace_id)
    line = line_for(UUID(briefing.speaker.agent_id), asker_of(team.id, task.number))
    return PassingVoice(NOT_CONNECTED) if line is None else OwnVoice(address_over(line), task)


def form_filler_for(workspace_id: UUID) -> FormFiller | None:
    """The workspace's model as agents of the hub ask it; None where there is none, or a test's script speaks.

    Reads the database: call it outside of coroutines.
    """
    if settings.IOA_SCRIPT:
        return None
    model = model_settings(workspace_id)
    return _form_filler(model) if model.configured else None


def _form_filler(model: ModelSettings) -> FormFiller:
    from apps.chat.voices.llm.forms import ModelFormFiller

    return ModelFormFiller(model)


def _model_voice(model: ModelSettings) -> Voice:
    from apps.chat.voices.llm import LLMVoice  # openai takes a second to load: only where there is a model

    return LLMVoice(model)
