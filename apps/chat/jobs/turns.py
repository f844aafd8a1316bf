"""The job that takes a turn: it claims, hands the model's call to the process's loop and returns."""

import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from celery import shared_task

from apps.agents.actions.call_limits import count_question
from apps.agents.actions.elsewhere import admit
from apps.agents.domain.calls import AgentError
from apps.agents.gateway import calls
from apps.agents.gateway.lanes import on_behalf_of
from apps.agents.gateway.observation import observe
from apps.agents.gateway.pool import worker_name
from apps.agents.gateway.scouting import Scouted, scout
from apps.chat.actions import turns
from apps.chat.actions.last_resort import By, take_step
from apps.chat.actions.scene import ROOMS, read_rooms_ahead
from apps.chat.actions.turns import Claim
from apps.chat.bells import ChatBell
from apps.chat.domain.briefing import Briefing, MemberBrief, Spoken, Voice, VoiceError
from apps.chat.domain.protocol import Misspoken, parse, parse_talk
from apps.chat.domain.utterances import Utterance
from apps.chat.events import draft_of_turn, drafts_of
from apps.chat.jobs import intake, writer
from apps.chat.jobs.attempts import claimed_slots
from apps.chat.jobs.model_places import places
from apps.chat.jobs.process import renew
from apps.chat.queries.briefing import Hook, briefing_for, hook_of
from apps.chat.queries.briefing_rows import BriefingRows, rows_for_briefings
from apps.chat.queries.floor import why_no_team, why_silent
from apps.chat.queries.scouting import scouting_for, with_elsewhere
from apps.chat.queries.staffing import staffing_for
from apps.chat.voices import voice_of
from apps.chat.voices.agent import NOT_NOW, NOT_PERMITTED, OwnVoice, PassingVoice
from apps.chat.voices.member import BUSY, AgentVoice, MemberVoice
from apps.core import faults
from apps.core.read_together import read_after_commit
from apps.core.sentences import sentence
from apps.journal.gateway import show_draft
from apps.teams.domain.formation import Staffing
from apps.teams.domain.retries import RENEW_SECONDS
from apps.teams.queries.authority import may_be_asked_by
from apps.teams.queries.rows import Team

log = logging.getLogger(__name__)


@shared_task(name=ChatBell.TURN_DUE.value)
def take_turn(conversation_id: str, workspace_id: str | None = None) -> None:
    """Have the turn of a conversation taken, as soon as this process has room for it and it comes next."""
    whom = uuid.UUID(workspace_id) if workspace_id else None
    intake.offer(ChatBell.TURN_DUE, uuid.UUID(conversation_id), whom)


@intake.takes(ChatBell.TURN_DUE)
def begin_turn(conversation_id: uuid.UUID) -> None:
    """Ask the voice of the floor holder for the next utterance, if a turn is due and there is room for it."""
    with places.claiming(conversation_id, places.model_turn(conversation_id)) as may:
        if may:
            take_step(By.ROOM, conversation_id, _begin)
        else:
            intake.leave(conversation_id)


def _begin(conversation_id: uuid.UUID) -> None:
    if not calls.try_slot():
        intake.note_more()
        return
    with calls.starting():
        claim = partial(_claim, conversation_id)
        taken = writer.write(ROOMS, conversation_id, claim, ahead=read_rooms_ahead, last=True)
    if taken is None:
        calls.release_slot()
        return
    claimed, read = taken
    calls.every(RENEW_SECONDS, renew)
    with on_behalf_of(claimed.workspace_id), calls.preparing(claimed.call):
        places.note(conversation_id, claimed.call)
        _prepare(claimed, read)


def _claim(conversation_id: uuid.UUID) -> tuple[Claim, Callable[[], BriefingRows]] | None:
    """Take the turn that is due; what it is told is read with that of all others that the transaction takes."""
    claimed = turns.claim(conversation_id, worker_name())
    return None if claimed is None else (claimed, read_after_commit(rows_for_briefings, conversation_id))


def _prepare(claimed: Claim, read: Callable[[], BriefingRows]) -> None:
    try:
        _ask(claimed, read())
    except Exception:
        log.exception("turn %s of %s could not be prepared", claimed.turn, claimed.conversation_id)
        calls.release_slot()
        turns.fail(claimed, VoiceError(sentence("The turn could not be prepared; the log of the worker says why.")))


def _ask(claimed: Claim, rows: BriefingRows) -> None:
    row = rows.room
    briefing, hook = briefing_for(rows, claimed.members), hook_of(row)
    voice = _permit_voice(voice_of(briefing, row.team), row.team_id)
    if isinstance(voice, MemberVoice) and voice.own is not None:
        voice = _permit_member(voice, voice.own, why_silent(row, voice.own.connection_id))
    asked = _Asked(claimed, row.team, row.origin_id, briefing, partial(why_no_team, row))
    said = partial(_answered, asked)
    draft = draft_of_turn(row.pk, claimed.fence)
    briefing = replace(briefing, show=partial(show_draft, draft, topic=drafts_of(row.team_id)))
    calls.start(claimed.call, lambda: _speak(voice, briefing, hook), said)


@dataclass(frozen=True)
class _Asked:
    """A turn whose voice was asked. `origin`: in whose name; `bar`: why what it says may form no team, or None."""

    claimed: Claim
    team: Team
    origin: uuid.UUID | None
    briefing: Briefing
    bar: Callable[[MemberBrief, Utterance | Misspoken, Staffing | None], str | None]


@dataclass(frozen=True)
class _Heard:
    """What the voice answered, and what of it is understood."""

    spoken: Spoken
    utterance: Utterance | Misspoken


def _answered(asked: _Asked, answer: Spoken | VoiceError | AgentError) -> None:
    """Record it; where somebody is missing, other registries are asked first."""
    claimed = asked.claimed
    places.end(claimed.call)
    if places.has_left():
        intake.note_more()
    if not isinstance(answer, Spoken):
        error = answer if isinstance(answer, VoiceError) else VoiceError(answer.reason)
        writer.write(claimed.goal_id, claimed.conversation_id, partial(turns.fail, claimed, error))
        return
    known = [task.number for task in asked.briefing.tasks]
    read = parse if asked.briefing.speaker.lead else parse_talk
    heard = _Heard(answer, read(answer.raw, known_tasks=known))
    staffing = _staffing(asked, heard)
    plan = scouting_for(asked.team, staffing)
    if plan is None or not calls.try_slot():
        _record(asked, heard, staffing)
        return
    with on_behalf_of(claimed.workspace_id):
        calls.start(claimed.call, lambda: scout(plan), partial(_scouted, asked, heard))


def _staffing(asked: _Asked, heard: _Heard) -> Staffing | None:
    return staffing_for(asked.team, heard.utterance, asked.briefing.shortlist, asked.origin)


def _scouted(asked: _Asked, heard: _Heard, found: list[Scouted] | AgentError) -> None:
    """Who passed its test elsewhere joins, and may be chosen like others; all that was found is kept with the team."""
    outcomes = [] if isinstance(found, AgentError) else admit(asked.claimed.workspace_id, found)
    _record(asked, heard, with_elsewhere(_staffing(asked, heard), outcomes))


def _record(asked: _Asked, heard: _Heard, staffing: Staffing | None) -> None:
    claimed, briefing = asked.claimed, asked.briefing
    bar = asked.bar(briefing.speaker, heard.utterance, staffing)
    with claimed_slots() as taking:
        spoken = partial(turns.record, claimed, heard.spoken, heard.utterance, staffing, taking, briefing.guests, bar)
        writer.write(claimed.goal_id, claimed.conversation_id, spoken, ahead=turns.read_answered_ahead)


def _permit_voice(voice: Voice, team_id: uuid.UUID) -> Voice:
    """The voice; where it would call an agent that may not be called for this, or not now, one that passes."""
    if not isinstance(voice, OwnVoice):
        return voice
    if not may_be_asked_by(team_id, voice.task_number, voice.connection_id):
        return PassingVoice(NOT_PERMITTED)
    return voice if count_question(voice.connection_id) else PassingVoice(NOT_NOW)


def _permit_member(voice: MemberVoice, own: AgentVoice, refusal: str) -> MemberVoice:
    """The voice; without its own where the agent may not be called for this, or not now."""
    if refusal:
        return voice.without_own(refusal)
    return voice if count_question(own.connection_id) else voice.without_own(BUSY)


async def _speak(voice: Voice, briefing: Briefing, hook: Hook | None) -> Spoken | VoiceError:
    if hook is not None:
        briefing = replace(briefing, observation=await observe(hook.url, hook.asked))
    faults.reach_point("before_speak")
    try:
        spoken: Spoken | VoiceError = await voice.speak(briefing)
    except VoiceError as error:
        spoken = error
    faults.reach_point("after_speak")
    return spoken
