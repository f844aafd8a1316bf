"""When each task was worked on and when it waited, drawn on the server as lanes of teams or of agents.

Across, everything is in percent of the goal's time, so that the picture is as wide as its place; down in pixels.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from apps.agents.domain.foreign_rooms import ForeignTask
from apps.chat.domain.display import Display
from apps.chat.domain.foreign_display import foreign_task_look
from apps.chat.domain.timeline import Stretch, critical_path, marks, rows_of
from apps.chat.queries.foreign_rooms import ForeignNode
from apps.chat.queries.tree import Tree
from apps.teams.domain.states import TaskState
from apps.web.rendering.board import BoardCard, board_cards, chosen_foreign, chosen_nodes
from apps.web.rendering.foreign_links import foreign_url
from apps.web.rendering.home import FilterLink
from apps.web.rendering.languages import in_sentence
from apps.web.rendering.markup import render
from apps.web.rendering.messages import Links
from apps.web.rendering.screens import ZOOMS, Screen
from apps.web.rendering.task_spans import TaskSpans, TimeScale, task_spans
from apps.web.rendering.work import TaskLine
from apps.web.templatetags.ui import clock

MOST_LANES = 60
MOST_ROWS = 400
"""Of the table."""
ROW, PAD, BAR = 24, 6, 18
"""Pixels: the height of a row, the air above and below a lane's rows, the height of a bar."""
LEAST_WIDTH = 0.35  # percent; what took no time is seen too
LABELLED = 6  # percent from which on a bar bears the title of its task
LETTERS = 22  # of a lane's name
OTHERS = gettext("Without an agent")


@dataclass(frozen=True)
class TimelineBar:
    """A bar in percent across and pixels down. `kind`: work, wait or team; `look`: the state whose colour it has.

    `title` is empty where there is no room for it.
    """

    kind: str
    look: str
    x: float
    width: float
    y: int
    title: str
    words: str
    url: str
    critical: bool


@dataclass(frozen=True)
class TimelineLane:
    """The rows of a team or an agent. `url`: where its name leads; `text_y`: the base line of the name."""

    name: str
    short: str
    url: str
    look: str
    y: int
    height: int

    @property
    def text_y(self) -> int:
        """The base line of its name."""
        return self.y + PAD + 15


@dataclass(frozen=True)
class AxisMark:
    """A line across all lanes with the time since the goal was given."""

    x: float
    words: str


@dataclass(frozen=True)
class CriticalStep:
    """From where one task of the critical path let the next begin to that one: across, then down or up."""

    x1: float
    x2: float
    y1: int
    y2: int


@dataclass(frozen=True)
class TimelineRow:
    """A task in the table that says the same in words. Seconds."""

    card: BoardCard
    waited: float
    worked: float
    tries: int
    critical: bool


@dataclass(frozen=True)
class Timeline:
    """All that is drawn. `more`: lanes that are not; `now`: where now is, None after the end."""

    lanes: tuple[TimelineLane, ...]
    bars: tuple[TimelineBar, ...]
    marks: tuple[AxisMark, ...]
    steps: tuple[CriticalStep, ...]
    rows: tuple[TimelineRow, ...]
    height: int
    more: int
    now: float | None


@dataclass(frozen=True)
class _Lane:
    name: str
    url: str
    look: str
    works: list[TaskSpans]


@dataclass(frozen=True)
class _ForeignLane:
    """Of a room at another hub: its tasks, from when to when, and the colours they have."""

    name: str
    url: str
    look: str
    works: tuple[tuple[ForeignTask, Stretch, str], ...]


def lanes_links(screen: Screen, links: Links) -> list[FilterLink]:
    """What a lane can be."""
    kinds = {"": gettext("Teams"), "agent": gettext("Agents")}
    return [FilterLink(label, links.to(screen.but(lanes=kind)), screen.lanes == kind) for kind, label in kinds.items()]


def zoom_links(screen: Screen, links: Links) -> list[FilterLink]:
    """How wide the time can be drawn."""
    return [FilterLink(f"{zoom}×", links.to(screen.but(zoom=zoom)), screen.zoom == zoom) for zoom in ZOOMS]


def timeline_part(tree: Tree, screen: Screen, links: Links, now: datetime) -> SafeString:
    """The whole timeline as markup."""
    return render("room/timeline_part.html", line=timeline(tree, screen, links, now), shown=screen)


def timeline(tree: Tree, screen: Screen, links: Links, now: datetime) -> Timeline:
    """The lanes of what the screen is narrowed to; the critical path is that of the whole goal."""
    scale = TimeScale.of(tree, now)
    works = task_spans(tree, scale)
    path = critical_path({key: work.span for key, work in works.items()}, [task.id for task in tree.root.facts.tasks])
    drawing = _Drawing(scale, frozenset(path))
    drawing.lay(_agent_lanes(tree, screen, works) if screen.lanes else _team_lanes(tree, screen, links, works))
    if not screen.lanes:
        drawing.lay_foreign(_foreign_lanes(tree, screen, links, scale))
    listed = [works[card.row.task.id] for card in board_cards(tree, screen)]
    return Timeline(
        tuple(drawing.lanes),
        tuple(drawing.bars),
        tuple(AxisMark(scale.percent(at), clock(at)) for at in marks(scale.whole) if at < scale.whole * 0.93),
        tuple(drawing.steps(path, works)),
        tuple(_row(work, drawing.critical) for work in listed[:MOST_ROWS]),
        drawing.height,
        drawing.more,
        None if tree.root.is_over else scale.percent(scale.length),
    )


def _row(work: TaskSpans, critical: frozenset[UUID]) -> TimelineRow:
    worked = sum(one.end - one.start for one in ([work.span] if work.card.row.team else work.tries))
    waited = sum(one.end - one.start for one in work.waits)
    return TimelineRow(work.card, waited, worked, len(work.tries), work.card.row.task.id in critical)


def _team_lanes(tree: Tree, screen: Screen, links: Links, works: Mapping[UUID, TaskSpans]) -> list[_Lane]:
    return [
        _Lane(
            tree.labels[node.id],
            f"{links.base}?team={node.id}",
            node.state,
            [works[task.id] for task in node.facts.tasks if not screen.agent or task.owner.handle == screen.agent],
        )
        for node in chosen_nodes(tree, screen)
    ]


def _foreign_lanes(tree: Tree, screen: Screen, links: Links, scale: TimeScale) -> list[_ForeignLane]:
    return [
        _ForeignLane(
            gettext("{team} at {hub}").format(team=node.name, hub=node.hub),
            foreign_url(node, links.base),
            node.state,
            tuple(_foreign_works(node, scale)),
        )
        for node in chosen_foreign(tree, screen)
    ]


def _foreign_works(node: ForeignNode, scale: TimeScale) -> Iterator[tuple[ForeignTask, Stretch, str]]:
    """What was worked on there; of a hub that shows no tasks the whole time in which it was asked."""
    if not node.room.tasks:
        ended = node.seen.seen_at if node.is_over else None
        whole = ForeignTask(title=node.name)
        yield whole, Stretch(scale.seconds(node.seen.began_at), scale.seconds(ended)), node.state
    for task in node.room.tasks:
        if span := node.span(task):
            look = "working" if task.state == TaskState.WORKING else foreign_task_look(task.state).state
            yield task, Stretch(scale.seconds(span[0]), scale.seconds(span[1])), look


def _agent_lanes(tree: Tree, screen: Screen, works: Mapping[UUID, TaskSpans]) -> list[_Lane]:
    by_agent, names = defaultdict(list), {}
    for card in board_cards(tree, screen):
        if card.row.team is None:  # what a team does stands in the lanes of its agents
            owner = card.row.task.owner
            names[owner.handle] = owner.name if owner.handle else OTHERS
            by_agent[owner.handle].append(works[card.row.task.id])
    return [
        _Lane(names[handle], f"/agents/{handle}/" if handle else "", _look_of(by_agent[handle]), by_agent[handle])
        for handle in sorted(by_agent, key=lambda handle: names[handle].lower())
    ]


def _look_of(works: Sequence[TaskSpans]) -> str:
    return Display.WORKING if any("working" in work.looks for work in works) else "todo"


def _lane_height(rows: Sequence[int]) -> int:
    return (max(rows) + 1) * ROW + 2 * PAD


class _Drawing:
    """Lanes and bars, placed one below the other."""

    def __init__(self, scale: TimeScale, critical: frozenset[UUID]) -> None:
        self.scale, self.critical = scale, critical
        self.lanes: list[TimelineLane] = []
        self.bars: list[TimelineBar] = []
        self.height = 0
        self.more = 0
        self._middles: dict[UUID, int] = {}  # of the bars of a task

    def lay(self, lanes: Sequence[_Lane]) -> None:
        """Place as many lanes as there is room for; those without work are left out."""
        full = [lane for lane in lanes if lane.works]
        self.more = max(len(full) - MOST_LANES, 0)
        for lane in full[:MOST_LANES]:
            rows = rows_of([work.span for work in lane.works])
            self._head(lane.name, lane.url, lane.look, rows)
            for work, row in zip(lane.works, rows, strict=True):
                self._work(work, self.height + PAD + row * ROW + (ROW - BAR) // 2)
            self.height += _lane_height(rows)

    def lay_foreign(self, lanes: Sequence[_ForeignLane]) -> None:
        """Place the lanes of rooms at other hubs below those of this one, as far as there is room."""
        full = [lane for lane in lanes if lane.works]
        left = max(MOST_LANES - len(self.lanes), 0)
        self.more += max(len(full) - left, 0)
        for lane in full[:left]:
            rows = rows_of([at for _, at, _ in lane.works])
            self._head(lane.name, lane.url, lane.look, rows)
            for (task, at, look), row in zip(lane.works, rows, strict=True):
                self._foreign_bar(lane, task, at, look, self.height + PAD + row * ROW + (ROW - BAR) // 2)
            self.height += _lane_height(rows)

    def _head(self, name: str, url: str, look: str, rows: Sequence[int]) -> None:
        short = name if len(name) <= LETTERS else f"{name[: LETTERS - 1].rstrip()}…"
        self.lanes.append(TimelineLane(name, short, url, look, self.height, _lane_height(rows)))

    def _foreign_bar(self, lane: _ForeignLane, task: ForeignTask, at: Stretch, look: str, y: int) -> None:
        x, width = self._place(at)
        words = f"{task.title}, {lane.name}: {clock(at.end - at.start)}"
        title = task.title if width >= LABELLED else ""
        self.bars.append(TimelineBar("work", look, x, width, y, title, words, lane.url, critical=False))

    def _place(self, at: Stretch) -> tuple[float, float]:
        """From the left, and how wide, in percent; what took no time is seen too."""
        x = min(self.scale.percent(at.start), 100 - LEAST_WIDTH)
        return x, round(max(self.scale.percent(at.end) - x, LEAST_WIDTH), 2)

    def steps(self, path: Sequence[UUID], works: Mapping[UUID, TaskSpans]) -> list[CriticalStep]:
        """The lines between those tasks of the critical path that are drawn."""
        drawn = [key for key in path if key in self._middles]
        return [self._step(one, works[one].span, other, works[other].span) for one, other in pairwise(drawn)]

    def _step(self, one: UUID, before: Stretch, other: UUID, after: Stretch) -> CriticalStep:
        leave = before.end if before.end <= after.start else min(before.end, after.end)
        arrive = max(after.start, leave)
        percent = self.scale.percent
        return CriticalStep(percent(leave), percent(arrive), self._middles[one], self._middles[other])

    def _work(self, work: TaskSpans, y: int) -> None:
        row = work.card.row
        self._middles[row.task.id] = y + BAR // 2
        if row.team is not None:
            self._bar("team", row.state, work.span, y, row, "")
        for wait in work.waits:
            self._bar(
                "wait",
                "queued",
                wait,
                y,
                row,
                ", " + gettext("waited {span}").format(span=clock(wait.end - wait.start)),
            )
        for number, (one, look) in enumerate(zip(work.tries, work.looks, strict=True), start=1):
            self._bar(
                "work",
                look,
                one,
                y,
                row,
                ", " + gettext("try {number}, {span}").format(number=number, span=clock(one.end - one.start)),
            )

    def _bar(self, kind: str, look: str, at: Stretch, y: int, row: TaskLine, more: str) -> None:
        x, width = self._place(at)
        title = row.task.title if width >= LABELLED else ""
        words = f"{row.task.title}, {row.note}: {in_sentence(row.word)}{more}"
        critical = row.task.id in self.critical
        url = f"/tasks/{row.task.id}/"
        self.bars.append(TimelineBar(kind, look, x, width, y, title, words, url, critical))
