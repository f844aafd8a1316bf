"""The streams of a workspace's goals that may have news."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from apps.journal.queries.events import LAST_SEQ
from apps.teams.models import Goal

QUIET_AFTER = timedelta(days=7)
"""A goal that ended this long before has no more news."""
MOST = 5000


def goal_streams(workspace_id: UUID, since: datetime) -> dict[UUID, int]:
    """The number of the newest event of each goal that may have one since then: the goals that run, or ended late
    enough. The oldest first, at most MOST.
    """
    late = Q(ended_at=None) | Q(ended_at__gt=since - QUIET_AFTER)
    rows = Goal.objects.filter(late, workspace_id=workspace_id).annotate(newest=LAST_SEQ).order_by("id")
    return dict(rows.values_list("id", "newest")[:MOST])
