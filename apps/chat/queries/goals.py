"""The list of a workspace's goals, with the state and one line of news of each."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.chat.domain.display import Display
from apps.chat.queries.inbox import asker
from apps.chat.queries.tree import Tree, trees
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.teams.queries.trees import goals_of

PAGE = 15

FILTERS: dict[str, tuple[str, tuple[GoalOutcome, ...]]] = {
    "": ("All", ()),
    "running": ("Running", (GoalOutcome.RUNNING,)),
    "done": ("Done", (GoalOutcome.DONE, GoalOutcome.PARTIAL)),
    "failed": ("Failed", (GoalOutcome.FAILED,)),
    "stopped": ("Stopped", (GoalOutcome.STOPPED,)),
}


@dataclass(frozen=True)
class GoalRow:
    """One goal of the list."""

    tree: Tree
    state: Display
    since: datetime
    news: str

    @property
    def ended_at(self) -> datetime | None:
        """When it ended, if it did."""
        return self.tree.goal.ended_at


@dataclass(frozen=True)
class GoalPage:
    """A page of the list. `page` counts from 1."""

    rows: tuple[GoalRow, ...]
    total: int
    page: int
    chosen: str

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(-(-self.total // PAGE), 1)


def goal_page(workspace_id: UUID, now: datetime, *, chosen: str = "", page: int = 1) -> GoalPage:
    """The goals of one page, newest first; an unknown filter shows all of them."""
    chosen = chosen if chosen in FILTERS else ""
    goals, total = goals_of(workspace_id, FILTERS[chosen][1], offset=(page - 1) * PAGE, limit=PAGE)
    by_goal = trees(goals, now)
    return GoalPage(tuple(_row(by_goal[goal.id]) for goal in goals), total, page, chosen)


def _row(tree: Tree) -> GoalRow:
    return GoalRow(tree, tree.root.state, tree.root.since, _news(tree))


def _news(tree: Tree) -> str:
    if tree.goal.failure:
        return tree.goal.failure
    if tree.goal.outcome is not GoalOutcome.RUNNING:
        return "Concluded with what there was" if tree.is_partial else ""
    for node in tree.nodes.values():
        for approval in node.facts.pending:
            return f"{asker(node, approval).name} asks: {approval.question}"
    working = [task for node in tree.nodes.values() for task in node.facts.tasks if task.state is TaskState.WORKING]
    if working:
        newest = max(working, key=lambda task: task.state_at)
        return f"{newest.owner.name} is at work on {newest.title}"
    return ""
