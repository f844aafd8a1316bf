"""What agents are doing in a team at this moment."""

import uuid
from dataclasses import dataclass

from django.db.models import Count, Q

from apps.teams.domain.states import OPEN_TASK, AttemptState, MemberKind
from apps.teams.models import Attempt, Member, Task


@dataclass(frozen=True)
class BusyMember:
    """An agent of a team. `open_tasks`: those that another agent could take over."""

    handle: str
    name: str
    open_tasks: int


def tasks_at_work(team_id: uuid.UUID) -> list[Task]:
    """The tasks of a team that an agent is at, by number, with their owners and their goal."""
    rows = Task.objects.filter(team=team_id, attempts__state=AttemptState.RUNNING).distinct()
    return list(rows.select_related("team__goal", "owner__agent").order_by("number"))


def workers_of(goal_id: uuid.UUID, team_id: uuid.UUID | None) -> list[tuple[str, int, uuid.UUID]]:
    """The agents at work for a goal, or for a team of it: handle, number of the task, its team."""
    running = Attempt.objects.filter(task__team__goal=goal_id, state=AttemptState.RUNNING)
    if team_id is not None:
        running = running.filter(task__team=team_id)
    return list(running.order_by("task__number", "id").values_list("agent__handle", "task__number", "task__team"))


def agents_with_work(team_id: uuid.UUID) -> list[BusyMember]:
    """The agents of a team in the order in which they joined, with how much they have to do there."""
    theirs = Q(tasks__state__in=OPEN_TASK, tasks__seats=[])
    rows = Member.objects.filter(team=team_id, kind=MemberKind.AGENT).annotate(work=Count("tasks", filter=theirs))
    named = rows.order_by("joined_at", "id").values_list("agent__handle", "agent__name", "work")
    return [BusyMember(*values) for values in named]
