"""The list of a workspace's goals, with the state and one line of news of each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.chat.domain.display import ENDED, Display, Seen, display_state
from apps.chat.domain.states import Phase, TurnState
from apps.chat.queries.inbox import asker
from apps.chat.queries.tree import Tree, trees
from apps.core.sentences import sentence
from apps.teams.domain.limits import Limits, Spent
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.teams.queries.fact_rows import goal_facts as row_facts
from apps.teams.queries.facts import GoalFacts
from apps.teams.queries.lists import RootFacts, goals_after, root_facts, roots_of
from apps.teams.queries.rows import Goal, Team
from apps.teams.queries.trees import goal as goal_facts
from apps.teams.queries.trees import goals_by_id, goals_of

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

    @property
    def lasted(self) -> float | None:
        """Seconds it took without pauses, where it is over."""
        return self.tree.root.lasted


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
    return GoalRow(tree, tree.root.state, tree.root.since, news_of(tree))


def news_of(tree: Tree) -> str:
    """What is to be said of a goal in one line: why it failed, what it asks, who is at work; "" for nothing."""
    if tree.goal.failure:
        return tree.goal.failure
    if tree.goal.outcome is not GoalOutcome.RUNNING:
        return ""
    for node in tree.nodes.values():
        for approval in node.facts.pending:
            return sentence("{name} asks: {question}", name=asker(node, approval).name, question=approval.question)
    working = [task for node in tree.nodes.values() for task in node.facts.tasks if task.state is TaskState.WORKING]
    if working:
        newest = max(working, key=lambda task: task.state_at)
        return sentence("{name} is at work on {task}", name=newest.owner.name, task=newest.title)
    return ""


SCANNED = 50  # running goals whose state is computed at a time while a page is searched
Key = tuple[datetime, UUID]


@dataclass(frozen=True)
class GoalCard:
    """A goal, its state and since when, its root team, what it may spend and what it spent."""

    goal: GoalFacts
    state: Display
    since: datetime
    team_id: UUID
    limits: Limits
    spent: Spent
    waiting: int

    @property
    def lasted(self) -> float | None:
        """Seconds it took without pauses, where it is over."""
        return 60 * self.spent.minutes if self.state in ENDED else None


def goal_card(goal_id: UUID, now: datetime) -> GoalCard:
    """One goal; the caller has proved that it may be seen."""
    return _cards([goal_facts(goal_id)], now)[0]


def goal_cards(goal_ids: Iterable[UUID], now: datetime) -> dict[UUID, GoalCard]:
    """Several goals, by id; the caller has proved that they may be seen."""
    return {card.goal.id: card for card in _cards(goals_by_id(set(goal_ids)), now)}


def new_goal_card(goal: Goal, team: Team) -> GoalCard:
    """As `goal_card`, of a goal that was given this moment, with its root team: it shows what was written."""
    root = root_facts(team)
    queued = Seen(phase=Phase.DISCUSSION, turn_state=TurnState.DUE, outcome=GoalOutcome.RUNNING, begun=False)
    return GoalCard(
        row_facts(goal), display_state(queued), goal.created_at, root.id, root.limits, root.spent, waiting=0
    )


def goals_page(
    workspace_id: UUID, state: Display | None, after: Key | None, limit: int, now: datetime
) -> list[GoalCard]:
    """Up to `limit` goals of a state (of any for None), newest first, made before the one of the key.

    An ended goal's state is its outcome. That of a running one is computed, so those are gone through in turn.
    """
    outcomes = [outcome for outcome in GoalOutcome if state is None or state in _states_of(outcome)]
    if GoalOutcome.RUNNING not in outcomes or state is None:
        return _cards(goals_after(workspace_id, outcomes, after, limit), now)
    found: list[GoalCard] = []
    while len(found) < limit:
        rows = goals_after(workspace_id, outcomes, after, SCANNED)
        found += [card for card in _cards(rows, now) if card.state is state]
        if len(rows) < SCANNED:
            break
        after = (rows[-1].created_at, rows[-1].id)
    return found[:limit]


def _states_of(outcome: GoalOutcome) -> set[Display]:
    """The states that a goal of this outcome can show."""
    if outcome is GoalOutcome.RUNNING:
        return set(Display) - ENDED
    return {display_state(Seen(phase=Phase.CONCLUDED, turn_state=TurnState.NONE, outcome=outcome))}


def _cards(goals: Sequence[GoalFacts], now: datetime) -> list[GoalCard]:
    running = [goal for goal in goals if goal.outcome is GoalOutcome.RUNNING]
    grown = trees(running, now) if running else {}
    roots = roots_of([goal.id for goal in goals if goal.id not in grown])
    return [_running_card(grown[goal.id]) if goal.id in grown else _ended_card(goal, roots[goal.id]) for goal in goals]


def _running_card(tree: Tree) -> GoalCard:
    root = tree.root
    return GoalCard(tree.goal, root.state, root.since, root.id, root.facts.grant, root.spent, root.waiting)


def _ended_card(goal: GoalFacts, root: RootFacts) -> GoalCard:
    ended_at = goal.ended_at or root.created_at
    minutes = max((ended_at - root.created_at).total_seconds() - root.frozen_seconds, 0) / 60
    (state,) = _states_of(goal.outcome)
    spent = root.spent.model_copy(update={"minutes": minutes})
    return GoalCard(goal, state, ended_at, root.id, root.limits, spent, waiting=0)
