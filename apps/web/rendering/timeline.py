"""When each task was worked on and when it waited, as lanes of teams or of agents.

Across, everything is in percent of the time that is drawn, so that the picture is as wide as its place; down in pixels.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from django.utils.translation import gettext

from apps.chat.domain.timeline import Stretch, critical_path, marks, rows_of
from apps.chat.queries.tree import Tree
from apps.core.languages import figures, in_sentence
from apps.web.rendering.board import BoardCard
from apps.web.rendering.home import FilterLink
from apps.web.rendering.messages import Links
from apps.web.rendering.screens import ZOOMS, Screen
from apps.web.rendering.task_spans import TaskSpans, TimeScale, task_spans
from apps.web.rendering.timeline_lanes import Lane, SingleSpan, lanes_of, listed_tasks
from apps.web.templatetags.ui import clock, duration

MOST_LANES = 60
MOST_ROWS = 400
"""Of the table."""
ROW, PAD, BAR = 24, 6, 18
"""Pixels: the height of a row, the air above and below a lane's rows, the height of a bar."""
LEAST_WIDTH = 0.35  # percent; what took no time is seen too
LABELLED = 6  # percent from which on a bar bears the title of its task
BRIEF = 10  # seconds up to which the axis tells tenths


@dataclass(frozen=True)
class TimelineBar:
    """A bar in percent across, and pixels down in its lane. `kind`: work, wait, team, asked; `look`: its colour.

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
    """The bars of a team or an agent. `key` names it on the page, `place` is where it stands among the others, and
    `url` where its name leads.
    """

    key: str
    place: str
    name: str
    url: str
    look: str
    height: int
    tasks: int
    bars: tuple[TimelineBar, ...]


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
class Lasting:
    """How long something took in all, in seconds, or since when it goes on, as if it had done so without a gap."""

    seconds: float
    since: datetime | None


@dataclass(frozen=True)
class TimelineRow:
    """A task in the table that says the same in words. `place`: where it stands among the others."""

    place: str
    card: BoardCard
    waited: Lasting
    worked: Lasting
    tries: int
    critical: bool


@dataclass(frozen=True)
class Timeline:
    """All that is drawn. `more`: lanes that are not; `now`: where now is, None after the end."""

    lanes: tuple[TimelineLane, ...]
    marks: tuple[AxisMark, ...]
    steps: tuple[CriticalStep, ...]
    rows: tuple[TimelineRow, ...]
    more: int
    now: float | None


def lanes_links(screen: Screen, links: Links) -> list[FilterLink]:
    """What a lane can be."""
    kinds = {"": gettext("Teams"), "agent": gettext("Agents")}
    return [FilterLink(label, links.to(screen.but(lanes=kind)), screen.lanes == kind) for kind, label in kinds.items()]


def zoom_links(screen: Screen, links: Links) -> list[FilterLink]:
    """How wide the time can be drawn."""
    return [FilterLink(f"{zoom}×", links.to(screen.but(zoom=zoom)), screen.zoom == zoom) for zoom in ZOOMS]


def timeline(tree: Tree, screen: Screen, links: Links, now: datetime) -> Timeline:
    """The lanes of what the screen is narrowed to; the critical path is that of the whole goal."""
    scale = TimeScale.of(tree, now)
    works = task_spans(tree, scale)
    path = critical_path({key: work.span for key, work in works.items()}, [task.id for task in tree.root.facts.tasks])
    drawing = _Drawing(scale, frozenset(path))
    listed = list(listed_tasks(tree, screen, works))
    drawing.lay(lanes_of(tree, screen, links, scale, listed))
    return Timeline(
        tuple(drawing.lanes),
        tuple(_mark(at, scale) for at in marks(scale.whole) if at < scale.whole * 0.93),
        tuple(drawing.steps(path, works)),
        tuple(_row(place, work, scale, drawing.critical) for place, work in listed[:MOST_ROWS]),
        drawing.more,
        None if tree.root.is_over else scale.percent(scale.now),
    )


def _mark(at: float, scale: TimeScale) -> AxisMark:
    return AxisMark(scale.percent(at), figures(f"{at:g} s") if scale.whole < BRIEF else clock(at))


def _row(place: str, work: TaskSpans, scale: TimeScale, critical: frozenset[UUID]) -> TimelineRow:
    card = work.card
    worked = _lasting([work.span] if card.row.team else work.busy, scale)
    return TimelineRow(place, card, _lasting(work.waits, scale), worked, len(work.tries), card.row.task.id in critical)


def _lasting(stretches: Sequence[Stretch], scale: TimeScale) -> Lasting:
    ended = sum(one.end - one.start for one in stretches if not scale.goes_on(one))
    since = [scale.moment(one.start - ended) for one in stretches if scale.goes_on(one)]
    return Lasting(ended, min(since, default=None))


class _Drawing:
    """Lanes and bars, placed one below the other."""

    def __init__(self, scale: TimeScale, critical: frozenset[UUID]) -> None:
        self.scale, self.critical = scale, critical
        self.lanes: list[TimelineLane] = []
        self.more = 0
        self._middles: dict[UUID, int] = {}  # of the bars of a task, from the top of the first lane

    def lay(self, lanes: Sequence[Lane]) -> None:
        """Place as many lanes as there is room for."""
        self.more = max(len(lanes) - MOST_LANES, 0)
        top = 0
        for lane in lanes[:MOST_LANES]:
            rows = rows_of([work.span for work in lane.works])
            height = (max(rows) + 1) * ROW + 2 * PAD
            bars: list[TimelineBar] = []
            for work, row in zip(lane.works, rows, strict=True):
                y = PAD + row * ROW + (ROW - BAR) // 2
                if isinstance(work, SingleSpan):
                    bars.append(self._bar(work.kind, work.look, work.span, y, work.title, work.words, work.url))
                else:
                    self._middles[work.card.row.task.id] = top + y + BAR // 2
                    bars += self._bars(work, y)
            tasks = sum(not isinstance(work, SingleSpan) or work.kind == "work" for work in lane.works)
            self.lanes.append(
                TimelineLane(lane.key, lane.place, lane.name, lane.url, lane.look, height, tasks, tuple(bars))
            )
            top += height

    def steps(self, path: Sequence[UUID], works: Mapping[UUID, TaskSpans]) -> list[CriticalStep]:
        """The lines between those tasks of the critical path that are drawn."""
        drawn = [key for key in path if key in self._middles]
        return [self._step(one, works[one].span, other, works[other].span) for one, other in pairwise(drawn)]

    def _step(self, one: UUID, before: Stretch, other: UUID, after: Stretch) -> CriticalStep:
        leave = before.end if before.end <= after.start else min(before.end, after.end)
        arrive = max(after.start, leave)
        percent = self.scale.percent
        x1, x2 = (percent(min(at, self.scale.now)) for at in (leave, arrive))  # what goes on ends at now
        return CriticalStep(x1, x2, self._middles[one], self._middles[other])

    def _bars(self, work: TaskSpans, y: int) -> Iterator[TimelineBar]:
        row = work.card.row
        title, url, critical = row.task.title, f"/tasks/{row.task.id}/", row.task.id in self.critical
        said = f"{title}, {row.note}: {in_sentence(row.word)}"
        if row.team is not None:
            yield self._bar("team", row.state, work.span, y, title, said, url, critical=critical)
        for wait in work.waits:
            words = f"{said}, {self._waited(wait)}"
            yield self._bar("wait", "queued", wait, y, title, words, url, critical=critical)
        for number, (one, look) in enumerate(zip(work.tries, work.looks, strict=True), start=1):
            words = f"{said}, {self._tried(number, one)}"
            yield self._bar("work", look, one, y, title, words, url, critical=critical)
        if work.by_person is not None:
            look = "working" if row.task.is_open else "done"
            words = f"{said}, {self._done_by(row.task.owner.name, work.by_person)}"
            yield self._bar("work", look, work.by_person, y, title, words, url, critical=critical)

    def _waited(self, one: Stretch) -> str:
        if self.scale.goes_on(one):
            return gettext("waits since {at}").format(at=clock(one.start))
        return gettext("waited {span}").format(span=duration(one.end - one.start))

    def _tried(self, number: int, one: Stretch) -> str:
        if self.scale.goes_on(one):
            return gettext("try {number}, since {at}").format(number=number, at=clock(one.start))
        return gettext("try {number}, {span}").format(number=number, span=duration(one.end - one.start))

    def _done_by(self, name: str, one: Stretch) -> str:
        if self.scale.goes_on(one):
            return gettext("by {name}, since {at}").format(name=name, at=clock(one.start))
        return gettext("by {name}, {span}").format(name=name, span=duration(one.end - one.start))

    def _bar(
        self, kind: str, look: str, at: Stretch, y: int, title: str, words: str, url: str, *, critical: bool = False
    ) -> TimelineBar:
        x = min(self.scale.percent(at.start), 100 - LEAST_WIDTH)
        width = max(self.scale.percent(at.end) - x, LEAST_WIDTH)
        return TimelineBar(kind, look, x, round(width, 2), y, title if width >= LABELLED else "", words, url, critical)
