"""What a conversation's machine needs to know of its team's tasks."""

import uuid

from django.db.models import Q

from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import TaskState
from apps.teams.models import Task, Team

WITHOUT_VECTORS = ("owner__agent__vector", "owner__agent__profile_vector", "owner__agent__goal_words")
"""For `defer` of tasks read with their owner's agent: what nobody looks at costs the most."""


_TASKS = CompiledQuery(lambda team: Task.objects.filter(team=team).select_related("owner").order_by("number"))
_AFTER = CompiledQuery(
    lambda task: (
        Task.objects.filter(depends_on=task, state=TaskState.PLANNED).select_related("owner").order_by("number")
    )
)
_FOLLOWING = CompiledQuery(
    lambda task: (
        Task.objects.filter(
            Q(delegated_by=task)
            | Q(checks=task)
            | Q(
                state=TaskState.PLANNED, pk__in=Task.depends_on.through.objects.filter(to_task=task).values("from_task")
            )
        )
        .select_related("owner")
        .order_by("number")
    )
)
_BEFORE = CompiledQuery(lambda task: Task.objects.filter(dependants=task).only("number", "state").order_by("number"))


def tasks_of(team: Team) -> list[Task]:
    """The tasks of a team in order, with their owners."""
    return _in(team, _TASKS.of(team.id))


def planned_tasks_after(task: Task) -> list[Task]:
    """The tasks of the same team that have not begun and come after this one, with their owners, in order."""
    return _in(task.team, _AFTER.of(task.id))


def following_tasks(task: Task) -> tuple[list[Task], list[Task]]:
    """What belongs to this task alone, and those as of `planned_tasks_after`; with their owners.

    The first: the tasks that its agent has handed on, and its checks.
    """
    found = _in(task.team, _FOLLOWING.of(task.id))
    own = [one for one in found if task.id in (one.delegated_by_id, one.checks_id)]
    return own, [one for one in found if one not in own]


def tasks_before(task: Task) -> list[Task]:
    """The tasks that this one comes after, in order: their numbers and states."""
    return _BEFORE.of(task.id)


def _in(team: Team, tasks: list[Task]) -> list[Task]:
    for task in tasks:
        task.team = team
    return tasks


def subteams_at_work(team: Team) -> list[Team]:
    """The sub-teams of this team that have not ended."""
    return list(team.children.filter(ended_at=None).order_by("created_at"))


def subteam_of(task: Task) -> Team | None:
    """The sub-team that carries out a task, if one was formed."""
    return Team.objects.filter(task=task).first()


def task_with_id(task_id: uuid.UUID) -> Task:
    """One task with its team, goal and owner. Raises Task.DoesNotExist."""
    return Task.objects.select_related("team__goal", "owner__agent").defer(*WITHOUT_VECTORS).get(id=task_id)
