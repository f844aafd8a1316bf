"""Work that goes on though nobody waits for it: not every agent can be told to stop."""

from collections.abc import Sequence

from apps.agents.queries.connectors import descriptor_of_kind
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt, Task


def agents_going_on(tasks: Sequence[Task]) -> list[str]:
    """The handles of the agents that are at work on these tasks over connections that have no word for stopping."""
    begun = [task for task in tasks if task.state in (TaskState.WORKING, TaskState.ASKING)]
    if not begun:
        return []
    running = Attempt.objects.filter(task__in=begun, state=AttemptState.RUNNING).exclude(connection=None)
    calls = running.order_by("task__number").values_list("agent__handle", "connection__connector")
    return [handle for handle, kind in calls if not descriptor_of_kind(kind).cancel]
