"""How the work of the whole installation is going."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Min, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from apps.agents.queries.rows import Connection
from apps.teams.domain.states import SETTLED_TASK, ApprovalState, AttemptState, GoalOutcome, TaskState
from apps.teams.models import Approval, Attempt, Goal, Task
from apps.teams.queries.connections import chosen
from apps.teams.queries.questions import PENDING_HOPS


@dataclass(frozen=True)
class WorkFigures:
    """Counts of all workspaces; failures and spend are those since a moment. Moments are None where nothing waits."""

    goals: Mapping[GoalOutcome, int]
    goals_failed: int
    tasks_failed: int
    attempts_failed: int  # lost ones included
    attempts_lost: int
    attempts_ended: int
    attempts_ready: int  # that wait for a worker, or for their agent
    attempts_running: int
    tokens: int
    money: float
    questions: int  # that wait for a person
    dead_letters: int
    oldest_unheeded: datetime | None  # settled task of which its conversation was not told


def work_figures(since: datetime) -> WorkFigures:
    """As things stand; see WorkFigures for what is counted since when."""
    running = GoalOutcome.RUNNING
    ended = Attempt.objects.filter(ended_at__gte=since)
    spent = ended.aggregate(tokens=Sum(F("prompt_tokens") + F("completion_tokens")), money=Sum("money"))
    dead = Task.objects.filter(state__in=[TaskState.FAILED, TaskState.UNKNOWN], team__goal__outcome=running)
    return WorkFigures(
        goals=_goals(),
        goals_failed=Goal.objects.filter(outcome=GoalOutcome.FAILED, ended_at__gte=since).count(),
        tasks_failed=Task.objects.filter(state=TaskState.FAILED, state_at__gte=since).count(),
        attempts_failed=ended.filter(state__in=[AttemptState.FAILED, AttemptState.LOST]).count(),
        attempts_lost=ended.filter(state=AttemptState.LOST).count(),
        attempts_ended=ended.count(),
        attempts_ready=Attempt.objects.filter(state=AttemptState.READY).count(),
        attempts_running=Attempt.objects.filter(state=AttemptState.RUNNING).count(),
        tokens=spent["tokens"] or 0,
        money=spent["money"] or 0.0,
        questions=Approval.objects.filter(state=ApprovalState.PENDING).count() + PENDING_HOPS.count(),
        dead_letters=dead.count(),
        oldest_unheeded=_oldest_unconsumed(),
    )


def _goals() -> dict[GoalOutcome, int]:
    counts = dict(Goal.objects.values_list("outcome").annotate(count=Count("pk")))
    return {outcome: counts.get(outcome.value, 0) for outcome in GoalOutcome}


def oldest_ready(now: datetime) -> datetime | None:
    """Since when the longest has waited of the attempts that a worker may take, not of those that wait for their agent.

    One that is busy for long with what it may do at one time, or that nobody has connected, keeps nobody else waiting.
    """
    running = Attempt.objects.filter(connection=OuterRef("line"), state=AttemptState.RUNNING)
    count = running.order_by().values("connection").annotate(count=Count("pk")).values("count")
    slots = Connection.objects.filter(pk=OuterRef("line")).values("concurrency")
    rows = Attempt.objects.filter(
        state=AttemptState.READY,
        not_before__lte=now,
        task__team__frozen_at=None,
        task__team__goal__outcome=GoalOutcome.RUNNING,
    )
    free = Q(agent__enabled=False) | Q(calls__lt=F("slots"))
    rows = rows.annotate(line=chosen(), calls=Coalesce(Subquery(count), 0), slots=Subquery(slots)).filter(free)
    oldest: datetime | None = rows.aggregate(oldest=Min("task__state_at"))["oldest"]
    return oldest


def last_attempt_end() -> datetime | None:
    """When an attempt last ended that was not lost with its worker."""
    ended = Attempt.objects.exclude(ended_at=None).exclude(state=AttemptState.LOST)
    return ended.order_by("-ended_at").values_list("ended_at", flat=True).first()


def _oldest_unconsumed() -> datetime | None:
    rows = Task.objects.filter(state__in=SETTLED_TASK, heeded_at=None)
    oldest: datetime | None = rows.aggregate(oldest=Min("state_at"))["oldest"]
    return oldest
