"""Where the agent of an attempt stands in its team: who does what, and who uses what it gives."""

import uuid
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, cast

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, TextField, Value, When, Window
from django.db.models.functions import RowNumber

from apps.agents.domain.places import TaskStanding, TeamPlace, TeamTask
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.checks import check_of
from apps.teams.domain.checks.words import words_of_check
from apps.teams.domain.states import OPEN_TASK, TaskState
from apps.teams.models import Attempt, Member, Task

MOST_TASKS = 40  # of the team, the newest
_READ = ("number", "title", "state", "seats", "owner__agent__handle", "owner__agent__name")


def places_of(attempts: Sequence[Attempt]) -> dict[uuid.UUID, tuple[TeamPlace, list[Task]]]:
    """Of each attempt the place of the agent that makes it, and the tasks of its team whose results go along, in order.

    The attempts' tasks, teams and agents are in hand; the tasks come with their owners' agents.
    """
    planned = [one.task_id for one in attempts if one.task.delegated_by_id is None]
    rows = sorted(_TEAM_TASKS.of(planned), key=attrgetter("number")) if planned else []
    return {one.id: _place(one, [row for row in rows if row.reader == one.task_id]) for one in attempts}


def _place(attempt: Attempt, rows: Sequence[Any]) -> tuple[TeamPlace, list[Task]]:
    """`rows`: what `_team_tasks` gives for its task."""
    task, agent = attempt.task, attempt.agent
    if task.delegated_by_id is not None:
        return TeamPlace(agent.handle, agent.name, asked_by=_asker(task)), []
    place = TeamPlace(
        agent.handle,
        agent.name,
        chosen_for=tuple(task.needs),
        tasks=tuple(_team_task(one, task) for one in rows),
        gives_answer=task.is_answer,
        nested=task.team.parent_id is not None,
        check=words_of_check(check_of(task.planned_check)),
    )
    return place, [_with_result(one, task) for one in rows if one.used]


def _asker(task: Task) -> str:
    """Whoever hands work on says by itself what is to be done: nothing of the team's other work goes along."""
    handle = Member.objects.filter(tasks=task.delegated_by_id).values_list("agent__handle", flat=True).first()
    return handle or ""


def _team_tasks(tasks: list[uuid.UUID]) -> "QuerySet[Any]":
    """For each of these tasks, its `reader`: what it comes after, and what was given no later: who wrote those titles
    had heard no agent more than its own.

    In one statement with the results that go along, which are long: of all others they are left where they are.
    """
    order = Task.depends_on.through.objects
    marked = Task.objects.filter(team__tasks__any_of=tasks).annotate(
        reader=F("team__tasks"),
        earlier=Q(assigned_turn__lte=F("team__tasks__assigned_turn")),
        uses=Exists(order.filter(from_task=OuterRef("pk"), to_task=OuterRef("reader"))),
        used=Exists(order.filter(from_task=OuterRef("reader"), to_task=OuterRef("pk"))),
        given=Case(When(used=True, then=F("result")), default=Value(""), output_field=TextField()),
    )
    unless_checks = Q(checks=None) | Q(pk=F("reader"))
    planned = Q(earlier=True, delegated_by=None) & unless_checks & ~Q(state=TaskState.CANCELLED)
    place = Window(RowNumber(), partition_by=F("reader"), order_by=[F("used").desc(), F("number").desc()])
    rows = marked.filter(Q(used=True) | planned).annotate(place=place).filter(place__lte=MOST_TASKS)
    return rows.select_related("owner__agent").only(*_READ)


_TEAM_TASKS: CompiledQuery[Any] = CompiledQuery(_team_tasks, list)


def _with_result(one: Any, task: Task) -> Task:
    """`one`: a task with what `_team_tasks` adds."""
    one.result, one.team = one.given, task.team
    return cast("Task", one)


def _team_task(one: Any, task: Task) -> TeamTask:
    return TeamTask(
        one.number,
        one.title,
        one.owner.agent.handle if one.owner.agent else "",
        _standing(TaskState(one.state)),
        yours=one.id == task.id,
        uses_yours=one.uses,
        used_by_you=one.used,
    )


def _standing(state: TaskState) -> TaskStanding:
    match state:
        case TaskState.DONE:
            return TaskStanding.DONE
        case TaskState.PLANNED | TaskState.READY | TaskState.HELD:
            return TaskStanding.TO_COME
    return TaskStanding.AT_WORK if state in OPEN_TASK else TaskStanding.WITHOUT_RESULT
