"""When agents took up what people said: as their calls began, and as they asked at work what was said meanwhile."""

import uuid
from collections.abc import Collection
from datetime import datetime

from django.db.models import Max, Q
from django.db.models.functions import Coalesce, Greatest

from apps.teams.domain.states import OPEN_TASK, TaskState
from apps.teams.domain.uptake import TaskUptake
from apps.teams.models import Attempt, Task

_TAKEN_UP = Max(Greatest("started_at", Coalesce("heard_at", "started_at")))


def calls_since(
    goal_id: uuid.UUID, team_id: uuid.UUID | None, since: datetime, until: datetime | None = None
) -> list[tuple[str, datetime]]:
    """The agents whose calls for a team (None: for the goal) began or heard at `since` or later: handle, and when last.

    `until`: what came later is left out.
    """
    rows = Attempt.objects.filter(Q(started_at__gte=since) | Q(heard_at__gte=since), task__team__goal=goal_id)
    rows = rows if team_id is None else rows.filter(task__team=team_id)
    rows = rows if until is None else rows.filter(started_at__lte=until)
    found = rows.values("agent__handle").annotate(at=_TAKEN_UP).order_by("agent__handle")
    return list(found.values_list("agent__handle", "at"))


def uptake_of(team_id: uuid.UUID, numbers: Collection[int], until: datetime | None = None) -> dict[int, TaskUptake]:
    """How far what was said came with these tasks of a team, by the task's number. `until`: as it was then."""
    begun = Q(attempts__started_at__isnull=False)
    begun &= Q() if until is None else Q(attempts__started_at__lte=until)
    heard = Coalesce("attempts__heard_at", "attempts__started_at")
    taken_up = Max(Greatest("attempts__started_at", heard), filter=begun)
    rows = Task.objects.filter(team=team_id, number__in=numbers).annotate(taken_up_at=taken_up)
    return {
        number: _uptake(number, at, TaskState(state), settled=until is None or state_at <= until)
        for number, at, state, state_at in rows.values_list("number", "taken_up_at", "state", "state_at")
    }


def _uptake(number: int, at: datetime | None, state: TaskState, *, settled: bool) -> TaskUptake:
    """`settled`: whether a state in which a task has ended was its state then."""
    is_open = state in OPEN_TASK or not settled
    return TaskUptake(number, at, is_open, is_done=state is TaskState.DONE and not is_open)
