"""Attempts: claimed under a lease by one worker, kept alive, ended once."""

import uuid
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import Avg, F

from apps.agents import actions as agents
from apps.agents.domain.address import Outcome
from apps.agents.domain.calls import AgentError, File, InputRequired, Result, Usage
from apps.agents.domain.profile import ConnectorKind
from apps.journal.actions import Log, clock, recording
from apps.journal.bells import Bell, ring
from apps.teams.actions import granting, spending, tasks
from apps.teams.domain.retry import LEASE, Next, after_error, after_loss, backoff
from apps.teams.domain.sniffing import media_type
from apps.teams.domain.states import AttemptState, GoalOutcome, TaskState
from apps.teams.events import TeamEvent
from apps.teams.models import Artifact, Attempt

BUSY_SECONDS = 0.5
_CALL = "attempt:"


@contextmanager
def _locked(attempt_id: uuid.UUID) -> Iterator[tuple[Log, Attempt]]:
    """The attempt and its task, locked behind their goal's stream."""
    goal_id = Attempt.objects.values_list("task__team__goal_id", flat=True).get(id=attempt_id)
    with recording(goal_id) as log:
        attempts = Attempt.objects.select_related("task__team__goal", "task__owner", "agent")
        attempt = attempts.defer("agent__vector", "agent__profile_vector", "agent__goal_words").get(id=attempt_id)
        yield log, attempt


def claim(attempt_id: uuid.UUID, worker: str) -> bool:
    """Take a ready attempt for `worker`, under a lease, with what it may cost reserved. False: not now, or not ours.

    An exhausted limit is told to the conversation of the team that it binds; a busy agent's attempt waits its turn.
    """
    with _locked(attempt_id) as (log, attempt):
        if not _may_start(log, attempt):
            return False
        attempt.state, attempt.worker, attempt.started_at = AttemptState.RUNNING, worker, log.now
        attempt.lease_until = log.now + LEASE
        attempt.reserved_tokens = _usual_tokens(attempt)
        attempt.save(update_fields=["state", "worker", "started_at", "lease_until", "reserved_tokens"])
        spending.reserve(attempt.task.team, tokens=attempt.reserved_tokens)
        tasks.move(log, attempt.task, TaskState.WORKING)
        return True


def _may_start(log: Log, attempt: Attempt) -> bool:
    team = attempt.task.team
    if attempt.state != AttemptState.READY or attempt.not_before > log.now:
        return False
    if team.frozen_at is not None or team.goal.outcome != GoalOutcome.RUNNING:
        return False
    if granting.exhausted_goal(log, team, for_turn=False) is not None:
        ring(Bell.LIMIT_REACHED, team.id)
        return False
    if not attempt.agent.enabled:
        _end(log, attempt, AttemptState.FAILED, failure=f"The agent {attempt.agent} was switched off.")
        tasks.settle(log, attempt.task, TaskState.FAILED, failure=attempt.failure)
        return False
    if _is_busy(attempt):
        attempt.not_before = log.now + timedelta(seconds=BUSY_SECONDS)
        attempt.save(update_fields=["not_before"])
        return False
    return True


def _is_busy(attempt: Attempt) -> bool:
    """Whether all slots of the agent are taken; its row is locked so that two claims cannot take the last one."""
    slots = agents.lock_slots(attempt.agent_id)
    return Attempt.objects.filter(agent_id=attempt.agent_id, state=AttemptState.RUNNING).count() >= slots


def _usual_tokens(attempt: Attempt) -> int:
    recent = Attempt.objects.filter(agent_id=attempt.agent_id, state=AttemptState.DONE).order_by("-ended_at")[:10]
    usual = recent.aggregate(mean=Avg(F("prompt_tokens") + F("completion_tokens")))["mean"]
    return int(usual or 0)


def note_progress(attempt_id: uuid.UUID, text: str) -> None:
    """Keep an agent's sign of life."""
    with _locked(attempt_id) as (log, attempt):
        if attempt.state != AttemptState.RUNNING:
            return
        attempt.progress, attempt.progress_at = text[:200], log.now
        attempt.save(update_fields=["progress", "progress_at"])
        task = attempt.task
        log.add(
            TeamEvent.ATTEMPT_PROGRESS, team_id=task.team_id, task=str(task.id), number=task.number, text=text[:200]
        )


def note_handle(attempt_id: uuid.UUID, handle: str) -> None:
    """Keep what the agent calls this work, so that another worker can go on with it."""
    Attempt.objects.filter(id=attempt_id, state=AttemptState.RUNNING).update(handle=handle)


def finish(attempt_id: uuid.UUID, outcome: Outcome) -> None:
    """Record how a call ended. One whose attempt no longer runs is late: kept, never applied."""
    with _locked(attempt_id) as (log, attempt):
        if attempt.state != AttemptState.RUNNING:
            _keep_late(log, attempt, outcome)
            return
        tasks.go_on(log, attempt.task)
        match outcome.end:
            case Result() as result:
                _done(log, attempt, result, outcome.files)
            case InputRequired(question=question):
                _end(log, attempt, AttemptState.ASKED)
                tasks.ask(log, attempt.task, question)
            case AgentError() as error:
                _failed(log, attempt, error)
    ring_next(attempt.agent_id, log.now)


def _keep_late(log: Log, attempt: Attempt, outcome: Outcome) -> None:
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
)


def _end(
    log: Log, attempt: Attempt, state: AttemptState, *, result: str = "", failure: str = "", usage: Usage | None = None
) -> None:
    """Save how it ended and book what it cost in the place of what it had reserved."""
    used = usage or Usage()
    spending.settle(log, attempt.task.team, used, reserved_tokens=attempt.reserved_tokens)
    attempt.state, attempt.ended_at, attempt.lease_until = state, log.now, None
    attempt.result, attempt.failure = result, failure[:400]
    attempt.prompt_tokens, attempt.completion_tokens = used.prompt_tokens, used.completion_tokens
    attempt.money, attempt.reserved_tokens = used.money, 0
    attempt.save(update_fields=_ENDED)


def _done(log: Log, attempt: Attempt, result: Result, files: Collection[File]) -> None:
    _end(log, attempt, AttemptState.DONE, result=result.text, usage=result.usage)
    for file in files:
        _keep(log, attempt, file)
    agents.record_outcome(attempt.agent_id, done=True)
    tasks.settle(log, attempt.task, TaskState.DONE, result=result.text)


def _keep(log: Log, attempt: Attempt, file: File) -> None:
    task = attempt.task
    artifact = Artifact.objects.create(
        task=task,
        attempt=attempt,
        name=file.name,
        media_type=media_type(file.name, file.media_type, file.content),
        size=len(file.content),
        content=file.content,
        created_at=log.now,
    )
    log.add(
        TeamEvent.ARTIFACT_MADE,
        team_id=task.team_id,
        artifact=str(artifact.id),
        name=artifact.name,
        task=str(task.id),
        media_type=artifact.media_type,
        size=artifact.size,
    )


def _failed(log: Log, attempt: Attempt, error: AgentError) -> None:
    attempt.excused = error.excused
    _end(log, attempt, AttemptState.FAILED, failure=error.reason)
    task = attempt.task
    tries = task.attempts.filter(state=AttemptState.FAILED).count()
    if after_error(permanent=error.permanent, tries=tries) is Next.AGAIN:
        tasks.move(log, task, TaskState.READY)
        tasks.start(log, task, delay=backoff(tries))
        return
    if not error.excused:
        agents.record_outcome(attempt.agent_id, done=False)
    tasks.settle(log, task, TaskState.FAILED, failure=error.reason)


def expire(attempt_id: uuid.UUID) -> None:
    """Give up on a worker that has not renewed its lease, and go on as the skill allows."""
    with _locked(attempt_id) as (log, attempt):
        if attempt.state != AttemptState.RUNNING or attempt.lease_until is None or attempt.lease_until > log.now:
            return
        tasks.go_on(log, attempt.task)
        _end(log, attempt, AttemptState.LOST, failure="The worker that made this call was lost.")
        task = attempt.task
        lost = task.attempts.filter(state=AttemptState.LOST).count()
        match after_loss(repeatable=bool(attempt.handle) or _is_repeatable(attempt), lost=lost):
            case Next.AGAIN:
                tasks.move(log, task, TaskState.READY)
                tasks.start(log, task)
            case Next.ASK:
                tasks.lose(log, task)
            case Next.FAIL:
                tasks.settle(log, task, TaskState.FAILED, failure="The worker was lost again and again at this task.")


def _is_repeatable(attempt: Attempt) -> bool:
    """Whether every skill the task was given for may be exercised twice; with none named, every skill of the agent.

    The call of an agent that dials in is not made twice: the next attempt finds it again.
    """
    if attempt.agent.connector == ConnectorKind.SOCKET:
        return True
    skills = attempt.agent.skills
    asked = [skill for skill in skills if skill["id"] in attempt.task.skills] or skills
    return bool(asked) and all(skill.get("repeatable") for skill in asked)


def call_name(attempt_id: uuid.UUID) -> str:
    """What the call of an attempt is called among the calls of a process."""
    return f"{_CALL}{attempt_id}"


def attempts_among(calls: Iterable[str]) -> list[uuid.UUID]:
    """Give the attempts among the calls of a process."""
    return [uuid.UUID(name.removeprefix(_CALL)) for name in calls if name.startswith(_CALL)]


def renew(calls: Iterable[str]) -> None:
    """Keep alive the attempts among the calls in flight in this process, with one statement."""
    held = attempts_among(calls)
    Attempt.objects.filter(id__in=held, state=AttemptState.RUNNING).update(lease_until=clock() + LEASE)


def release(calls: Iterable[str]) -> None:
    """Let the leases of calls that this process had to drop run out now, so that others take over at once."""
    held = attempts_among(calls)
    Attempt.objects.filter(id__in=held, state=AttemptState.RUNNING).update(lease_until=clock())


def ring_next(agent_id: uuid.UUID, now: datetime) -> None:
    """A slot of this agent is free: have the attempt that is most urgent, and of these has waited longest, started.

    One that was put off because the agent was busy need not wait its half second any more.
    """
    waiting = Attempt.objects.filter(
        agent_id=agent_id,
        state=AttemptState.READY,
        not_before__lte=now + timedelta(seconds=BUSY_SECONDS),
        task__team__frozen_at=None,
    )
    attempt_id = waiting.order_by("-priority", "id").values_list("id", flat=True).first()
    if attempt_id is not None:
        Attempt.objects.filter(id=attempt_id, state=AttemptState.READY).update(not_before=now)
        ring(Bell.ATTEMPT_READY, attempt_id)
