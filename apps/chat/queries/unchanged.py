"""What tells that a goal looks as it did, without reading it: marks that are set by every change, and the clock."""

from datetime import datetime, timedelta
from uuid import UUID

from apps.chat.domain.display import QUEUED_SECONDS, QUIET_SECONDS
from apps.chat.queries.stopped_work import STOP_PATIENCE
from apps.chat.queries.tree import Tree
from apps.chat.queries.wall import LATELY
from apps.journal.queries import last_seq
from apps.teams.queries.lists import marks_of_goals
from apps.teams.queries.members import presence_of
from apps.teams.queries.trees import waiting_approvals_count


def marks_of(workspace_id: UUID, goal_id: UUID) -> tuple[object, ...]:
    """Another value whenever an event of the goal, the presence of its agents, or what waits for people is another."""
    return last_seq(goal_id), presence_of(goal_id), waiting_approvals_count(workspace_id)


def marks_of_all(workspace_id: UUID, now: datetime) -> tuple[object, ...]:
    """Another value whenever a goal that runs or ended lately has another event, or falls silent, or other goals are
    among them, or something else waits for people.
    """
    goals = marks_of_goals(workspace_id, now - LATELY, now - timedelta(seconds=QUIET_SECONDS))
    return *goals, waiting_approvals_count(workspace_id)


def unchanged_until(tree: Tree, now: datetime, latest: datetime) -> datetime:
    """When the clock alone may next change the state of a team, should nothing happen until then; at most `latest`."""
    queued_at = tree.root.last_event_at + timedelta(seconds=QUEUED_SECONDS)
    ended = [node.facts.ended_at for node in tree.root.walk() if node.leaving is not None]
    moments = [queued_at, *(node.stalls_at for node in tree.root.walk())]
    moments += [at + STOP_PATIENCE for at in ended if at is not None]
    return min([latest, *(moment for moment in moments if moment >= now)])
