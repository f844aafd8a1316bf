"""Work that goes on though nobody waits for it: not every agent can be told to stop."""

from collections.abc import Sequence

from django.db.models import Q

from apps.agents.queries.connectors import descriptor_of_kind
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt, Task

_BEGUN = (TaskState.WORKING, TaskState.ASKING)


def with_what_belongs(tasks: Sequence[Task]) -> list[Task]:
    """These tasks, and what is taken back with those that are begun: what they handed on, and their checks."""
    found = level = list(tasks)
    while begun := [task for task in level if task.state in _BEGUN]:
        own = Q(delegated_by__in=begun) | Q(checks__in=begun)
        level = [task for task in Task.objects.filter(own).only("state") if task not in found]
        found = [*found, *level]
    return found


def agents_going_on(tasks: Sequence[Task]) -> list[str]:
    """The handles of the agents that are at work on these tasks over connections that have no word for stopping."""
    begun = [task for task in tasks if task.state in _BEGUN]
    if not begun:
        return []
    running = Attempt.objects.filter(task__in=begun, state=AttemptState.RUNNING).exclude(connection=None)
    calls = running.order_by("task__number").values_list("agent__handle", "connection__connector")
    return [handle for handle, kind in calls if not descriptor_of_kind(kind).cancel]
