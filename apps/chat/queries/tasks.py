"""Tasks as they are shown, here and everywhere: each with its state, and since when, or how long it took."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.chat.domain.display import TASK_LOOKS, Display, SeenTask, TaskDisplay, TaskStateLook, task_display
from apps.chat.queries.tree import TeamNode, trees
from apps.teams.domain.states import TaskState
from apps.teams.queries.facts import TaskFacts
from apps.teams.queries.trees import goals_by_id


@dataclass(frozen=True)
class ShownTask:
    """How a task stands. `team`: the sub-team that carries it out.

    `since`: when its state began, where it runs; `lasted`: seconds it took, where it is over.
    """

    display: TaskDisplay
    team: TeamNode | None
    since: datetime | None
    lasted: float | None

    @property
    def look(self) -> TaskStateLook:
        """How its state is shown."""
        return TASK_LOOKS[self.display]


def shown_task(task: TaskFacts, node: TeamNode) -> ShownTask:
    """A task of a team as that team's room shows it."""
    team = next((child for child in node.children if child.facts.executes == task.number), None)
    asked = any(approval.is_check and approval.task_number == task.number for approval in node.facts.pending)
    display = task_display(
        SeenTask(
            state=task.state,
            room=node.state,
            frozen=node.facts.frozen_at is not None,
            subteam=team.state if team else None,
            claimed=task.is_claimed,
            before_people=asked,
        )
    )
    started = [attempt.started_at for attempt in task.attempts if attempt.started_at]
    running = task.state in {TaskState.WORKING, TaskState.ASKING, TaskState.UNKNOWN}
    return ShownTask(
        display=display,
        team=team,
        since=_since(task, team, node, started) if running else None,
        lasted=_duration(task, team, started[0] if started else None),
    )


def shown_tasks(goal_ids: Collection[UUID], now: datetime) -> dict[UUID, ShownTask]:
    """The tasks of these goals by id; the caller has proved that they may be seen."""
    grown = trees(goals_by_id(set(goal_ids)), now) if goal_ids else {}
    nodes = [node for tree in grown.values() for node in tree.nodes.values()]
    return {task.id: shown_task(task, node) for node in nodes for task in node.facts.tasks}


def _since(task: TaskFacts, team: TeamNode | None, node: TeamNode, started: Sequence[datetime]) -> datetime:
    if task.is_claimed and task.claimed_at:
        return task.claimed_at
    if team is not None:
        return team.since
    if task.state is TaskState.WORKING and node.state is Display.STALLED:
        return node.since
    return started[-1] if started and not task.is_with_person else task.state_at


def _duration(task: TaskFacts, team: TeamNode | None, started: datetime | None) -> float | None:
    if task.is_open:
        return None
    if team is not None and team.lasted is not None:
        return team.lasted
    ends = [attempt.ended_at for attempt in task.attempts if attempt.ended_at]
    return (max(ends) - started).total_seconds() if ends and started else None
