"""The jobs that answer to bells: each looks at the tables, does the one thing, or finds it done."""

import logging
import threading
import uuid
from dataclasses import replace

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down

from apps.agents.domain.calls import AgentError
from apps.agents.gateway import calls
from apps.agents.gateway.observing import observe
from apps.agents.gateway.warm import get_ready
from apps.agents.gateway.worker import worker_name
from apps.chat.actions import heeding, sweeping, turns
from apps.chat.actions.turns import Claim
from apps.chat.domain.briefing import Briefing, Spoken, Voice, VoiceError
from apps.chat.domain.protocol import parse
from apps.chat.queries.briefing import briefing_for
from apps.chat.queries.due import workspace_of
from apps.chat.queries.observing import Hook, hook_of
from apps.chat.queries.staffing import staffing_for
from apps.chat.voices import voice_of
from apps.journal import faults
from apps.journal.bells import Bell, ring
from apps.teams.actions import attempts
from apps.teams.domain.retry import RENEW_SECONDS

log = logging.getLogger(__name__)

FULL_SECONDS = 1.0
DRAIN_SECONDS = 20.0


@shared_task(name=Bell.TURN_DUE.value)
def take_turn(conversation_id: str) -> None:
    """Ask the voice of the floor holder for the next utterance, if a turn is due and a slot is free."""
    identifier = uuid.UUID(conversation_id)
    if not calls.try_slot():
        ring(Bell.TURN_DUE, identifier, delay=FULL_SECONDS)
        return
    with calls.starting():
        claimed = turns.claim(identifier, worker_name())
    if claimed is None:
        calls.release_slot()
        return
    calls.every(RENEW_SECONDS, renew_turns)
    try:
        _ask(claimed)
    except Exception:
        log.exception("turn %s of %s could not be prepared", claimed.turn, claimed.conversation_id)
        calls.release_slot()
        turns.fail(claimed, VoiceError("The turn could not be prepared; the log of the worker says why."))


def _ask(claimed: Claim) -> None:
    briefing, hook = briefing_for(claimed.conversation_id), hook_of(claimed.conversation_id)
    voice = voice_of(briefing, workspace_of(claimed.conversation_id))
    known = [task.number for task in briefing.tasks]

    def answered(answer: Spoken | VoiceError | AgentError) -> None:
        if isinstance(answer, Spoken):
            utterance = parse(answer.raw, known_tasks=known)
            staffing = staffing_for(claimed.conversation_id, utterance)
            turns.record(claimed, answer, utterance, staffing)
        else:
            turns.fail(claimed, answer if isinstance(answer, VoiceError) else VoiceError(answer.reason))

    calls.start(turns.call_name(claimed), lambda: _spoken(voice, briefing, hook), answered)


async def _spoken(voice: Voice, briefing: Briefing, hook: Hook | None) -> Spoken | VoiceError:
    if hook is not None:
        briefing = replace(briefing, observation=await observe(hook.url, hook.asked))
    faults.point("before_speak")
    try:
        spoken: Spoken | VoiceError = await voice.speak(briefing)
    except VoiceError as error:
        spoken = error
    faults.point("after_speak")
    return spoken


@shared_task(name=Bell.TASK_SETTLED.value)
def heed_task(task_id: str) -> None:
    """Tell a conversation that a task settled."""
    heeding.heed_task(uuid.UUID(task_id))


@shared_task(name=Bell.AGENT_ASKED.value)
def heed_question(task_id: str) -> None:
    """Tell a conversation that a task's agent asked."""
    heeding.heed_question(uuid.UUID(task_id))


@shared_task(name=Bell.SUBTEAM_DUE.value)
def form_subteam(task_id: str) -> None:
    """Form the sub-team of a task that is ready."""
    heeding.form_subteam(uuid.UUID(task_id))


@shared_task(name=Bell.LIMIT_REACHED.value)
def heed_limit(team_id: str) -> None:
    """Pause a team whose limit is used up, and ask."""
    heeding.heed_limit(uuid.UUID(team_id))


@shared_task(name=Bell.GOAL_DONE.value)
def learn_from_goal(goal_id: str) -> None:
    """Let agents learn from a goal that went well."""
    heeding.learn_from_goal(uuid.UUID(goal_id))


@shared_task(name="chat.sweep")
def sweep() -> None:
    """Find what no bell was heeded for."""
    sweeping.sweep()


def renew_turns() -> None:
    """Keep alive the turns that this process has in flight."""
    turns.renew(calls.in_flight())


@worker_ready.connect
def warm_up(**_: object) -> None:
    """Load what the first goal would wait for, beside the work that may already come in."""
    threading.Thread(target=get_ready, name="warm-up", daemon=True).start()


@worker_shutting_down.connect
def drain(**_: object) -> None:
    """Stop taking work, wait for the calls in flight, and let others take over at once what is left."""
    left = calls.drain(DRAIN_SECONDS)
    turns.release(left)
    attempts.release(left)
    if left:
        log.info("left %d calls to other workers", len(left))
