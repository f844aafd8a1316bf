"""What agents are doing in a team at this moment."""

import uuid
from dataclasses import dataclass

from django.db.models import Count, Q

from apps.teams.domain.states import OPEN_TASK, AttemptState, MemberKind
from apps.teams.models import Member, Task


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


def agents_with_work(team_id: uuid.UUID) -> list[BusyMember]:
    """The agents of a team in the order in which they joined, with how much they have to do there."""
    theirs = Q(tasks__state__in=OPEN_TASK, tasks__seats=[])
    rows = Member.objects.filter(team=team_id, kind=MemberKind.AGENT).annotate(work=Count("tasks", filter=theirs))
    named = rows.order_by("joined_at", "id").values_list("agent__handle", "agent__name", "work")
    return [BusyMember(*values) for values in named]
