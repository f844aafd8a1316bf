"""What agents have done: their last tries, how long these took and what they cost, and where that was."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, F, Min, QuerySet, Window
from django.db.models.functions import Coalesce, RowNumber
from django.utils import timezone

from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt, Task

LAST = 20
ENDED = (AttemptState.DONE, AttemptState.FAILED)
MOST_TRIES = 2000  # of an agent that its record looks at
DAYS = 30


@dataclass(frozen=True)
class Try:
    """One try that ended. `money` in US dollars, None where nobody said a price."""

    at: datetime
    seconds: float
    good: bool
    tokens: int
    money: float | None


@dataclass(frozen=True)
class Lately:
    """The last tries of an agent, oldest first, and how many wait for it. Since when: the oldest of each kind."""

    tries: tuple[Try, ...] = ()
    waiting: int = 0
    waiting_since: datetime | None = None
    working_since: datetime | None = None


@dataclass(frozen=True)
class PastWork:
    """A task that an agent worked at, and the room where that was. `seconds`: what its last try took.

    `excused`: that try failed because there was nothing to work with, so the agent's record leaves it out.
    """

    task_id: UUID
    goal_id: UUID
    goal: str
    team_id: UUID
    team: str
    number: int
    title: str
    state: TaskState
    at: datetime
    seconds: float | None
    excused: bool


def lately_of(agent_ids: Collection[UUID]) -> dict[UUID, Lately]:
    """Give the last tries of each agent; those who have none and for whom none runs or waits are absent."""
    rank = Window(RowNumber(), partition_by=F("agent_id"), order_by=F("ended_at").desc())
    rows = (
        _ended_attempts().filter(agent_id__in=agent_ids).annotate(rank=rank).filter(rank__lte=LAST).order_by("ended_at")
    )
    tries: dict[UUID, list[Try]] = {}
    for agent_id, *values in rows.values_list("agent_id", *_COLUMNS):
        tries.setdefault(agent_id, []).append(_try(*values))
    running, ready = (_live(agent_ids, state) for state in (AttemptState.RUNNING, AttemptState.READY))
    return {
        key: Lately(tuple(tries.get(key, ())), *ready.get(key, NONE), working_since=running.get(key, NONE)[1])
        for key in tries.keys() | running.keys() | ready.keys()
    }


NONE = (0, None)


def _live(agent_ids: Collection[UUID], state: AttemptState) -> dict[UUID, tuple[int, datetime | None]]:
    """How many attempts of each agent are in a state, and since when the oldest is."""
    rows = Attempt.objects.filter(agent_id__in=agent_ids, state=state).order_by().values("agent_id")
    since = Min(Coalesce("started_at", "task__state_at"))
    return {row["agent_id"]: (row["number"], row["since"]) for row in rows.annotate(number=Count("id"), since=since)}


def tries_of(agent_id: UUID) -> list[Try]:
    """Give an agent's tries of the last DAYS days, oldest first; the newest MOST_TRIES of them."""
    since = timezone.now() - timedelta(days=DAYS)
    rows = _ended_attempts().filter(agent_id=agent_id, ended_at__gte=since).order_by("-ended_at")
    return [_try(*values) for values in rows.values_list(*_COLUMNS)[:MOST_TRIES]][::-1]


def past_work(agent_id: UUID, limit: int) -> list[PastWork]:
    """Give the last tasks that an agent tried, newest first, each once."""
    number = Window(RowNumber(), partition_by=F("task_id"), order_by=F("number").desc())
    last = Attempt.objects.filter(agent_id=agent_id, started_at__isnull=False).annotate(nth=number).filter(nth=1)
    newest = last.order_by("-started_at").values_list("task_id", "started_at", "ended_at", "excused")[:limit]
    spans = {task: (started, ended, excused) for task, started, ended, excused in newest if started is not None}
    tasks = Task.objects.filter(pk__in=spans).select_related("team__goal").defer("brief", "result", "team__goal__text")
    works = [_work(task, *spans[task.pk]) for task in tasks]
    return sorted(works, key=lambda work: work.at, reverse=True)


_COLUMNS = ("started_at", "ended_at", "state", "prompt_tokens", "completion_tokens", "money")


def _ended_attempts() -> QuerySet[Attempt]:
    return Attempt.objects.filter(state__in=ENDED, excused=False, started_at__isnull=False, ended_at__isnull=False)


def _try(started: datetime, ended: datetime, state: str, prompt: int, completion: int, money: float | None) -> Try:
    seconds = max((ended - started).total_seconds(), 0.0)
    return Try(ended, seconds, state == AttemptState.DONE, prompt + completion, money)


def _work(task: Task, started: datetime, ended: datetime | None, excused: bool) -> PastWork:
    return PastWork(
        task_id=task.pk,
        goal_id=task.team.goal_id,
        goal=task.team.goal.title,
        team_id=task.team_id,
        team=task.team.name,
        number=task.number,
        title=task.title,
        state=TaskState(task.state),
        at=ended or started,
        seconds=(ended - started).total_seconds() if ended else None,
        excused=excused and task.state == TaskState.FAILED,
    )


def percentile(ordered: Sequence[float], percent: float) -> float | None:
    """Give the nearest-rank percentile of numbers in order; None of none."""
    return ordered[max(math.ceil(percent / 100 * len(ordered)) - 1, 0)] if ordered else None
