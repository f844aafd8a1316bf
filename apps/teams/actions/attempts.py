"""Attempts: claimed under a lease by one worker, kept alive, and saved as they ended; see `attempt_ends`."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from operator import attrgetter

from django.db.models import QuerySet

from apps.agents import actions as agents
from apps.agents.domain.calls import Sign, Usage
from apps.core.sentences import sentence
from apps.core.updates import save_columns
from apps.journal.actions import Log, StreamNames, recording
from apps.journal.queries.compiled import KeyedQuery, RowQuery
from apps.teams.actions import limits, permits, postponement, tasks, waits
from apps.teams.actions.held_lines import HeldLines, hold_lines
from apps.teams.bells import TeamsBell
from apps.teams.domain.retries import LEASE
from apps.teams.domain.states import AttemptState, GoalOutcome, TaskState
from apps.teams.events import TeamEvent
from apps.teams.models import Attempt, Task
from apps.teams.queries.chains import chain_of_attempt
from apps.teams.queries.conversation_tasks import known_task

CONNECT_YOURS = "Waits for a connection of yours to @{handle}: connect yours."


_OF_AGENT = ("agent__vector", "agent__profile_vector", "agent__goal_words", "agent__description")
_OF_GOAL = (
    "task__team__formation",
    "task__team__purpose",
    "task__team__goal__text",
    "task__team__goal__answer",
    "task__team__goal__observation",
)


def _alone(attempts: list[uuid.UUID]) -> "QuerySet[Attempt]":
    return Attempt.objects.filter(id__any_of=attempts).select_related("agent", "connection").defer(*_OF_AGENT)


def _with_task(attempts: list[uuid.UUID]) -> "QuerySet[Attempt]":
    rows = Attempt.objects.filter(id__any_of=attempts)
    return rows.select_related("task__team__goal", "task__owner", "agent", "connection").defer(*_OF_AGENT, *_OF_GOAL)


_ALONE, _WITH_TASK = RowQuery(_alone), KeyedQuery(_with_task, attrgetter("id"))


ATTEMPTS = StreamNames(
    "SELECT attempt.id AS key, team.goal_id AS stream FROM teams_attempt AS attempt"
    " JOIN teams_task AS task ON task.id = attempt.task_id JOIN teams_team AS team ON team.id = task.team_id"
    " WHERE attempt.id = ANY(%s)"
)
"""Goals by the ids of attempts."""


def read_attempts_ahead(attempts: Mapping[uuid.UUID, uuid.UUID]) -> dict[uuid.UUID, Task]:
    """Read attempts, with what `lock_attempt` gives of them, for the steps of their goals: attempt -> stream. Gives the
    task of each.

    Where the transaction has the tasks, only what else there is of attempts is read.
    """
    known = {row.id: known_task(row.task_id, attempts[row.id]) for row in _ALONE.read_ahead(attempts)}
    others = _WITH_TASK.read_ahead({key: attempts[key] for key, task in known.items() if task is None})
    return {key: task for key, task in known.items() if task is not None} | {row.id: row.task for row in others}


@contextmanager
def lock_attempt(attempt_id: uuid.UUID) -> Iterator[tuple[Log, Attempt]]:
    """The attempt with its task, team, goal and agent, locked behind its goal's stream, until the block ends."""
    with recording(attempt_id, ATTEMPTS) as log:
        yield log, _attempt(attempt_id)


def _attempt(attempt_id: uuid.UUID) -> Attempt:
    """With the transaction's own instance of its task, where it has one: no second one that would know less."""
    attempt: Attempt
    for attempt in _ALONE.known(attempt_id) or ():
        if (task := known_task(attempt.task_id)) is not None:
            attempt.task = task
            return attempt
    return _WITH_TASK.one(attempt_id)


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
    if not _may_start(log, attempt) or _has_to_wait(log, attempt) or lines.miss(attempt):
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
    line.take_slot()
    attempt.state, attempt.worker, attempt.started_at = AttemptState.RUNNING, worker, log.now
    attempt.lease_until, attempt.reserved_tokens = log.now + LEASE, line.usual_tokens
    attempt.progress = ""  # what it had waited for
    save_columns(attempt, *_CLAIMED)
    limits.reserve(attempt.task.team, tokens=attempt.reserved_tokens)
    if attempt.task.state != TaskState.ASKING:
        tasks.move(log, attempt.task, TaskState.WORKING)
    else:  # it goes on waiting for the answer; what is known of the stream is not what was, so its number moves
        limits.tell_spend(log, attempt.task.team)
    return True


_CLAIMED = ("connection", "state", "worker", "started_at", "lease_until", "reserved_tokens", "progress")


def _cannot_begin(log: Log, attempt: Attempt) -> bool:
    """Its agent is off, which nothing mends: it fails. Or no connection is its origin's to use: it waits for one."""
    if attempt.agent.enabled:
        _tell_wait(log, attempt, sentence(CONNECT_YOURS, handle=attempt.agent.handle))
        return False
    save_end(
        log, attempt, AttemptState.FAILED, failure=sentence("The agent {agent} was switched off.", agent=attempt.agent)
    )
    tasks.settle(log, attempt.task, TaskState.FAILED, failure=attempt.failure)
    return False


def _tell_wait(log: Log, attempt: Attempt, why: str) -> None:
    """Say once, in the place of its progress, what an attempt waits for."""
    if attempt.progress != why[:200]:
        tell_progress(log, attempt, why)


def _put_off(attempt: Attempt, until: datetime) -> bool:
    attempt.not_before = until
    save_columns(attempt, "not_before")
    return False


def go_to_end_of_line(attempt_id: uuid.UUID) -> None:
    """Let what else waits for its agent begin before this one."""
    with recording(attempt_id, ATTEMPTS) as log:
        ready = Attempt.objects.filter(id=attempt_id, state=AttemptState.READY)
        ready.update(not_before=log.now + postponement.LATER)


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


def note_progress(attempt_id: uuid.UUID, text: str, sign: Sign = Sign.STEP) -> None:
    """Keep an agent's sign of life, and count it where it is a step."""
    with lock_attempt(attempt_id) as (log, attempt):
        if attempt.state != AttemptState.RUNNING:
            return
        tell_progress(log, attempt, text, sign)


def tell_progress(log: Log, attempt: Attempt, text: str, sign: Sign = Sign.LIFE) -> None:
    """Keep what an attempt is at, or waits for, and tell of it."""
    attempt.progress, attempt.progress_at = text[:200], log.now
    tell_step(log, attempt, text, sign)
    save_columns(attempt, "progress", "progress_at", "steps")


def tell_step(log: Log, attempt: Attempt, text: str, sign: Sign) -> None:
    """Tell what an attempt did or is at; its count of steps has to be saved."""
    attempt.steps += sign is not Sign.LIFE
    task = attempt.task
    chain = chain_of_attempt(attempt)
    log.add(
        TeamEvent.ATTEMPT_PROGRESS,
        chain,
        task=str(task.id),
        number=task.number,
        text=text[:200],
        sign=sign.value,
    )


def is_at_work(attempt_id: uuid.UUID, begun: datetime) -> bool:
    """Whether an attempt is still carried out by whoever claimed it at that moment."""
    return Attempt.objects.filter(id=attempt_id, state=AttemptState.RUNNING, started_at=begun).exists()


def note_given(attempt_id: uuid.UUID, version_ids: Iterable[uuid.UUID]) -> None:
    """Keep which versions of files go along with a call that begins now: its agent has read these."""
    given = sorted(map(str, version_ids))
    Attempt.objects.filter(id=attempt_id, state=AttemptState.RUNNING).update(given=given)


def note_handle(attempt_id: uuid.UUID, handle: str) -> None:
    """Keep what the agent calls this work, so that another worker can go on with it."""
    with lock_attempt(attempt_id) as (_, attempt):
        if attempt.state == AttemptState.RUNNING:
            attempt.handle = handle
            save_columns(attempt, "handle")


def note_left(attempt_id: uuid.UUID) -> None:
    """The agent of a call that was cancelled has been told so, and the call has ended: it has confirmed."""
    with lock_attempt(attempt_id) as (log, attempt):
        if attempt.state == AttemptState.CANCELLED:
            tell_left(log, attempt)


def tell_left(log: Log, attempt: Attempt) -> None:
    """Keep that an agent has left work that was taken from it, and tell of it once."""
    if attempt.left_at is None:
        attempt.left_at = log.now
        save_columns(attempt, "left_at")
        task, handle = attempt.task, attempt.agent.handle
        log.add(TeamEvent.ATTEMPT_LEFT, chain_of_attempt(attempt), task=str(task.id), number=task.number, handle=handle)


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
    "steps",
)


def save_end(
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
