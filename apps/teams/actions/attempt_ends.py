"""How attempts end: with an answer that counts or not, a question, a failure, or a lost worker."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from apps.agents.domain.address import CallOutcome, KeptFile
from apps.agents.domain.calls import AgentError, InputRequired, Result
from apps.core.sentences import sentence
from apps.files.actions.garbage_collection import release
from apps.journal.actions import Log
from apps.teams.actions import aftermath, checking, files, overtaking, postponement, suspension, tasks, verification
from apps.teams.actions.attempts import lock_attempt, save_end, tell_left, tell_progress, tell_step
from apps.teams.bells import TeamsBell
from apps.teams.domain.checks import CheckOutcome, Verification, check_of, is_made_by_others
from apps.teams.domain.findings import Symptom
from apps.teams.domain.flaws import Flaw, FlawKind, flaw_in
from apps.teams.domain.retries import Next, after_loss
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.domain.versions import Placement
from apps.teams.models import Attempt
from apps.teams.queries.conversation_tasks import work_of
from apps.teams.queries.repeatability import (
    handle_after,
    handle_before,
    is_repeatable,
    may_go_on_with,
    next_after,
    next_after_flaw,
    was_refused,
)

LOST = sentence("The worker that made this call was lost.")


def end_attempt(
    log: Log, attempt: Attempt, outcome: CallOutcome, begun: datetime | None, found: Sequence[Symptom] = ()
) -> list[Placement]:
    """Record how the call of a locked attempt that began at `begun` ended, and what follows for its task.

    A call whose attempt no longer runs is late: kept, never applied. An attempt that a busy agent had put back may run
    again: the call before it has ended then, though told twice. `found`: how it failed, though it seems to have ended
    well. Gives what it wrote on versions that are not current any more.
    """
    late = attempt.state != AttemptState.RUNNING or attempt.started_at != begun
    if late or not isinstance(outcome.end, Result):
        transaction.on_commit(lambda: release([file.hold_id for file in outcome.files]), robust=True)
    if late:
        _keep_late(log, attempt, outcome)
        return []
    attempt.task = work_of(attempt.task.team).with_id(attempt.task_id)
    suspension.go_on(log, attempt.task)
    for step in outcome.steps:
        tell_step(log, attempt, step.text, step.sign)
    match outcome.end:
        case Result() as result:
            return _answered(log, attempt, result, outcome.files, found)
        case InputRequired(question=question) if found:
            _refuse(log, attempt, Result(question), (), _flaw_of(found[0]))
        case InputRequired(question=question, usage=usage):
            save_end(log, attempt, AttemptState.ASKED, usage=usage)
            suspension.ask(log, attempt, question)
        case AgentError() as error:
            _fail(log, attempt, error)
    return []


def _keep_late(log: Log, attempt: Attempt, outcome: CallOutcome) -> None:
    if attempt.state == AttemptState.CANCELLED:
        tell_left(log, attempt)
    if isinstance(outcome.end, Result) and attempt.state in (AttemptState.LOST, AttemptState.CANCELLED):
        save_end(log, attempt, AttemptState.LATE, result=outcome.end.text, usage=outcome.end.usage)


def _answered(
    log: Log, attempt: Attempt, result: Result, made: Sequence[KeptFile], found: Sequence[Symptom]
) -> list[Placement]:
    """What is no answer, by its form, is never done; nor is what its check refutes."""
    if overtaking.is_to_be_made_again(attempt):
        return _make_again(log, attempt, result, made)
    task, names = attempt.task, [file.name for file in made]
    flaw = flaw_in(result.text, brief=task.brief, made=names, cut=result.cut) or _flaw_among(
        attempt, result.text, found
    )
    if flaw is not None:
        return _refuse(log, attempt, result, made, flaw)
    if is_made_by_others(check_of(task.planned_check)):
        return _claim(log, attempt, result, made)
    checked = verification.check_answer(attempt, result.text, made)
    if checked.verification is not Verification.REFUTED:
        return _succeed(log, attempt, result, made, checked)
    verification.note(log, task, checked)
    return _refuse(log, attempt, result, made, Flaw(FlawKind.REFUTED, checked.found))


def _claim(log: Log, attempt: Attempt, result: Result, made: Sequence[KeptFile]) -> list[Placement]:
    """Somebody else looks at the result, and at its files, before it counts."""
    save_end(log, attempt, AttemptState.DONE, result=result.text, usage=result.usage)
    conflicts = files.write_made(log, attempt, made)
    checking.claim(log, attempt.task, result.text)
    return conflicts


def _make_again(log: Log, attempt: Attempt, result: Result, made: Sequence[KeptFile]) -> list[Placement]:
    """A person said something meanwhile: the words are kept with the attempt, and its agent is asked with that."""
    attempt.handle = ""  # what it goes by is over: the next try is new work
    save_end(log, attempt, AttemptState.LATE, result=result.text, failure=overtaking.MADE_BEFORE, usage=result.usage)
    overtaking.put_aside(made)
    tasks.move(log, attempt.task, TaskState.READY)
    tasks.start(log, attempt.task)
    return []


def _flaw_among(attempt: Attempt, text: str, found: Sequence[Symptom]) -> Flaw | None:
    """The first finding for which the answer is not taken: the same words again are no second answer."""
    likely_too = bool(found) and is_repeatable(attempt) and (attempt.number == 1 or was_refused(attempt, text))
    return next((_flaw_of(one) for one in found if one.is_refused(likely_too=likely_too)), None)


def _flaw_of(found: Symptom) -> Flaw:
    return Flaw(FlawKind.FAILED, found.why)


def _refuse(log: Log, attempt: Attempt, result: Result, made: Sequence[KeptFile], flaw: Flaw) -> list[Placement]:
    """Keep the words with the attempt, and have its agent asked once more, told what is wrong, where that may help."""
    attempt.handle = ""  # what it goes by is over: the next try is new work
    save_end(log, attempt, AttemptState.FAILED, result=result.text, failure=flaw.reason, usage=result.usage)
    tries = aftermath.failures(attempt)
    aftermath.go_on(log, attempt, next_after_flaw(attempt, flaw, tries), flaw.reason, tries)
    transaction.on_commit(lambda: release([file.hold_id for file in made]), robust=True)
    return []


def _succeed(
    log: Log, attempt: Attempt, result: Result, made: Sequence[KeptFile], checked: CheckOutcome
) -> list[Placement]:
    save_end(log, attempt, AttemptState.DONE, result=result.text, usage=result.usage)
    conflicts = files.write_made(log, attempt, made)
    aftermath.count(log, attempt, done=True)
    tasks.settle(log, attempt.task, TaskState.DONE, result=result.text, checked=checked)
    return conflicts


def _fail(log: Log, attempt: Attempt, error: AgentError) -> None:
    if error.retry_after is not None and postponement.wait_for_agent(log, attempt, error.retry_after):
        tell_progress(log, attempt, error.reason)
        return
    attempt.excused, attempt.handle = error.excused, handle_after(attempt, error)
    save_end(log, attempt, AttemptState.FAILED, failure=error.reason, usage=error.usage)
    tries = aftermath.failures(attempt)
    aftermath.go_on(log, attempt, next_after(attempt, error, tries), error.reason, tries)


def expire_attempt(attempt_id: uuid.UUID) -> None:
    """Give up on a worker that has not renewed its lease, or gave it back, and go on as the skill allows."""
    with lock_attempt(attempt_id) as (log, attempt):
        if attempt.state != AttemptState.RUNNING or attempt.lease_until is None or attempt.lease_until > log.now:
            return
        may_go_on = may_go_on_with(attempt)
        if may_go_on and not attempt.worker and not suspension.needs_answer(attempt):
            _hand_back(log, attempt)
            return
        attempt.handle = attempt.handle or handle_before(attempt)
        save_end(log, attempt, AttemptState.LOST, failure=LOST)
        task = attempt.task
        lost = task.attempts.filter(state=AttemptState.LOST).count()
        match after_loss(repeatable=may_go_on, lost=lost):
            case Next.AGAIN:
                suspension.begin_again(log, attempt)
            case Next.ASK:
                suspension.lose(log, task, LOST)
            case Next.FAIL:
                tasks.settle(
                    log, task, TaskState.FAILED, failure=sentence("The worker was lost again and again at this task.")
                )


def _hand_back(log: Log, attempt: Attempt) -> None:
    """Its worker had to end and said so: the same attempt is begun again, which costs the task no try."""
    postponement.put_back(log, attempt)
    log.ring(TeamsBell.ATTEMPT_READY, attempt.id)
