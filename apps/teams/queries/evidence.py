"""What a result is judged by: the task, what was given to it, what its agent gave before. In one statement."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Exists, F, OuterRef, QuerySet, When

from apps.teams.domain.checks import check_of
from apps.teams.domain.checks.kinds import ProgramCheck
from apps.teams.domain.findings import Evidence
from apps.teams.domain.findings.checking import is_check
from apps.teams.domain.questions import QuestionState
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt, Question, Task


@dataclass(frozen=True)
class _Row:
    id: UUID
    title: str
    brief: str
    result: str
    state: str
    is_before: bool
    asked: bool
    agent_id: UUID | None
    handle: str | None
    name: str | None
    goal: str
    told: list[str] | None


_FIELDS = (
    "id",
    "title",
    "brief",
    "result",
    "state",
    "is_before",
    "has_asked",
    "owner__agent_id",
    "owner__agent__handle",
    "owner__agent__name",
    "team__goal__text",
    "told",
)


def evidence_of(attempt: Attempt, result: str, made: Iterable[str], found: Iterable[tuple[Any, ...]]) -> Evidence:
    """What is known of a result that came, but which files there are; its task is loaded.

    `found`: what `evidence_rows` gives for the task.
    """
    task, rows = attempt.task, [_Row(*row[:-1]) for row in found]
    own = next(row for row in rows if row.id == task.id)
    before = [row for row in rows if row.is_before]
    earlier = [row for row in rows if row.agent_id == attempt.agent_id and row.id != task.id]
    return Evidence(
        goal=own.goal,
        brief=own.brief,
        result=result,
        given=tuple(row.result for row in before if row.result),
        own_before=tuple(row.result for row in earlier if row.state == TaskState.DONE and _is_other(row, own)),
        told=tuple(own.told or ()),
        sent_back=tuple(row.result for row in before if _is_revised(row, own)),
        made=tuple(made),
        had_files=bool(attempt.given),
        asked=own.asked,
        is_answer=task.is_answer,
        is_verdict=task.checks_id is not None,
        checks=_looks_at(task) if task.checks_id else is_check(own.title, own.brief),
        others=frozenset(_others(rows, attempt.agent_id)),
    )


def _looks_at(check: Task) -> bool:
    """Whether a task that the hub made looks at a text itself; a program that is run speaks by its exit status."""
    return check.checks is not None and not isinstance(check_of(check.checks.planned_check), ProgramCheck)


def evidence_rows(tasks: list[UUID], told: ArraySubquery) -> "QuerySet[Task, tuple[Any, ...]]":
    """All tasks of a goal as they bear on the result of one of these tasks, whose id stands last in each row.

    `told`: what persons said since the goal, of the goal of a row.
    """
    judged, order = OuterRef("judged"), Task.depends_on.through
    before = order.objects.filter(from_task=judged, to_task=OuterRef("pk"))
    asked = Attempt.objects.filter(task=OuterRef("pk"), state=AttemptState.ASKED)
    rows = Task.objects.filter(team__goal__teams__tasks__any_of=tasks).annotate(
        judged=F("team__goal__teams__tasks"),
        is_before=Exists(before),
        has_asked=Exists(asked),
        told=Case(When(pk=F("team__goal__teams__tasks"), then=told)),
    )
    return rows.order_by("team", "number").values_list(*_FIELDS, "judged")


def _is_revised(before: _Row, task: _Row) -> bool:
    """Whether the task is one that came before it again: who did it was told more."""
    return before.agent_id == task.agent_id and len(task.brief) > len(before.brief) and before.brief in task.brief


def _is_other(before: _Row, task: _Row) -> bool:
    """Whether an agent's earlier task was other work. One that is given again in the same words has the same result."""
    same = (before.title, before.brief) == (task.title, task.brief)
    return not same and not _is_revised(before, task)


def _others(rows: Iterable[_Row], agent_id: UUID) -> Iterable[str]:
    for row in rows:
        if row.agent_id not in (None, agent_id):
            yield from (name for name in (row.handle, row.name) if name)


def answered_questions(task_id: UUID) -> tuple[str, ...]:
    """What a task's agent has asked and was answered, in order."""
    answered = Question.objects.filter(task=task_id, state=QuestionState.ANSWERED)
    return tuple(answered.order_by("asked_at", "id").values_list("text", flat=True))
