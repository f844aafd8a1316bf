"""The tasks of a goal as cards in columns of their states. Each column is a part of its own, pushed when it changes."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from apps.agents.domain.foreign_rooms import ForeignTask
from apps.chat.domain.display import Display, TaskStateLook
from apps.chat.domain.foreign_display import foreign_task_look
from apps.chat.queries.foreign_rooms import ForeignNode, foreign_nodes
from apps.chat.queries.tree import TeamNode, Tree
from apps.teams.domain.states import OPEN_TASK, TaskState
from apps.teams.queries.members import Face
from apps.web.rendering.foreign_links import foreign_url
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
_FOREIGN = {str(state): "waiting" if key == "you" else key for state, key in _BY_STATE.items()}
"""Of a task at another hub: nobody here can decide it."""
_NEWEST_FIRST = frozenset({"done", "partial", "failed", "dropped"})


@dataclass(frozen=True)
class BoardCard:
    """A task as a card. `node`: its team, `place`: what that is called in few words."""

    row: TaskLine
    node: TeamNode
    place: str


@dataclass(frozen=True)
class ForeignBoardCard:
    """A task at another hub as a card, in the column in which one of ours would stand."""

    node: ForeignNode
    task: ForeignTask
    key: str
    look: TaskStateLook
    column: str
    url: str
    since: datetime | None
    lasted: float | None


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
    foreign: tuple[ForeignBoardCard, ...]
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
    cards, foreign = defaultdict(list), defaultdict(list)
    for card in board_cards(tree, screen):
        cards[column_of(card)].append(card)
    for one in _foreign_cards(tree, screen, links):
        foreign[one.column].append(one)
    return [_column(head.key, cards[head.key], foreign[head.key], screen, links) for head in column_heads(screen)]


def _foreign_cards(tree: Tree, screen: Screen, links: Links) -> Iterator[ForeignBoardCard]:
    """The tasks of the rooms at other hubs that the screen is narrowed to."""
    for node in chosen_foreign(tree, screen):
        for number, task in enumerate(node.room.tasks):
            yield _foreign_card(node, number, task, foreign_url(node, links.base))


def chosen_foreign(tree: Tree, screen: Screen) -> Iterator[ForeignNode]:
    """The rooms at other hubs in what the screen is narrowed to."""
    for team in chosen_nodes(tree, screen):
        for first in foreign_nodes(team):
            if not screen.agent or first.task.owner.handle == screen.agent:
                yield from first.walk()


def _foreign_card(node: ForeignNode, number: int, task: ForeignTask, url: str) -> ForeignBoardCard:
    look = foreign_task_look(task.state)
    span = node.span(task)
    column = _FOREIGN.get(task.state, "waiting")
    if task.state in OPEN_TASK and node.is_over:
        column = "dropped"
    return ForeignBoardCard(
        node,
        task,
        f"{node.key}-{number}",
        look,
        column,
        url,
        since=span[0] if span and span[1] is None else None,
        lasted=(span[1] - span[0]).total_seconds() if span and span[1] else None,
    )


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


def _column(
    key: str, cards: list[BoardCard], foreign: list[ForeignBoardCard], screen: Screen, links: Links
) -> BoardColumn:
    """The tasks of other hubs stand behind those of this one, with its last card."""
    look, title = COLUMNS[key]
    alone = screen.column == key
    cards.sort(key=lambda card: (card.row.task.state_at, card.row.task.id), reverse=key in _NEWEST_FIRST)
    size = PAGE if alone else CARDS
    start = min(screen.start, max(len(cards) - 1, 0)) if alone else 0
    shown = cards[start : start + size]
    last = start + size >= len(cards)
    there = foreign[: PAGE if alone else CARDS] if last else []
    return BoardColumn(
        key,
        look,
        gettext(title),
        len(cards) + len(foreign),
        tuple(shown),
        tuple(there),
        len(cards) - len(shown) + len(foreign) - len(there),
        url=links.to(screen.but(column="" if alone else key, start=0)),
        before=links.to(screen.but(start=max(start - size, 0))) if start else None,
        after=links.to(screen.but(start=start + size)) if alone and start + size < len(cards) else None,
        alone=alone,
    )
