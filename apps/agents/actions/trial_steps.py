"""What a worker notes of the trial that it carries out; one that is over is not touched again."""

import uuid
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions.configs import config_to_store
from apps.agents.bells import AgentsBell
from apps.agents.connectors import UnknownConnectorError
from apps.agents.domain.address import KeptFile
from apps.agents.domain.calls import AgentError, InputRequired, ProbeResult, Result
from apps.agents.domain.detection import Detected
from apps.agents.domain.profile import skills_as_rows
from apps.agents.domain.trials import TrialState
from apps.agents.gateway.trials import Answered
from apps.agents.models import Trial, TrialFile
from apps.agents.queries.trials import TrialWork, work_of
from apps.core import prose
from apps.core.sentences import pack_all, sentence
from apps.files.actions.garbage_collection import release
from apps.files.actions.storage import turn_hold_into_reference
from apps.journal.bells import ring

MOST_TOLD = 400  # characters of a problem


def claim_trial(trial_id: uuid.UUID) -> TrialWork | None:
    """Take up a trial that waits; None where somebody else did, or where its agent is gone."""
    waiting = Trial.objects.filter(pk=trial_id, state=TrialState.WAITING)
    if not waiting.update(state=TrialState.RUNNING, begun_at=timezone.now()):
        return None
    try:
        return work_of(trial_id)
    except NotFound as gone:
        _end_running(trial_id, str(gone))
        return None


def note_progress(trial_id: uuid.UUID, text: str) -> None:
    """Say how far it has come, as a line."""
    Trial.objects.filter(pk=trial_id, state=TrialState.RUNNING).update(progress=text[:200])


@transaction.atomic
def note_detected(trial_id: uuid.UUID, found: Detected | AgentError) -> None:
    """Note what an address leads to; the trial waits again, for its test message, or it ends here."""
    trial = _running_trial(trial_id)
    if trial is None:
        return
    trial.sealed = None
    if isinstance(found, AgentError):
        _end(trial, found.reason)
        return
    trial.found = _findings(found)
    problem = found.problem
    if not problem:
        try:
            trial.found["config"] = config_to_store(found.connector, found.config)
        except (Refused, UnknownConnectorError) as error:
            problem = sentence("What was found can't be used: {error}", error=error)
    if problem:
        _end(trial, problem)
        return
    trial.state, trial.progress = TrialState.WAITING, sentence("Sending a test message")
    trial.save()
    ring(AgentsBell.TRIAL_DUE, trial.pk)


@transaction.atomic
def note_tested(trial_id: uuid.UUID, card: ProbeResult | AgentError) -> None:
    """Note how the test message went."""
    trial = _running_trial(trial_id)
    if trial is None:
        return
    if isinstance(card, AgentError):
        _end(trial, card.reason)
        return
    trial.found |= {"models": list(card.models), "quirks": list(card.quirks), "reachable": card.reachable}
    trial.found["read_skills"] = skills_as_rows(card.skills)
    trial.reply, trial.latency_ms = card.reply, card.latency_ms
    _end(trial, card.problem)


def note_answered(trial_id: uuid.UUID, answer: Answered | AgentError) -> None:
    """Note how a person's message to an agent went."""
    _note_answer(trial_id, answer, _html_of(_words(answer)))


def _words(answer: Answered | AgentError) -> str:
    """What the agent said."""
    if isinstance(answer, AgentError):
        return ""
    match answer.outcome.end:
        case Result(text=text):
            return "\n\n".join((text, *answer.outcome.left_out))
        case InputRequired(question=question):
            return question
        case AgentError():
            return ""


def _html_of(words: str) -> str:
    """The words as a page shows them; "" (shown as plain words) where that would take long."""
    try:
        (html,) = prose.render_at_once([(words, True)])
    except prose.Busy:
        return ""
    return html


@transaction.atomic
def _note_answer(trial_id: uuid.UUID, answer: Answered | AgentError, html: str) -> None:
    trial = _running_trial(trial_id)
    if trial is None or isinstance(answer, AgentError):
        if isinstance(answer, Answered):
            release([file.hold_id for file in answer.outcome.files])
        elif trial is not None:
            _end(trial, answer.reason)
        return
    trial.latency_ms = answer.latency_ms
    _keep(trial, answer.outcome.files)
    trial.reply, trial.reply_html = _words(answer), html
    match answer.outcome.end:
        case Result(usage=usage):
            trial.money, trial.tokens = usage.money, usage.prompt_tokens + usage.completion_tokens
            _end(trial)
        case InputRequired():
            _end(trial)
        case AgentError(reason=reason):
            _end(trial, reason)


def _keep(trial: Trial, files: Iterable[KeptFile]) -> None:
    for file in files:
        TrialFile.objects.create(
            trial=trial, name=file.name, media_type=file.media_type, size=file.size, blob_id=file.blob_id
        )
        turn_hold_into_reference([file.hold_id])


def _running_trial(trial_id: uuid.UUID) -> Trial | None:
    return Trial.objects.select_for_update(no_key=True).filter(pk=trial_id, state=TrialState.RUNNING).first()


@transaction.atomic
def _end_running(trial_id: uuid.UUID, problem: str) -> None:
    if (trial := _running_trial(trial_id)) is not None:
        _end(trial, problem)


def _end(trial: Trial, problem: str = "") -> None:
    trial.state, trial.problem, trial.progress = TrialState.DONE, problem[:MOST_TOLD], ""
    trial.sealed, trial.ended_at = None, timezone.now()
    if packed := pack_all([trial.problem]):
        trial.found = {**trial.found, "made_of": [*(trial.found.get("made_of") or ()), *packed]}
    trial.save()


def _findings(found: Detected) -> dict[str, object]:
    """What the page shows and registers, without the configuration."""
    return {
        "connector": str(found.connector),
        "config": {},
        "name": found.name,
        "handle": found.handle,
        "description": found.description,
        "skills": skills_as_rows(found.skills),
        "security": list(found.security),
        "tried": [[str(kind), why] for kind, why in found.tried],
        "concurrency": found.concurrency,
        "made_of": pack_all([found.security, found.tried]),
    }
