"""What is claimed, and what is verified, of a task: two facts, written where one of them changes."""

import uuid
from collections.abc import Mapping, Sequence

from apps.agents.domain.address import KeptFile
from apps.core.updates import save_columns
from apps.journal.actions import Log
from apps.teams.domain.checks import CheckOutcome, Verification, check_of, evaluate, outcome_without_check
from apps.teams.domain.states import TaskState
from apps.teams.models import Attempt, Task
from apps.teams.queries.checked_files import files_of_team, files_to_check, given_to_team, sources_to_check


def check_answer(attempt: Attempt, text: str, made: Sequence[KeptFile]) -> CheckOutcome:
    """What comes of the task's check where it needs nobody; else that it has not been made yet."""
    check = check_of(attempt.task.planned_check)
    return evaluate(check, text, files_to_check(check, made), sources_to_check(check, attempt.task, attempt.given))


def check_answer_of_team(task: Task, text: str) -> CheckOutcome:
    """The same of the task that a sub-team did."""
    check = check_of(task.planned_check)
    return evaluate(check, text, files_of_team(check, task), sources_to_check(check, task, given_to_team(check, task)))


def note(log: Log, task: Task, checked: CheckOutcome, by: uuid.UUID | None = None) -> None:
    """Keep what this member, or the hub, found of a claim; what becomes of the task is another matter."""
    known = _known(log, task, checked, by)
    for name, value in known.items():
        setattr(task, name, value)
    save_columns(task, *known)


def known_at_end(
    log: Log, task: Task, state: TaskState, checked: CheckOutcome | None, by: uuid.UUID | None
) -> Mapping[str, object]:
    """The columns of a task that ends like this. Who claims that it is done claims it now, and nothing is assumed."""
    if state is not TaskState.DONE:
        return {}
    return _known(log, task, checked or outcome_without_check(planned=bool(task.planned_check)), by)


def _known(log: Log, task: Task, checked: CheckOutcome, by: uuid.UUID | None) -> dict[str, object]:
    ran = checked.verification in (Verification.VERIFIED, Verification.REFUTED)
    claimed_at = task.claimed_at if task.is_claimed or task.state == TaskState.DONE else log.now
    return {
        "claimed_at": claimed_at,
        "checked_at": log.now if ran else None,
        "checked_by_id": by if ran else None,
        **checked.stored,
    }
