"""What a conversation's machine needs to know of its team's tasks."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any

from django.db.models import Model, QuerySet

from apps.core.known_streams import Left, copy_of_row
from apps.core.read_once import kept_under, read_once, unread
from apps.journal.queries.compiled import KeyedQuery
from apps.teams.domain.states import SETTLED_TASK, TaskState
from apps.teams.models import Task, Team
from apps.teams.queries.team_rows import one_team, team_with_id

WITHOUT_VECTORS = ("owner__agent__vector", "owner__agent__profile_vector", "owner__agent__goal_words")
"""For `defer` of tasks read with their owner's agent: what nobody looks at costs the most."""


@dataclass(frozen=True)
class TeamWork:
    """The tasks of a team in order, with their owners, and of each the ids of those that it comes after."""

    tasks: list[Task]
    before: dict[uuid.UUID, list[uuid.UUID]]

    def with_id(self, task_id: uuid.UUID) -> Task:
        """The task of that id."""
        return next(task for task in self.tasks if task.id == task_id)

    def give_to(self, team: Team) -> None:
        """Have it be the work of this instance of its team."""
        if self.tasks and not (Task.team.is_cached(self.tasks[0]) and self.tasks[0].team is team):
            for task in self.tasks:
                task.team = team

    def left(self) -> "Left[TeamWork] | None":
        """The same for another transaction. Nothing where its conversation has to take note of a task: no event tells
        that it has.
        """
        if any(task.state in SETTLED_TASK and task.heeded_at is None for task in self.tasks):
            return None
        tasks = [_left(task) for task in self.tasks]
        return Left(TeamWork(tasks, self.before), tasks)

    def after(self, task: Task) -> list[Task]:
        """Those that have not begun and come after this one, in order."""
        rows = (one for one in self.tasks if task.id in self.before.get(one.id, ()))
        return [one for one in rows if one.state == TaskState.PLANNED]


def _left(task: Task) -> Task:
    left = copy_of_row(task)
    if Task.owner.is_cached(task):
        left.owner = copy_of_row(task.owner)
        left.owner.__dict__.pop("called", None)  # no stream tells of it: it is read when somebody asks
    return left


def _tasks(teams: list[uuid.UUID]) -> "QuerySet[Task]":
    return Task.objects.filter(team__any_of=teams).select_related("owner").order_by("number")


def _order(teams: list[uuid.UUID]) -> "QuerySet[Any, Any]":
    rows = Task.depends_on.through.objects.filter(from_task__team__any_of=teams)
    return rows.order_by("id").values_list("from_task__team", "from_task", "to_task")


_TASKS, _ORDER = KeyedQuery(_tasks, attrgetter("team_id")), KeyedQuery(_order, itemgetter(0))


def read_work_ahead(streams: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read the tasks of teams for the steps of their goals: team -> stream."""
    of_teams = unread(work_of, streams)
    with_tasks = {task.team_id for task in _TASKS.read_ahead(of_teams)}
    _ORDER.read_values_ahead({team: of_teams[team] for team in with_tasks})


def work_of(team: Team) -> TeamWork:
    """The work of a team; a transaction with a unit of work reads it once, and changes it in place."""
    tables = (Task._meta.db_table, Task.depends_on.through._meta.db_table)  # noqa: SLF001
    read, holds = partial(_read_work, team.id), partial(_holds, team.id)
    work: TeamWork = read_once((work_of, team.id), tables, read, holds, TeamWork.left)
    work.give_to(one_team(team))
    return work


def known_task(task_id: uuid.UUID, stream: uuid.UUID | None = None) -> Task | None:
    """A task of a team that the open transaction has read with its work: for the steps of a stream; None: of the one at
    work, as this instance of its team has it.
    """
    works: list[TeamWork] = kept_under(work_of, stream)
    found = next((task for work in works for task in work.tasks if task.id == task_id), None)
    team = None if found is None else team_with_id(found.team_id, stream)
    if team is None:
        return None
    return work_of(team).with_id(task_id) if stream is None else found


def _holds(team_id: uuid.UUID, work: TeamWork, row: Model) -> bool | None:
    if not isinstance(row, Task) or row.team_id != team_id:
        return None
    return any(one is row for one in work.tasks)


def _read_work(team_id: uuid.UUID) -> TeamWork:
    tasks, before = _TASKS.of(team_id), dict[uuid.UUID, list[uuid.UUID]]()
    for _, later, first in _ORDER.values(team_id) if tasks else ():
        before.setdefault(later, []).append(first)
    return TeamWork(tasks, before)


def tasks_of(team: Team) -> list[Task]:
    """The tasks of a team in order, with their owners."""
    return work_of(team).tasks


def planned_tasks_after(task: Task) -> list[Task]:
    """The tasks of the same team that have not begun and come after this one, with their owners, in order."""
    return work_of(task.team).after(task)


def following_tasks(task: Task) -> tuple[list[Task], list[Task]]:
    """What belongs to this task alone, and those as of `planned_tasks_after`; with their owners.

    The first: the tasks that its agent has handed on, and its checks.
    """
    work = work_of(task.team)
    own = [one for one in work.tasks if task.id in (one.delegated_by_id, one.checks_id)]
    return own, [one for one in work.after(task) if one not in own]


def tasks_before(task: Task) -> list[Task]:
    """The tasks that this one comes after, in order."""
    work = work_of(task.team)
    before = work.before.get(task.id, ())
    return [one for one in work.tasks if one.id in before]


def subteams_at_work(team: Team) -> list[Team]:
    """The sub-teams of this team that have not ended."""
    return list(team.children.filter(ended_at=None).order_by("created_at"))


def subteam_of(task: Task) -> Team | None:
    """The sub-team that carries out a task, if one was formed."""
    return Team.objects.filter(task=task).first()


def task_with_id(task_id: uuid.UUID) -> Task:
    """One task with its team, goal and owner. Raises Task.DoesNotExist."""
    return Task.objects.select_related("team__goal", "owner__agent").defer(*WITHOUT_VECTORS).get(id=task_id)
