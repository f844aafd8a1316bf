"""How members take their turns. `voice_for` chooses who speaks in a workspace."""

from dataclasses import replace
from pathlib import Path
from uuid import UUID

from django.conf import settings

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.accounts.queries import model_in_use, model_settings, person_behind
from apps.agents.domain.choice_forms import FormFiller
from apps.agents.domain.connectors import PERSON
from apps.agents.domain.profile import Availability, Candidate
from apps.agents.queries.agents import address_over, candidates_by_handle, line_for
from apps.agents.queries.connections import brings_tools
from apps.agents.queries.connectors import descriptor_of_kind
from apps.chat.domain.briefing import Briefing, Voice
from apps.chat.voices import member
from apps.chat.voices.agent import OwnVoice, PassingVoice, question_for
from apps.chat.voices.demo import DemoVoice, plays_demo
from apps.chat.voices.member import AgentVoice, MemberVoice
from apps.chat.voices.rules import RuleVoice
from apps.chat.voices.scripted import ScriptedVoice, read_script
from apps.core.sentences import sentence
from apps.teams.queries.connections import asker_of
from apps.teams.queries.rows import Goal, Team

NOT_CONNECTED = sentence("Nobody has connected me for whom this is asked.")


def voice_for(model: ModelSettings) -> Voice:
    """Who speaks for the teams of a workspace with this model: a script where a test set one, else it, else rules.

    The result may be used on any thread and event loop.
    """
    if settings.IOA_SCRIPT:
        return ScriptedVoice(read_script(Path(settings.IOA_SCRIPT)))
    return _model_voice(model) if model.configured else RuleVoice()


def voice_of(briefing: Briefing, team: Team) -> Voice:
    """Who speaks in this turn: a member agent, itself; who leads, as `voice_for` says.

    A test's script speaks for all. Reads the database: call it outside of coroutines.
    """
    speaker = briefing.speaker
    if speaker.lead and plays_demo(briefing) and not settings.IOA_SCRIPT:
        return DemoVoice()
    if briefing.by_rules and speaker.lead:
        return RuleVoice()
    if settings.IOA_SCRIPT or speaker.lead or speaker.agent_id is None:
        return voice_for(model_in_use(team.goal.workspace))
    task = question_for(briefing)
    if task is None:
        return _member_voice(briefing, UUID(speaker.agent_id), team.goal)
    line = line_for(UUID(speaker.agent_id), asker_of(team.id, task.number))
    if line is None or line.connector == PERSON:  # a turn does not wait for hours
        return PassingVoice(NOT_CONNECTED if line is None else member.A_PERSON)
    return OwnVoice(address_over(line), task)


def _member_voice(briefing: Briefing, agent_id: UUID, goal: Goal) -> MemberVoice:
    model = model_in_use(goal.workspace)
    may_stand_in = model.configured and not briefing.by_rules
    voice = MemberVoice(None, _model_voice(model) if may_stand_in else None)
    origin = briefing.chain.origin
    profile = _profile(briefing, goal.workspace_id)
    line = line_for(agent_id, person_behind(origin)) if profile is not None else None
    if profile is None or line is None:
        return voice.without_own(member.NOT_CONNECTED)
    if line.connector == PERSON:
        return MemberVoice(None, None, member.A_PERSON)
    if not descriptor_of_kind(line.connector).talks or brings_tools(line.pk):
        return voice.without_own(member.ONLY_TASKS)
    if profile.availability is Availability.OFFLINE:
        return voice.without_own(member.OFFLINE)
    return replace(voice, own=AgentVoice(address_over(line)))


def _profile(briefing: Briefing, workspace_id: UUID) -> Candidate | None:
    """What is known of the speaker; None: it is switched off, or gone."""
    handle = briefing.speaker.handle
    known = next((one for one in briefing.shortlist if one.handle == handle), None)
    return known or candidates_by_handle(workspace_id, [handle], briefing.chain.origin).get(handle)


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
