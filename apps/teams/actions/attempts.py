"""Attempts: claimed under a lease by one worker, kept alive, ended once."""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from operator import attrgetter

from django.db import transaction
from django.db.models import QuerySet

from apps.agents import actions as agents
from apps.agents.domain.address import CallOutcome, KeptFile
from apps.agents.domain.calls import AgentError, InputRequired, Result, Usage
from apps.core.sentences import sentence
from apps.core.updates import save_columns
from apps.files.actions.garbage_collection import release
from apps.journal.actions import Log, StreamNames, recording
from apps.journal.queries.compiled import KeyedQuery
from apps.teams.actions import (
    aftermath,
    checking,
    files,
    limits,
    overtaking,
    permits,
    postponement,
    suspension,
    tasks,
    verification,
    waits,
)
from apps.teams.actions.held_lines import HeldLines, hold_lines
from apps.teams.bells import TeamsBell
from apps.teams.domain.checks import CheckOutcome, Verification, check_of, is_made_by_others
from apps.teams.domain.findings import Symptom
from apps.teams.domain.flaws import Flaw, FlawKind, flaw_in
from apps.teams.domain.retries import LEASE, Next, after_loss
from apps.teams.domain.states import AttemptState, GoalOutcome, TaskState
from apps.teams.domain.versions import Placement
from apps.teams.events import TeamEvent
from apps.teams.models import Attempt
from apps.teams.queries.chains import chain_of_attempt
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

CONNECT_YOURS = "Waits for a connection of yours to @{handle}: connect yours."
LOST = sentence("The worker that made this call was lost.")


def _with_all(attempts: list[uuid.UUID]) -> "QuerySet[Attempt]":
    rows = Attempt.objects.filter(id__any_of=attempts)
    return rows.select_related("task__team__goal", "task__owner", "agent", "connection").defer(*UNREAD)


_ATTEMPT = KeyedQuery(_with_all, attrgetter("id"))
UNREAD = (
    "agent__vector",
    "agent__profile_vector",
    "agent__goal_words",
    "agent__description",
    "task__team__formation",
    "task__team__purpose",
    "task__team__goal__text",
    "task__team__goal__answer",
    "task__team__goal__observation",
)


ATTEMPTS = StreamNames(
    "SELECT attempt.id AS key, team.goal_id AS stream FROM teams_attempt AS attempt"
    " JOIN teams_task AS task ON task.id = attempt.task_id JOIN teams_team AS team ON team.id = task.team_id"
    " WHERE attempt.id = ANY(%s)"
)
"""Goals by the ids of attempts."""


def read_attempts_ahead(attempts: Mapping[uuid.UUID, uuid.UUID]) -> list[Attempt]:
    """Read attempts, with what `lock_attempt` gives of them, for the steps of their goals: attempt -> stream."""
    return _ATTEMPT.read_ahead(attempts)


@contextmanager
def lock_attempt(attempt_id: uuid.UUID) -> Iterator[tuple[Log, Attempt]]:
    """The attempt with its task, team, goal and agent, locked behind its goal's stream, until the block ends."""
    with recording(attempt_id, ATTEMPTS) as log:
        yield log, _ATTEMPT.one(attempt_id)


def claim_attempt(attempt_id: uuid.UUID, worker: str) -> bool:
    """Take a ready attempt for `worker`, under a lease, with what it may cost reserved. False: not now, or not ours.

    An exhausted limit is told to the conversation of the team that it binds. The attempt of an agent that has had its
    calls of this minute or wants to be left alone is put off; of one that has no free slot it waits until one is free.
    So it does where no connection to the agent is its origin's to use, which is said in the place of its progress.
    """
    with lock_attempt(attempt_id) as (log, attempt):
        return take_attempt(log, attempt, worker, hold_lines([attempt]))


def take_attempt(log: Log, attempt: Attempt, worker: str, lines: HeldLines) -> bool:
    """As `claim_attempt`, of an attempt whose stream is locked, and over a line that the transaction holds."""
    if not _may_start(log, attempt) or _has_to_wait(log, attempt):
        return False
    line = lines.of(attempt)
    if line is None:
        return _cannot_begin(log, attempt)
    attempt.connection, attempt.agent = line.connection, line.connection.agent
    if not permits.allow_or_hold(log, attempt):
        return False
    room = agents.room_of(line.connection)
    if not room.slots:
        return _cannot_begin(log, attempt)
    if line.running >= room.slots:
        return False
    if not postponement.is_alone_among_suspects(attempt):
        return _put_off(attempt, log.now + postponement.LATER)
    if next_at := agents.begin_call(room):
        return _put_off(attempt, next_at)
    line.running += 1
    attempt.state, attempt.worker, attempt.started_at = AttemptState.RUNNING, worker, log.now
    attempt.lease_until, attempt.reserved_tokens = log.now + LEASE, line.usual_tokens
    attempt.progress = ""  # what it had waited for
    save_columns(attempt, *_CLAIMED)
    limits.reserve(attempt.task.team, tokens=attempt.reserved_tokens)
    if attempt.task.state != TaskState.ASKING:  # it goes on waiting for the answer
        tasks.move(log, attempt.task, TaskState.WORKING)
    return True


_CLAIMED = ("connection", "state", "worker", "started_at", "lease_until", "reserved_tokens", "progress")


def _cannot_begin(log: Log, attempt: Attempt) -> bool:
    """Its agent is off, which nothing mends: it fails. Or no connection is its origin's to use: it waits for one."""
    if attempt.agent.enabled:
        _tell_wait(log, attempt, sentence(CONNECT_YOURS, handle=attempt.agent.handle))
        return False
    _end(
        log, attempt, AttemptState.FAILED, failure=sentence("The agent {agent} was switched off.", agent=attempt.agent)
    )
    tasks.settle(log, attempt.task, TaskState.FAILED, failure=attempt.failure)
    return False


def _tell_wait(log: Log, attempt: Attempt, why: str) -> None:
    """Say once, in the place of its progress, what an attempt waits for."""
    if attempt.progress != why[:200]:
        _tell_progress(log, attempt, why)


def _put_off(attempt: Attempt, until: datetime) -> bool:
    attempt.not_before = until
    save_columns(attempt, "not_before")
    return False


def _may_start(log: Log, attempt: Attempt) -> bool:
    team = attempt.task.team
    if attempt.state != AttemptState.READY or attempt.not_before > log.now:
        return False
    if team.frozen_at is not None or team.goal.outcome != GoalOutcome.RUNNING:
        return False
    if limits.exhausted_goal(log, team, for_turn=False) is not None:
        log.ring(TeamsBell.LIMIT_REACHED, team.id)
        return False
    return True


def _has_to_wait(log: Log, attempt: Attempt) -> bool:
    """Whether its slot would close a circle; then it is put off and says so."""
    if why := waits.why_not_begin(attempt):
        _tell_wait(log, attempt, why)
        _put_off(attempt, log.now + waits.LATER)
    return bool(why)


def note_progress(attempt_id: uuid.UUID, text: str) -> None:
    """Keep an agent's sign of life."""
    with lock_attempt(attempt_id) as (log, attempt):
        if attempt.state != AttemptState.RUNNING:
            return
        _tell_progress(log, attempt, text)


def _tell_progress(log: Log, attempt: Attempt, text: str) -> None:
    attempt.progress, attempt.progress_at = text[:200], log.now
    save_columns(attempt, "progress", "progress_at")
    task = attempt.task
    chain = chain_of_attempt(attempt)
    log.add(TeamEvent.ATTEMPT_PROGRESS, chain, task=str(task.id), number=task.number, text=text[:200])


def note_given(attempt_id: uuid.UUID, version_ids: Iterable[uuid.UUID]) -> None:
    """Keep which versions of files go along with a call that begins now: its agent has read these."""
    given = sorted(map(str, version_ids))
    Attempt.objects.filter(id=attempt_id, state=AttemptState.RUNNING).update(given=given)


def note_handle(attempt_id: uuid.UUID, handle: str) -> None:
    """Keep what the agent calls this work, so that another worker can go on with it."""
    Attempt.objects.filter(id=attempt_id, state=AttemptState.RUNNING).update(handle=handle)


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
    match outcome.end:
        case Result() as result:
            return _answered(log, attempt, result, outcome.files, found)
        case InputRequired(question=question) if found:
            _refuse(log, attempt, Result(question), (), _flaw_of(found[0]))
        case InputRequired(question=question, usage=usage):
            _end(log, attempt, AttemptState.ASKED, usage=usage)
            suspension.ask(log, attempt, question)
        case AgentError() as error:
            _fail(log, attempt, error)
    return []


def _keep_late(log: Log, attempt: Attempt, outcome: CallOutcome) -> None:
    if isinstance(outcome.end, Result) and attempt.state in (AttemptState.LOST, AttemptState.CANCELLED):
        _end(log, attempt, AttemptState.LATE, result=outcome.end.text, usage=outcome.end.usage)


_ENDED = (
    "state",
    "ended_at",
    "lease_until",
    "result",
    "failure",
    "prompt_tokens",
    "completion_tokens",
    "money",
    "reserved_tokens",
    "excused",
    "handle",
)


def _end(
    log: Log, attempt: Attempt, state: AttemptState, *, result: str = "", failure: str = "", usage: Usage | None = None
) -> None:
    """Save how it ended and book what it cost in the place of what it had reserved."""
    used = usage or Usage()
    limits.settle(log, attempt.task.team, used, reserved_tokens=attempt.reserved_tokens, claimed=True)
    attempt.state, attempt.ended_at, attempt.lease_until = state, log.now, None
    attempt.result, attempt.failure = result, failure[:400]
    attempt.prompt_tokens, attempt.completion_tokens = used.prompt_tokens, used.completion_tokens
    attempt.money, attempt.reserved_tokens = used.money, 0
    save_columns(attempt, *_ENDED)


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
    _end(log, attempt, AttemptState.DONE, result=result.text, usage=result.usage)
    conflicts = files.write_made(log, attempt, made)
    checking.claim(log, attempt.task, result.text)
    return conflicts


def _make_again(log: Log, attempt: Attempt, result: Result, made: Sequence[KeptFile]) -> list[Placement]:
    """A person said something meanwhile: the words are kept with the attempt, and its agent is asked with that."""
    attempt.handle = ""  # what it goes by is over: the next try is new work
    _end(log, attempt, AttemptState.LATE, result=result.text, failure=overtaking.MADE_BEFORE, usage=result.usage)
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
    _end(log, attempt, AttemptState.FAILED, result=result.text, failure=flaw.reason, usage=result.usage)
    tries = aftermath.failures(attempt)
    aftermath.go_on(log, attempt, next_after_flaw(attempt, flaw, tries), flaw.reason, tries)
    transaction.on_commit(lambda: release([file.hold_id for file in made]), robust=True)
    return []


def _succeed(
    log: Log, attempt: Attempt, result: Result, made: Sequence[KeptFile], checked: CheckOutcome
) -> list[Placement]:
    _end(log, attempt, AttemptState.DONE, result=result.text, usage=result.usage)
    conflicts = files.write_made(log, attempt, made)
    aftermath.count(log, attempt, done=True)
    tasks.settle(log, attempt.task, TaskState.DONE, result=result.text, checked=checked)
    return conflicts


def _fail(log: Log, attempt: Attempt, error: AgentError) -> None:
    if error.retry_after is not None and postponement.wait_for_agent(log, attempt, error.retry_after):
        _tell_progress(log, attempt, error.reason)
        return
    attempt.excused, attempt.handle = error.excused, handle_after(attempt, error)
    _end(log, attempt, AttemptState.FAILED, failure=error.reason, usage=error.usage)
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
        _end(log, attempt, AttemptState.LOST, failure=LOST)
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
