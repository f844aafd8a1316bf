"""The timeline as markup. Each lane, and each row of the table, is a part of its own, so that only those are pushed
that changed, came or went; what lies above and below all lanes are two more.

It is written here and not in a template, as the outline is, for the same reason: what somebody else wrote has to be
escaped here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from apps.chat.queries.tree import Tree
from apps.web.rendering.markup import render
from apps.web.rendering.messages import Links
from apps.web.rendering.parts import ListChanges, ListParts, Parts
from apps.web.rendering.screens import Screen
from apps.web.rendering.timeline import Lasting, Timeline, TimelineBar, TimelineLane, TimelineRow, timeline
from apps.web.templatetags.ui import duration, glyph, ticking_age

TIMELINE = "timeline"
LANES, ROWS = "tl-lanes", "tl-rows"

LANE = """<li class="tl-lane" id="tl-{key}" data-place="{place}">{name}
<svg class="tl-bars" height="{height}" role="group" aria-label="{label}">{bars}</svg></li>"""

BAR = """<a href="{url}" data-state="{look}" class="{kind}{critical}"><title>{words}</title>
<svg x="{x}%" y="{y}" width="{width}%" height="18"><rect width="100%" height="18" rx="4" />{more}</svg></a>"""
_WORN = {"work": "tl-work", "wait": "tl-wait", "team": "tl-team", "asked": "tl-asked"}
TITLE = '<foreignObject width="100%" height="18"><span class="tl-title">{title}</span></foreignObject>'
HATCH = '<rect class="hatch" width="100%" height="18" rx="4" />'

ROW = """<tr id="tl-r-{id}" data-place="{place}"><th scope="row"><a class="link" href="/tasks/{id}/">{title}</a></th>
<td>{who}</td><td>{team}</td><td><span class="state" data-state="{state}">{glyph} {word}</span></td>
<td>{waited}</td><td>{worked}</td><td>{tries}</td><td>{critical}</td></tr>"""

MARK = """<line class="tl-mark" x1="{x}%" x2="{x}%" y1="20" y2="100%" />
<text class="tl-time" x="{x}%" y="14" dx="3">{words}</text>"""
STEP = """<line class="tl-path" x1="{x1}%" x2="{x2}%" y1="{y1}" y2="{y1}" />
<line class="tl-path" x1="{x2}%" x2="{x2}%" y1="{y1}" y2="{y2}" />
<circle class="tl-dot" cx="{x2}%" cy="{y2}" r="3" />"""
NOW = """<rect class="tl-later" x="{now}%" y="20" width="{later}%" height="100%" />
<line class="tl-now" x1="{now}%" x2="{now}%" y1="20" y2="100%" />"""


@dataclass(frozen=True)
class TimelineParts:
    """All parts by the id of their place: the lanes, the rows of the table, and what stands beside them."""

    lanes: Mapping[str, SafeString]
    rows: Mapping[str, SafeString]
    single: Mapping[str, SafeString]

    def whole(self, screen: Screen) -> SafeString:
        """The whole timeline."""
        return render("room/timeline_part.html", parts=self, shown=screen)


class TimelineNews:
    """What changes of a timeline that is looked at."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._lanes, self._rows, self._single = ListParts(LANES), ListParts(ROWS), Parts()
        self._is_drawn = False

    def changed(self, parts: TimelineParts) -> ListChanges:
        """The parts that look different, came and went; the whole where nothing was drawn, or is now, and where what
        was drawn stands in another order.
        """
        changes = ListChanges(self._single.changed(parts.single))
        in_order = [changes.take(self._lanes.changed(parts.lanes)), changes.take(self._rows.changed(parts.rows))]
        was_drawn, self._is_drawn = self._is_drawn, bool(parts.lanes)
        if was_drawn and self._is_drawn and all(in_order):
            return changes
        return ListChanges({TIMELINE: parts.whole(self.screen)} if was_drawn or self._is_drawn else {})


def timeline_part(tree: Tree, screen: Screen, links: Links, now: datetime) -> SafeString:
    """The whole timeline as markup."""
    return timeline_parts(timeline(tree, screen, links, now)).whole(screen)


def timeline_parts(line: Timeline) -> TimelineParts:
    """The timeline as markup, part by part."""
    lanes = {f"tl-{lane.key}": _lane(lane) for lane in line.lanes}
    rows = {f"tl-r-{row.card.row.task.id}": _row(row) for row in line.rows}
    single = {"tl-marks": _marks(line), "tl-path": _path(line), "tl-now": _now(line.now), "tl-more": _more(line.more)}
    return TimelineParts(lanes, rows, single)


def _lane(lane: TimelineLane) -> SafeString:
    name = f'{glyph(lane.look)}<span class="truncate">{escape(lane.name)}</span>'
    to, tag = (f' href="{escape(lane.url)}"', "a") if lane.url else ("", "span")
    markup = LANE.format(
        key=lane.key,
        place=lane.place,
        name=f'<{tag} class="tl-name" data-state="{lane.look}" title="{escape(lane.name)}"{to}>{name}</{tag}>',
        height=lane.height,
        label=ngettext("Bars of {tasks} task", "Bars of {tasks} tasks", lane.tasks).format(tasks=lane.tasks),
        bars="".join(map(_bar, lane.bars)),
    )
    return SafeString(markup)


def _bar(bar: TimelineBar) -> str:
    words = f"{bar.words}, {gettext('on the critical path')}" if bar.critical else bar.words
    title = TITLE.format(title=escape(bar.title)) if bar.title else ""
    return BAR.format(
        url=escape(bar.url),
        look=bar.look,
        kind=_WORN[bar.kind],
        critical=" critical" if bar.critical else "",
        words=escape(words),
        x=bar.x,
        y=bar.y,
        width=bar.width,
        more=(HATCH if bar.kind in ("wait", "asked") else "") + title,
    )


def _row(row: TimelineRow) -> SafeString:
    task = row.card.row
    markup = ROW.format(
        id=task.task.id,
        place=row.place,
        title=escape(task.task.title),
        who=escape(task.note),
        team=escape(row.card.place),
        state=task.state,
        glyph=glyph(task.glyph),
        word=escape(task.word),
        waited=_lasting(row.waited),
        worked=_lasting(row.worked),
        tries=row.tries,
        critical=gettext("yes") if row.critical else "",
    )
    return SafeString(markup)


def _lasting(span: Lasting) -> str:
    return ticking_age(span.since) if span.since else duration(span.seconds)


def _marks(line: Timeline) -> SafeString:
    drawn = "".join(MARK.format(x=mark.x, words=escape(mark.words)) for mark in line.marks)
    return SafeString(f'<svg class="tl-over tl-behind" id="tl-marks" aria-hidden="true">{drawn}</svg>')


def _path(line: Timeline) -> SafeString:
    """It goes behind the bars, so that it crosses no title."""
    steps = "".join(STEP.format(x1=one.x1, x2=one.x2, y1=one.y1, y2=one.y2) for one in line.steps)
    below = f'<svg y="28" overflow="visible">{steps}</svg>'
    return SafeString(f'<svg class="tl-over tl-behind" id="tl-path" aria-hidden="true">{below}</svg>')


def _now(now: float | None) -> SafeString:
    """Moments to come are veiled: what goes on is drawn to the end."""
    veil = "" if now is None else NOW.format(now=now, later=round(100 - now, 2))
    return SafeString(f'<svg class="tl-over" id="tl-now" aria-hidden="true">{veil}</svg>')


def _more(number: int) -> SafeString:
    words = ngettext(
        "{number} more lane: choose a team above to see them.",
        "{number} more lanes: choose a team above to see them.",
        number,
    ).format(number=number)
    said = f">{escape(words)}" if number else " hidden>"
    return SafeString(f'<p class="muted tl-more" id="tl-more"{said}</p>')
