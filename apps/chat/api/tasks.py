"""Tasks over REST."""

from uuid import UUID

from ninja import Router

from apps.accounts.domain.asking import Asking
from apps.chat.schemas.teams import TaskOut
from apps.journal.domain.problems import answers
from apps.teams.queries.access import task_visible_to
from apps.teams.queries.lists import task_row

router = Router(tags=["tasks"])


@router.get("/{uuid:task_id}", response=answers(TaskOut))
def get_task(request: Asking, task_id: UUID) -> TaskOut:
    """One task with its brief and its result."""
    task_visible_to(request.auth, task_id)
    return TaskOut.of(task_row(task_id))
