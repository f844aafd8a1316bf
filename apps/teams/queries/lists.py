"""Long lists of goals, tasks and decisions, a page at a time after a sort key, in a fixed number of statements."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import (
    BooleanField,
    Case,
    Count,
    DecimalField,
    Exists,
    ExpressionWrapper,
    Func,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    SmallIntegerField,
    Sum,
    TextField,
    When,
)
from django.db.models.functions import Cast, Concat

from apps.core.read_models import columns_of, fill_from_row
from apps.journal.queries import LAST_EVENT_AT, LAST_SEQ
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.limits import Limits, Spent
from apps.teams.domain.states import ApprovalState, GoalOutcome, TaskState
from apps.teams.models import Approval, Goal, Task, Team
from apps.teams.queries.decisions import WaitingApproval, with_risks
from apps.teams.queries.fact_rows import GOAL_COLUMNS, goal_facts, task_texts
from apps.teams.queries.facts import GoalFacts, TaskTexts
from apps.teams.queries.limits import SPENT_COLUMNS, booked_spend
from apps.teams.queries.questions import PENDING_HOPS, hops_to_people
from apps.teams.queries.trees import approvals_to_show, pending_hops


@dataclass(frozen=True)
class RootFacts:
    """What a list shows of a goal's root team. `spent.minutes` is not counted here."""

    id: UUID
    limits: Limits
    spent: Spent
    created_at: datetime
    ended_at: datetime | None
    frozen_seconds: float


def goals_after(
    workspace_id: UUID, outcomes: Collection[GoalOutcome], after: tuple[datetime, UUID] | None, limit: int
) -> list[GoalFacts]:
    """Goals of these outcomes (all for none), newest first, made before the one of the key (creation, id)."""
    chosen = set(outcomes) if len(set(outcomes)) < len(GoalOutcome) else set()
    page = _goals_page(limit, chosen=bool(chosen), following=after is not None)
    return [goal_facts(goal) for goal in page.named(workspace_id, *([list(chosen)] if chosen else []), *(after or ()))]


@lru_cache(maxsize=32)
def _goals_page(limit: int, *, chosen: bool, following: bool) -> CompiledQuery[Goal]:
    """The query of a page, for a workspace, the outcomes where they are `chosen`, and the key that it follows."""

    def build(workspace_id: UUID, *more: Any) -> QuerySet[Goal, Any]:
        goals = Goal.objects.filter(workspace_id=workspace_id)
        if chosen:
            goals = goals.filter(outcome__any_of=more[0])
        if following:
            moment, row = more[-2:]
            goals = goals.filter(Q(created_at__lt=moment) | Q(created_at=moment, id__lt=row))
        return goals.order_by("-created_at", "-id").values_list(*GOAL_COLUMNS)[:limit]

    return CompiledQuery(build, UUID, *([list] if chosen else []), *([datetime, UUID] if following else []))


def goals_by_urgency(
    workspace_id: UUID,
    ended_since: datetime,
    quiet_since: datetime,
    *,
    offset: int,
    limit: int,
    words: str = "",
    muted: Collection[UUID] = (),
) -> tuple[list[GoalFacts], int]:
    """A page of the goals that run or ended since then, and how many there are; with `words` those that have each of
    them in the title or the text.

    Those that ask a person come first, then what failed, what was quiet since then, what else runs, then what ended,
    and at last those that are muted, whatever they are at.
    """
    goals = Goal.objects.filter(workspace_id=workspace_id)
    for word in words.split():
        goals = goals.filter(Q(title__icontains=word) | Q(text__icontains=word))
    goals = goals.filter(Q(outcome=GoalOutcome.RUNNING) | Q(ended_at__gte=ended_since))
    asked = Approval.objects.filter(team__goal=OuterRef("pk"), state=ApprovalState.PENDING)
    runs = Q(outcome=GoalOutcome.RUNNING)
    urgency = Case(
        When(pk__in=list(muted), then=5),
        When(runs & (Exists(asked) | Exists(PENDING_HOPS.filter(room__goal=OuterRef("pk")))), then=0),
        When(outcome=GoalOutcome.FAILED, then=1),
        When(runs & Q(told_at__lt=quiet_since), then=2),
        When(runs, then=3),
        default=4,
        output_field=SmallIntegerField(),
    )
    page = goals.annotate(told_at=LAST_EVENT_AT, urgency=urgency).order_by("urgency", "-told_at", "id")
    rows = page.values_list(*GOAL_COLUMNS, named=True)[offset : offset + limit]
    return [goal_facts(goal) for goal in rows], goals.count()


def marks_of_goals(workspace_id: UUID, ended_since: datetime, quiet_since: datetime) -> tuple[Any, ...]:
    """Another value whenever anything happens to a goal that runs or ended since then, or another one was quiet."""
    return next(iter(_MARKS.values(workspace_id, ended_since, quiet_since)), ())


def _marks(workspace_id: UUID, ended_since: datetime, quiet_since: datetime) -> QuerySet[Goal, Any]:
    goals = Goal.objects.filter(
        Q(outcome=GoalOutcome.RUNNING) | Q(ended_at__gte=ended_since), workspace_id=workspace_id
    )
    quiet = Cast(ExpressionWrapper(Q(quiet_at__lt=quiet_since), BooleanField()), TextField())
    mark = Func(Concat(Cast("pk", TextField()), quiet), LAST_SEQ, function="hashtextextended", output_field=_BIG)
    rows = goals.annotate(quiet_at=LAST_EVENT_AT).values("workspace_id").annotate(goals=Count("pk"), told=Sum(mark))
    return rows.values_list("goals", "told")


_BIG = DecimalField(max_digits=40, decimal_places=0)
_MARKS: CompiledQuery[Any] = CompiledQuery(_marks, UUID, datetime, datetime)


def roots_of(goal_ids: Collection[UUID]) -> dict[UUID, RootFacts]:
    """The root teams of these goals, by goal."""
    return {team.goal_id: root_facts(team) for team in _ROOTS.named(list(goal_ids))} if goal_ids else {}


_ROOT_COLUMNS = (*columns_of(RootFacts, but={"limits", "spent"}), "goal_id", "grant", *SPENT_COLUMNS)
_ROOTS: CompiledQuery[Any] = CompiledQuery(
    lambda goals: Team.objects.filter(goal__any_of=goals, parent=None).values_list(*_ROOT_COLUMNS), list
)


def root_facts(team: Any) -> RootFacts:
    """A root team, of its row or of the columns of one."""
    return fill_from_row(RootFacts, team, limits=Limits.model_validate(team.grant), spent=booked_spend(team))


def tasks_after(
    goal_id: UUID, team_id: UUID | None, state: TaskState | None, after: UUID | None, limit: int
) -> list[TaskTexts]:
    """Tasks of a goal (of one team, in one state where given) in the order they were made, after the one of the key."""
    wanted = {"team__goal_id": goal_id, "team_id": team_id, "state": state, "id__gt": after}
    tasks = _tasks().filter(**{name: value for name, value in wanted.items() if value is not None})
    return [task_texts(task) for task in tasks.order_by("id")[:limit]]


def task_with_texts(task_id: UUID) -> TaskTexts:
    """One task; the caller has proved that it may be seen."""
    return task_texts(_tasks().get(pk=task_id))


def tasks_before(task: Task) -> list[TaskTexts]:
    """The tasks that one comes after; for one of a sub-team first those that the sub-team's own task comes after."""
    above = task.team.task
    done = _tasks().filter(dependants=task.pk).order_by("number")
    return [*(tasks_before(above) if above else ()), *map(task_texts, done)]


_CHECKER = ("checked_by__agent__connection", "checked_by__user")


def _tasks() -> QuerySet[Task]:
    dependencies = Prefetch("depends_on", queryset=Task.objects.only("id", "number"))
    rows = Task.objects.select_related(
        "owner__agent__connection", "owner__user", "origin", "team", "asks", "elsewhere", *_CHECKER
    )
    return rows.prefetch_related(dependencies)


def pending_approvals_after(
    workspace_id: UUID, goal_id: UUID | None, after: tuple[datetime, UUID] | None, limit: int
) -> list[WaitingApproval]:
    """What (of one goal where given) waits for a person, oldest first, after the key's (asked at, id)."""
    approvals = approvals_to_show().filter(team__goal__workspace_id=workspace_id, state=ApprovalState.PENDING)
    questions = pending_hops(workspace_id)
    if goal_id is not None:
        approvals, questions = approvals.filter(team__goal_id=goal_id), questions.filter(room__goal_id=goal_id)
    if after is not None:
        moment, row = after
        approvals = approvals.filter(Q(asked_at__gt=moment) | Q(asked_at=moment, id__gt=row))
        questions = questions.filter(Q(at__gt=moment) | Q(at=moment, id__gt=row))
    rows = with_risks(approvals.order_by("asked_at", "id")[:limit], questions.order_by("at", "id")[:limit])
    return sorted(rows, key=lambda row: (row.asked_at, row.id))[:limit]


def approval_row(approval_id: UUID) -> WaitingApproval:
    """What was put to people under this id, waiting or not; the caller has proved that it may be seen."""
    if approvals := approvals_to_show().filter(pk=approval_id)[:1]:
        return with_risks(approvals, ())[0]
    return with_risks((), [hops_to_people().select_related("room__goal").get(pk=approval_id)])[0]
