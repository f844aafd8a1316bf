"""Long lists of goals, tasks and decisions, a page at a time after a sort key, in a fixed number of statements."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from apps.teams.domain.limits import Limits, Spent
from apps.teams.domain.states import ApprovalState, GoalOutcome, TaskState
from apps.teams.models import Approval, Goal, Task, Team
from apps.teams.queries.facts import GoalFacts, approval_facts, goal_facts
from apps.teams.queries.limits import booked_spend
from apps.teams.queries.members import Face, face_of
from apps.teams.queries.trees import WaitingApproval


@dataclass(frozen=True)
class RootFacts:
    """What a list shows of a goal's root team. `spent.minutes` is not counted here."""

    id: UUID
    limits: Limits
    spent: Spent
    created_at: datetime
    ended_at: datetime | None
    frozen_seconds: float


@dataclass(frozen=True)
class TaskRow:
    """A task with its texts. `after` are task numbers of the same team."""

    id: UUID
    team_id: UUID
    number: int
    title: str
    brief: str
    owner: Face
    state: TaskState
    state_at: datetime
    needs: tuple[str, ...]
    after: tuple[int, ...]
    is_answer: bool
    result: str
    failure: str
    question: str


def goals_after(
    workspace_id: UUID, outcomes: Collection[GoalOutcome], after: tuple[datetime, UUID] | None, limit: int
) -> list[GoalFacts]:
    """Goals of these outcomes (all for none), newest first, made before the one of the key (creation, id)."""
    goals = Goal.objects.filter(workspace_id=workspace_id)
    if outcomes:
        goals = goals.filter(outcome__in=outcomes)
    if after is not None:
        moment, row = after
        goals = goals.filter(Q(created_at__lt=moment) | Q(created_at=moment, id__lt=row))
    return [goal_facts(goal) for goal in goals.defer("text", "answer").order_by("-created_at", "-id")[:limit]]


def roots_of(goal_ids: Collection[UUID]) -> dict[UUID, RootFacts]:
    """The root teams of these goals, by goal."""
    teams = Team.objects.filter(goal_id__in=goal_ids, parent=None).defer("purpose", "formation")
    return {team.goal_id: _root(team) for team in teams}


def _root(team: Team) -> RootFacts:
    return RootFacts(
        id=team.pk,
        limits=Limits.model_validate(team.grant),
        spent=booked_spend(team),
        created_at=team.created_at,
        ended_at=team.ended_at,
        frozen_seconds=team.frozen_seconds,
    )


def tasks_after(
    goal_id: UUID, team_id: UUID | None, state: TaskState | None, after: UUID | None, limit: int
) -> list[TaskRow]:
    """Tasks of a goal (of one team, in one state where given) in the order they were made, after the one of the key."""
    wanted = {"team__goal_id": goal_id, "team_id": team_id, "state": state, "id__gt": after}
    tasks = _tasks().filter(**{name: value for name, value in wanted.items() if value is not None})
    return [_task_row(task) for task in tasks.order_by("id")[:limit]]


def task_row(task_id: UUID) -> TaskRow:
    """One task; the caller has proved that it may be seen."""
    return _task_row(_tasks().get(pk=task_id))


def _tasks() -> QuerySet[Task]:
    dependencies = Prefetch("depends_on", queryset=Task.objects.only("id", "number"))
    return Task.objects.select_related("owner__agent", "owner__user").prefetch_related(dependencies)


def _task_row(task: Task) -> TaskRow:
    return TaskRow(
        id=task.pk,
        team_id=task.team_id,
        number=task.number,
        title=task.title,
        brief=task.brief,
        owner=face_of(task.owner),
        state=TaskState(task.state),
        state_at=task.state_at,
        needs=tuple(task.needs),
        after=tuple(sorted(other.number for other in task.depends_on.all())),
        is_answer=task.is_answer,
        result=task.result,
        failure=task.failure,
        question=task.question,
    )


def pending_approvals_after(
    workspace_id: UUID, goal_id: UUID | None, after: tuple[datetime, UUID] | None, limit: int
) -> list[WaitingApproval]:
    """Decisions (of one goal where given) that wait for a person, oldest first, after the key's (asked at, id)."""
    rows = _approvals().filter(team__goal__workspace_id=workspace_id, state=ApprovalState.PENDING)
    if goal_id is not None:
        rows = rows.filter(team__goal_id=goal_id)
    if after is not None:
        moment, row = after
        rows = rows.filter(Q(asked_at__gt=moment) | Q(asked_at=moment, id__gt=row))
    return [_waiting_approval(row) for row in rows.order_by("asked_at", "id")[:limit]]


def approval_row(approval_id: UUID) -> WaitingApproval:
    """One decision, waiting or not; the caller has proved that it may be seen."""
    return _waiting_approval(_approvals().get(pk=approval_id))


def _approvals() -> QuerySet[Approval]:
    rows = Approval.objects.select_related("team__goal", "task", "decided_by")
    return rows.defer("team__goal__text", "team__goal__answer", "task__result", "task__brief")


def _waiting_approval(row: Approval) -> WaitingApproval:
    numbers = {row.task.pk: row.task.number} if row.task else {}
    return WaitingApproval(approval_facts(row, numbers), row.team.goal_id, row.team.goal.title)
