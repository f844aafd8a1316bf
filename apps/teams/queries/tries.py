"""The tries at tasks, as they are recorded."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db.models import F

from apps.teams.models import Attempt

_COLUMNS = ("id", "number", "state", "started_at", "ended_at", "progress", "progress_at", "result", "failure")
_SPENT = ("excused", "overtaken", "prompt_tokens", "completion_tokens", "money")


def tries_of(goal_id: UUID, task_ids: Collection[str]) -> list[Mapping[str, Any]]:
    """All tries at these tasks of a goal, in order; not what their agents call the work, nor how they are reached."""
    rows = Attempt.objects.filter(task__in=list(task_ids), task__team__goal=goal_id).order_by("task", "number")
    found = rows.annotate(agent_handle=F("agent__handle"))
    return list(found.values("task", *_COLUMNS, *_SPENT, "agent_handle"))
