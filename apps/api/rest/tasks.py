"""Tasks over REST."""

from typing import Annotated
from uuid import UUID

from django.utils import timezone
from ninja import Query, Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.tasks import HandBackIn, OwnResultIn, ReassignIn, SuccessorOut, TaskOut
from apps.chat import actions
from apps.chat.queries.tasks import shown_tasks
from apps.core.problems import answers
from apps.teams.queries.access import task_visible_to
from apps.teams.queries.lists import task_with_texts
from apps.teams.queries.successors import successors_of

router = Router(tags=["tasks"])
Wait = Annotated[int, Query(ge=0, le=999, description="It is not tried before so many minutes.")]


@router.get("/{uuid:task_id}", response=answers(TaskOut))
def get_task(request: ApiRequest, task_id: UUID) -> TaskOut:
    """One task with its brief and its result."""
    goal = task_visible_to(request.auth, task_id).team.goal_id
    return TaskOut.of(task_with_texts(task_id), shown_tasks([goal], timezone.now())[task_id])


@router.get("/{uuid:task_id}/successors", response=answers(list[SuccessorOut]))
def list_successors(request: ApiRequest, task_id: UUID) -> list[SuccessorOut]:
    """The agents that fit a task best, at most 12, with those that can't be given it and why."""
    task = task_visible_to(request.auth, task_id)
    return [SuccessorOut.of(one.candidate, one.left_out) for one in successors_of(task)]


@router.post("/{uuid:task_id}/cancel", response=answers(TaskOut))
def cancel_task(request: ApiRequest, task_id: UUID) -> TaskOut:
    """End a task that has no result; those that need it are skipped, and the team takes note."""
    actions.cancel_task(request.auth, task_id)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/retry", response=answers(TaskOut))
def retry_task(request: ApiRequest, task_id: UUID, wait_minutes: Wait = 0) -> TaskOut:
    """Try a task again that failed, or of which nobody knows whether it was done."""
    actions.retry_task(request.auth, task_id, 60.0 * wait_minutes)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/result", response=answers(TaskOut))
def do_task(request: ApiRequest, task_id: UUID, own: OwnResultIn) -> TaskOut:
    """Give the result of a task that failed, or that a person took over, yourself. Operators."""
    actions.do_task(request.auth, task_id, own.text)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/take-over", response=answers(TaskOut))
def take_over_task(request: ApiRequest, task_id: UUID) -> TaskOut:
    """Do a task yourself from now on that an agent is at, or is to do. Operators.

    The agent is told to leave it; what it still sends is kept, never used. Where its result came first, 409. Give the
    result with `result`, or the task back with `hand-back`.
    """
    actions.take_over_task(request.auth, task_id)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/hand-back", response=answers(TaskOut), summary="Hand a task back to an agent")
def return_task(request: ApiRequest, task_id: UUID, change: HandBackIn) -> TaskOut:
    """Have an agent do a task that a person has taken over: the one that had it before, or another one. Operators."""
    actions.hand_back_task(request.auth, task_id, change.agent, change.text)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/put-back", response=answers(TaskOut))
def put_back_task(request: ApiRequest, task_id: UUID) -> TaskOut:
    """Stop the work on a task of a team that is held; it begins anew with the team. Operators."""
    actions.put_back_task(request.auth, task_id)
    return get_task(request, task_id)


@router.post("/{uuid:task_id}/reassign", response=answers(TaskOut))
def reassign_task(request: ApiRequest, task_id: UUID, change: ReassignIn) -> TaskOut:
    """Have another agent do a task that has no result. What the first one still sends is kept, never used."""
    actions.reassign_task(request.auth, task_id, change.agent)
    return get_task(request, task_id)
