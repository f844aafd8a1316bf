"""The streams of a workspace's goals that have news."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Q

from apps.journal.queries.events import LAST_SEQ, seq_at
from apps.teams.models import Goal

QUIET_AFTER = timedelta(days=7)
"""A goal that ended this long before has no more news."""


@dataclass(frozen=True)
class GoalNews:
    """The events of a goal since a moment: those after the one numbered `after`, up to `newest`."""

    goal_id: UUID
    after: int
    newest: int


def goal_news(workspace_id: UUID, since: datetime) -> list[GoalNews]:
    """Which goals have events since then, the oldest goal first: of those that run, or ended late enough."""
    late = Q(ended_at=None) | Q(ended_at__gt=since - QUIET_AFTER)
    rows = Goal.objects.filter(late, workspace_id=workspace_id).annotate(newest=LAST_SEQ, after=seq_at(since))
    with_news = rows.filter(newest__gt=F("after")).order_by("id")
    return [GoalNews(*row) for row in with_news.values_list("id", "after", "newest")]
