"""Tasks over REST."""

from uuid import UUID

from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.teams import ReassignIn, TaskOut
from apps.chat import actions
from apps.core.problems import answers
from apps.teams.queries.access import task_visible_to
from apps.teams.queries.lists import task_with_texts

router = Router(tags=["tasks"])


@router.get("/{uuid:task_id}", response=answers(TaskOut))
def get_task(request: ApiRequest, task_id: UUID) -> TaskOut:
    """One task with its brief and its result."""
    task_visible_to(request.auth, task_id)
    return TaskOut.model_validate(task_with_texts(task_id))


@router.post("/{uuid:task_id}/cancel", response=answers(TaskOut))
def cancel_task(request: ApiRequest, task_id: UUID) -> TaskOut:
    """End a task that has no result; those that need it are skipped, and the team takes note."""
    actions.cancel_task(request.auth, task_id)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/retry", response=answers(TaskOut))
def retry_task(request: ApiRequest, task_id: UUID) -> TaskOut:
    """Try a task again that failed, or of which nobody knows whether it was done."""
    actions.retry_task(request.auth, task_id)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/reassign", response=answers(TaskOut))
def reassign_task(request: ApiRequest, task_id: UUID, change: ReassignIn) -> TaskOut:
    """Have another agent do a task that has no result. What the first one still sends is kept, never used."""
    actions.reassign_task(request.auth, task_id, change.agent)
    return get_task(request, task_id)
