"""Work that goes on though nobody waits for it: not every agent can be told to stop."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from apps.agents.queries.connectors import descriptor_of_kind
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt, Task


@dataclass(frozen=True)
class OngoingCall:
    """A call that is being made. `told`: its agent can be told to stop; else what it began goes on for a while."""

    task_id: UUID
    title: str
    agent: str
    handle: str
    since: datetime
    told: bool


def ongoing_calls(team_ids: Collection[UUID]) -> tuple[OngoingCall, ...]:
    """The calls that are being made for tasks of these teams, oldest first."""
    running = Attempt.objects.filter(task__team__in=team_ids, state=AttemptState.RUNNING, started_at__isnull=False)
    columns = ("task_id", "task__title", "agent__name", "agent__handle", "started_at", "connection__connector")
    rows = running.order_by("started_at", "id").values_list(*columns)
    return tuple(
        OngoingCall(task_id, title, agent, handle, since, told=kind is not None and descriptor_of_kind(kind).cancel)
        for task_id, title, agent, handle, since, kind in rows
        if since is not None
    )


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
