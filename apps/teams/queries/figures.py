"""How the work of the whole installation is going."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Min, Sum

from apps.teams.domain.states import SETTLED_TASK, ApprovalState, AttemptState, GoalOutcome, TaskState
from apps.teams.models import Approval, Attempt, Goal, Task


@dataclass(frozen=True)
class WorkFigures:
    """Counts of all workspaces; failures and spend are those since a moment. Moments are None where nothing waits."""

    goals: Mapping[GoalOutcome, int]
    goals_failed: int
    tasks_failed: int
    attempts_failed: int  # lost ones included
    tokens: int
    money: float
    questions: int  # that wait for a person
    dead_letters: int
    oldest_ready: datetime | None  # attempt that a worker may take
    oldest_unheeded: datetime | None  # settled task of which its conversation was not told


def work_figures(now: datetime, since: datetime) -> WorkFigures:
    """As things stand `now`."""
    running = GoalOutcome.RUNNING
    ended = Attempt.objects.filter(ended_at__gte=since)
    spent = ended.aggregate(tokens=Sum(F("prompt_tokens") + F("completion_tokens")), money=Sum("money"))
    dead = Task.objects.filter(state__in=[TaskState.FAILED, TaskState.UNKNOWN], team__goal__outcome=running)
    return WorkFigures(
        goals=_goals(),
        goals_failed=Goal.objects.filter(outcome=GoalOutcome.FAILED, ended_at__gte=since).count(),
        tasks_failed=Task.objects.filter(state=TaskState.FAILED, state_at__gte=since).count(),
        attempts_failed=ended.filter(state__in=[AttemptState.FAILED, AttemptState.LOST]).count(),
        tokens=spent["tokens"] or 0,
        money=spent["money"] or 0.0,
        questions=Approval.objects.filter(state=ApprovalState.PENDING).count(),
        dead_letters=dead.count(),
        oldest_ready=_oldest_ready(now),
        oldest_unheeded=_oldest_unheeded(),
    )


def _goals() -> dict[GoalOutcome, int]:
    counts = dict(Goal.objects.values_list("outcome").annotate(count=Count("pk")))
    return {outcome: counts.get(outcome.value, 0) for outcome in GoalOutcome}


def _oldest_ready(now: datetime) -> datetime | None:
    rows = Attempt.objects.filter(
        state=AttemptState.READY,
        not_before__lte=now,
        task__team__frozen_at=None,
        task__team__goal__outcome=GoalOutcome.RUNNING,
    )
    oldest: datetime | None = rows.aggregate(oldest=Min("task__state_at"))["oldest"]
    return oldest


def _oldest_unheeded() -> datetime | None:
    rows = Task.objects.filter(state__in=SETTLED_TASK, heeded_at=None)
    oldest: datetime | None = rows.aggregate(oldest=Min("state_at"))["oldest"]
    return oldest
