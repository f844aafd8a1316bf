"""What tells that a goal looks as it did, without reading it: marks that are set by every change, and the clock."""

from datetime import datetime, timedelta
from uuid import UUID

from apps.chat.domain.display import QUEUED_SECONDS
from apps.chat.queries.tree import Tree
from apps.journal.queries import last_seq
from apps.teams.queries.members import presence_of
from apps.teams.queries.trees import waiting_approvals_count


def marks_of(workspace_id: UUID, goal_id: UUID) -> tuple[object, ...]:
    """Another value whenever an event of the goal, the presence of its agents, or what waits for people is another."""
    return last_seq(goal_id), presence_of(goal_id), waiting_approvals_count(workspace_id)


def unchanged_until(tree: Tree, now: datetime, latest: datetime) -> datetime:
    """When the clock alone may next change the state of a team, should nothing happen until then; at most `latest`."""
    queued_at = tree.root.last_event_at + timedelta(seconds=QUEUED_SECONDS)
    moments = [queued_at, *(node.stalls_at for node in tree.root.walk())]
    return min([latest, *(moment for moment in moments if moment >= now)])
