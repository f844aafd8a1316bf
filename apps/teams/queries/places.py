"""Where the agent of an attempt stands in its team: who does what, and who uses what it gives."""

import uuid
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from apps.agents.domain.places import TaskStanding, TeamPlace, TeamTask
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import OPEN_TASK, TaskState
from apps.teams.models import Attempt, Member, Task

MOST_TASKS = 40  # of the team, the newest
_READ = ("number", "title", "state", "owner__agent__handle")


def place_of(attempt: Attempt) -> TeamPlace:
    """Give the place of the agent that makes an attempt, whose task, team and agent are in hand."""
    task, agent = attempt.task, attempt.agent
    if task.delegated_by_id is not None:
        return TeamPlace(agent.handle, agent.name, asked_by=_asker(task))
    return TeamPlace(
        agent.handle,
        agent.name,
        chosen_for=tuple(task.needs),
        tasks=_tasks(task),
        gives_answer=task.is_answer,
        nested=task.team.parent_id is not None,
    )


def _asker(task: Task) -> str:
    """Whoever hands work on says by itself what is to be done: nothing of the team's other work goes along."""
    handle = Member.objects.filter(tasks=task.delegated_by_id).values_list("agent__handle", flat=True).first()
    return handle or ""


def _team_tasks(task_id: uuid.UUID) -> "QuerySet[Task]":
    """Those given no later than this one: who wrote their titles had heard no agent that its own writer had not."""
    order = Task.depends_on.through.objects
    rows = Task.objects.filter(
        team__tasks=task_id, assigned_turn__lte=F("team__tasks__assigned_turn"), delegated_by=None
    ).exclude(state=TaskState.CANCELLED)
    marked = rows.annotate(
        uses=Exists(order.filter(from_task=OuterRef("pk"), to_task=task_id)),
        used=Exists(order.filter(from_task=task_id, to_task=OuterRef("pk"))),
    )
    return marked.select_related("owner__agent").only(*_READ).order_by("-number")[:MOST_TASKS]


_TEAM_TASKS: CompiledQuery[Task] = CompiledQuery(_team_tasks)


def _tasks(task: Task) -> tuple[TeamTask, ...]:
    return tuple(_team_task(one, task) for one in reversed(_TEAM_TASKS.of(task.id)))


def _team_task(one: Any, task: Task) -> TeamTask:
    """`one`: a task with what `_team_tasks` adds."""
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
