"""A team's tasks as the rows of a plan that people change."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Manager, QuerySet

from apps.accounts.queries.names import shown_name
from apps.agents.domain.roles import role_of
from apps.teams.domain.checks import check_of
from apps.teams.domain.plans import split_check
from apps.teams.domain.risks import Risk
from apps.teams.domain.states import ApprovalKind, ApprovalState, GoalOutcome, TaskState
from apps.teams.models import Approval, Task, Team
from apps.teams.models.plans import PLACE, PlanStep
from apps.teams.queries.risks import Risks, risks_of_steps


@dataclass(frozen=True)
class ProposedStep:
    """A row of a plan. `version`: what a change of it names; `edited_by`: who changed it last, "": nobody did.

    `owner_role`: what its owner is for, in a few words. `check`: the line that names how its result is checked; with
    `needs_ok` a person looks at it, and the line says at what. `is_editable`: it has not begun. `risks`: what may come
    of its beginning; empty: it has begun.
    """

    id: uuid.UUID
    number: int
    title: str
    brief: str
    state: TaskState
    owner: str
    owner_name: str
    owner_role: str
    as_team: bool
    after: tuple[int, ...]
    check: str
    needs_ok: bool
    is_editable: bool
    risks: tuple[Risk, ...]
    version: int
    edited_by: str
    edited_at: datetime | None


@dataclass(frozen=True)
class ProposedPlan:
    """The rows of a team's plan. `waits`: a person has to start it. `is_over`: nothing of it can be changed."""

    team_id: uuid.UUID
    waits: bool
    is_over: bool
    steps: tuple[ProposedStep, ...]


def plan_of(team: Team) -> ProposedPlan:
    """The steps of a team's current round in the order of their rows; its goal is loaded."""
    over = is_over(team)
    rows = Task.objects.filter(team=team, delegated_by=None, checks=None).exclude(state=TaskState.CANCELLED)
    rows = _with_editors(rows).prefetch_related("depends_on").order_by(*PLACE)
    risks = risks_of_steps(team.pk)
    steps = [_step(row, risks, over=over) for row in rows]
    return ProposedPlan(team.pk, decision_of_plan(team.pk) is not None, over, tuple(steps))


def is_over(team: Team) -> bool:
    """Whether nothing of a team can be changed any more; its goal is loaded."""
    return team.goal.outcome != GoalOutcome.RUNNING or team.ended_at is not None


def step_of(task: Task) -> ProposedStep:
    """One row; its team and goal are loaded."""
    risks = risks_of_steps(task.team_id)
    return _step(_with_editors(Task.objects).get(pk=task.pk), risks, over=is_over(task.team))


_EDITOR = shown_name("step__edited_by", "team__goal__workspace")


def _with_editors(tasks: "QuerySet[Task] | Manager[Task]") -> "QuerySet[Any]":
    rows: QuerySet[Any] = tasks.select_related("owner__agent", "owner__user", "step").annotate(edited_by=_EDITOR)
    return rows


def editor_of(step: PlanStep) -> str:
    """The name of who changed a row last, as it is now; "": nobody did."""
    names: QuerySet[Any] = Task.objects.filter(step=step).annotate(edited_by=_EDITOR)
    return names.values_list("edited_by", flat=True).get() or ""


def decision_of_plan(team_id: uuid.UUID) -> uuid.UUID | None:
    """The decision that starts the plan of a team; None: none waits."""
    waiting = Approval.objects.filter(team=team_id, kind=ApprovalKind.PLAN, state=ApprovalState.PENDING)
    return waiting.values_list("id", flat=True).first()


def _step(row: Any, risks: Risks, *, over: bool) -> ProposedStep:
    step = getattr(row, "step", None)
    check, needs_ok = split_check(check_of(row.planned_check))
    return ProposedStep(
        id=row.pk,
        number=row.number,
        title=row.title,
        brief=row.brief,
        state=TaskState(row.state),
        owner=row.owner.agent.handle if row.owner.agent else "",
        owner_name=row.owner.agent.name if row.owner.agent else row.owner.called or str(row.owner.user),
        owner_role=role_of(row.owner.agent.skills) if row.owner.agent else "",
        as_team=bool(row.seats),
        after=tuple(sorted(one.number for one in row.depends_on.all())),
        check=check,
        needs_ok=needs_ok,
        is_editable=not over and row.state == TaskState.PLANNED,
        risks=risks.get(row.pk, ()),
        version=step.version if step else 1,
        edited_by=row.edited_by or "",
        edited_at=step.edited_at if step else None,
    )
