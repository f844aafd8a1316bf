"""Work that is claimed to be done, and that somebody else looks at before it counts as done.

Its task goes on being worked at, with its result, until then: what comes after it does not begin.
"""

import uuid

from apps.journal.actions import Log
from apps.teams.actions import aftermath, tasks, verification
from apps.teams.bells import TeamsBell
from apps.teams.domain.checks import CheckOutcome, Verification
from apps.teams.domain.flaws import Flaw, FlawKind
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Task
from apps.teams.queries.checks import last_attempt_at
from apps.teams.queries.repeatability import next_after_flaw


def claim(log: Log, task: Task, result: str) -> None:
    """Whoever does a task says that it is done, with this result."""
    task.claimed_at, task.verification, task.found, task.evidence = log.now, Verification.UNCHECKED, "", []
    task.result, task.checked_at, task.checked_by = result, None, None
    task.save(update_fields=_CLAIM)
    tasks.tell(log, task)
    log.ring(TeamsBell.CHECK_DUE, task.id)


_CLAIM = ("claimed_at", "verification", "found", "evidence", "result", "checked_at", "checked_by")


def settle_claim(log: Log, task: Task, outcome: CheckOutcome, by: uuid.UUID | None = None) -> None:
    """A claimed task is done, or what `by`, a member, found wrong is told to who did it, who is asked once more.

    Nothing happens where nobody claims it any more.
    """
    if not task.is_claimed:
        return
    if outcome.verification is Verification.REFUTED:
        _refute(log, task, outcome, by)
        return
    if (attempt := last_attempt_at(task)) is not None:
        aftermath.count(log, attempt, done=True)
    tasks.settle(log, task, TaskState.DONE, result=task.result, checked=outcome, checked_by=by)


def _refute(log: Log, task: Task, outcome: CheckOutcome, by: uuid.UUID | None) -> None:
    verification.note_refuted(log, task, outcome, by)
    flaw, attempt = Flaw(FlawKind.REFUTED, outcome.found), last_attempt_at(task)
    if attempt is None:  # a team of its own did it: whoever leads this one may have it done anew
        tasks.settle(log, task, TaskState.FAILED, failure=flaw.reason)
        return
    attempt.state, attempt.failure, attempt.handle = AttemptState.FAILED, flaw.reason[:400], ""
    attempt.save(update_fields=["state", "failure", "handle"])
    tries = aftermath.failures(attempt)
    aftermath.go_on(log, attempt, next_after_flaw(attempt, flaw, tries), flaw.reason, tries)
