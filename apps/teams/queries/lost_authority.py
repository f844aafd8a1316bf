"""Tasks at which somebody is, or is to be, in the name of those who may have it done no more."""

import uuid

from django.db.models import QuerySet

from apps.accounts.queries import lost_among
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.teams.models import Task

_BEGUN = (TaskState.READY, TaskState.HELD, TaskState.WORKING, TaskState.ASKING)
"""What has not begun is judged when it does; of what nobody knows the outcome a person decides."""


def origins_at_work(workspace_id: uuid.UUID | None) -> set[tuple[uuid.UUID, uuid.UUID]]:
    """In whose name tasks of a workspace, or of all, are begun: pairs of an origin and the goal."""
    tasks = _begun() if workspace_id is None else _begun().filter(team__goal__workspace=workspace_id)
    return set(tasks.values_list("origin_id", "team__goal_id"))


def tasks_unauthorised(goal_id: uuid.UUID) -> list[tuple[uuid.UUID, int, str]]:
    """Those of a goal that may not go on: the team, those below first, the number in it, and why.

    What was handed on comes before the task whose agent handed it on.
    """
    tasks = list(
        _begun()
        .filter(team__goal=goal_id)
        .order_by("-team__depth", "-number")
        .values_list("team_id", "number", "origin_id")
    )
    lost = lost_among({origin for *_, origin in tasks})
    return [(team, number, lost[origin]) for team, number, origin in tasks if origin in lost]


def _begun() -> "QuerySet[Task]":
    begun = Task.objects.filter(team__goal__outcome=GoalOutcome.RUNNING, state__in=_BEGUN)
    return begun.exclude(origin=None)
