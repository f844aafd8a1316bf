"""The tasks of a goal as cards in columns of their states. Each column is a part of its own, pushed when it changes."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from apps.chat.domain.display import Display
from apps.chat.queries.tree import TeamNode, Tree
from apps.teams.domain.states import TaskState
from apps.teams.queries.members import Face
from apps.web.rendering.markup import render
from apps.web.rendering.messages import Links
from apps.web.rendering.screens import Screen
from apps.web.rendering.work import TaskLine, task_row

CARDS = 12
"""Of a column among others; the rest is folded behind a link."""
PAGE = 60
"""Of a column that is shown alone."""

COLUMNS = {
    "waiting": ("waiting_team", gettext_noop("Waiting")),
    "queued": ("queued", gettext_noop("Queued")),
    "working": ("working", gettext_noop("Working")),
    "checked": ("discussing", gettext_noop("Being checked")),
    "you": ("needs_you", gettext_noop("Needs you")),
    "done": ("done", gettext_noop("Done")),
    "partial": ("partial", gettext_noop("Done in part")),
    "failed": ("failed", gettext_noop("Failed")),
    "dropped": ("stopped", gettext_noop("Not done")),
}
"""Column -> the state whose glyph and colour it has, and its title, in the order in which work goes through them."""

_BY_STATE = {
    TaskState.PLANNED: "waiting",
    TaskState.READY: "queued",
    TaskState.HELD: "you",
    TaskState.WORKING: "working",
    TaskState.ASKING: "waiting",
    TaskState.UNKNOWN: "you",
    TaskState.DONE: "done",
    TaskState.FAILED: "failed",
    TaskState.SKIPPED: "dropped",
    TaskState.CANCELLED: "dropped",
}
_NEWEST_FIRST = frozenset({"done", "partial", "failed", "dropped"})


@dataclass(frozen=True)
class BoardCard:
    """A task as a card. `node`: its team, `place`: what that is called in few words."""

    row: TaskLine
    node: TeamNode
    place: str


@dataclass(frozen=True)
class BoardColumn:
    """A column with the cards that are shown of it, the address of it alone, or of all where it is alone.

    `rest`: how many cards are not shown; `before`, `after`: addresses of its other pages, or None.
    """

    key: str
    look: str
    title: str
    total: int
    cards: tuple[BoardCard, ...]
    rest: int
    url: str
    before: str | None
    after: str | None
    alone: bool


@dataclass(frozen=True)
class ColumnHead:
    """Where a column stands on the page: `part` is the name of its region."""

    key: str
    look: str
    title: str

    @property
    def part(self) -> str:
        """The id of its place."""
        return f"col-{self.key}"


@dataclass(frozen=True)
class BoardChoices:
    """What the board and the timeline can be narrowed to: teams by id, agents by handle."""

    teams: tuple[tuple[UUID, str], ...]
    agents: tuple[Face, ...]


def board_parts(tree: Tree, screen: Screen, links: Links) -> dict[str, SafeString]:
    """Every column by the id of its place; with one column chosen only that."""
    return {
        f"col-{column.key}": render("room/board_column.html", column=column, links=links)
        for column in board_columns(tree, screen, links)
    }


def board_columns(tree: Tree, screen: Screen, links: Links) -> list[BoardColumn]:
    """The columns with their cards, those that wait longest first, and what ended last."""
    cards = defaultdict(list)
    for card in board_cards(tree, screen):
        cards[column_of(card)].append(card)
    return [_column(head.key, cards[head.key], screen, links) for head in column_heads(screen)]


def column_heads(screen: Screen) -> list[ColumnHead]:
    """The columns that are shown."""
    keys = [screen.column] if screen.column in COLUMNS else list(COLUMNS)
    return [ColumnHead(key, COLUMNS[key][0], gettext(COLUMNS[key][1])) for key in keys]


def board_cards(tree: Tree, screen: Screen) -> Iterator[BoardCard]:
    """The tasks that the screen is narrowed to."""
    for node in chosen_nodes(tree, screen):
        for task in node.facts.tasks:
            if not screen.agent or task.owner.handle == screen.agent:
                yield BoardCard(task_row(task, node), node, tree.labels[node.id])


def chosen_nodes(tree: Tree, screen: Screen) -> Iterator[TeamNode]:
    """The teams that the screen is narrowed to; all where the goal has no such team."""
    return tree.nodes.get(screen.only, tree.root).walk() if screen.only else tree.root.walk()


def column_of(card: BoardCard) -> str:
    """Which column a task stands in: that of what is said of it in its row."""
    task, team = card.row.task, card.row.team
    if task.is_open and (card.row.state == Display.NEEDS_YOU or _is_before_people(card)):
        return "you"
    if task.is_claimed:
        return "checked"
    if team is not None and task.is_open:
        return "waiting" if team.state is Display.PAUSED else "working"
    if team is not None and task.state is TaskState.DONE and team.state is Display.PARTIAL:
        return "partial"
    return _BY_STATE[task.state]


def _is_before_people(card: BoardCard) -> bool:
    return any(approval.task_number == card.row.task.number for approval in card.node.facts.pending)


def choices_of(tree: Tree) -> BoardChoices:
    """Teams in the order of the tree; agents by name."""
    teams = tuple((node.id, f"{'  ' * node.facts.depth}{tree.labels[node.id]}") for node in tree.root.walk())
    agents = {face.handle: face for node in tree.nodes.values() for face in node.agents}
    return BoardChoices(teams, tuple(sorted(agents.values(), key=lambda face: face.name.lower())))


def _column(key: str, cards: list[BoardCard], screen: Screen, links: Links) -> BoardColumn:
    look, title = COLUMNS[key]
    alone = screen.column == key
    cards.sort(key=lambda card: (card.row.task.state_at, card.row.task.id), reverse=key in _NEWEST_FIRST)
    size = PAGE if alone else CARDS
    start = min(screen.start, max(len(cards) - 1, 0)) if alone else 0
    shown = cards[start : start + size]
    return BoardColumn(
        key,
        look,
        gettext(title),
        len(cards),
        tuple(shown),
        len(cards) - len(shown),
        url=links.to(screen.but(column="" if alone else key, start=0)),
        before=links.to(screen.but(start=max(start - size, 0))) if start else None,
        after=links.to(screen.but(start=start + size)) if alone and start + size < len(cards) else None,
        alone=alone,
    )
