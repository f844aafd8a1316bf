"""What follows for a task, and for the record of its agent, when an attempt at it gave nothing, or gave its result."""

from apps.journal.actions import Log
from apps.teams.actions import suspension, tasks
from apps.teams.actions.held_lines import TaskEnded, tell_lines
from apps.teams.domain.retries import Next, backoff
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt
from apps.teams.queries.connections import line_of


def count(log: Log, attempt: Attempt, *, done: bool) -> None:
    """The record of the agent has one more task, done or failed."""
    tell_lines(log, TaskEnded(line_of(attempt).pk, done))


def failures(attempt: Attempt) -> int:
    """How often its task has failed."""
    return attempt.task.attempts.filter(state=AttemptState.FAILED).count()


def go_on(log: Log, attempt: Attempt, step: Next, reason: str, tries: int) -> None:
    """What becomes of the task of an attempt that gave nothing, for the `tries`-th time."""
    task = attempt.task
    match step:
        case Next.AGAIN:
            tasks.move(log, task, TaskState.READY)
            tasks.start(log, task, delay=backoff(tries))
        case Next.ASK:
            suspension.lose(log, task, reason)
        case Next.FAIL:
            if not attempt.excused:
                count(log, attempt, done=False)
            tasks.settle(log, task, TaskState.FAILED, failure=reason)
