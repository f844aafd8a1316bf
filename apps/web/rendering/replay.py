"""The page on which a goal is played again: the parts that a frame changes, and the frames for the slider."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from apps.chat.domain.replay import Frame, Tick
from apps.chat.queries.rooms import RoomView
from apps.core.prose import glance
from apps.journal.queries.brief_events import MOST_ABOUT
from apps.web.rendering.messages import Links
from apps.web.rendering.room import lines, parts_of, setting_of
from apps.web.rendering.screens import ROOM, Screen
from apps.web.templatetags.ui import clock_standing_at

TICK_WORDS = {
    Tick.ASKED: gettext_noop("Asked people"),
    Tick.DECIDED: gettext_noop("Decided"),
    Tick.SAID: gettext_noop("A person spoke"),
    Tick.FAILED: gettext_noop("A task failed"),
    Tick.TEAM: gettext_noop("Team formed"),
    Tick.CONCLUDED: gettext_noop("Ended"),
}
SPEEDS = (1, 2, 4, 8, 16)
MOST_MARKS = 300
_DETAILS = ("team", "tasks", "files", "taskcount", "filecount")


def replayed_parts(room: RoomView, screen: Screen, at: datetime, links: Links) -> dict[str, SafeString]:
    """The parts of a goal's page as it stood `at`; links lead to the same moment."""
    screen_parts = ("outline", "standing", "typing") if screen.name == ROOM else ("outline", "summary")
    with clock_standing_at(at):
        found = parts_of(room, screen, at, (*screen_parts, *_DETAILS), links)
        if screen.name == ROOM:
            found["lines"] = lines(room.messages, setting_of(room, screen, base=links.base))
        return found


@dataclass(frozen=True)
class Mark:
    """A tick of the slider. `x`: its place, in thousandths of the slider's length."""

    seq: int
    at: datetime
    tick: Tick
    words: str
    x: int
    url: str


@dataclass(frozen=True)
class Player:
    """What the slider and its buttons need. `frames`: event, seconds, and whether it is marked."""

    frames: list[tuple[int, float, bool]]
    marks: list[Mark]
    before: str
    after: str
    speeds: tuple[int, ...] = SPEEDS


def player_of(frames: Sequence[Frame], seq: int, last: int, base: str, query: str) -> Player:
    """The player at event `seq` of `last`. `base`: the addresses of events begin with it, and end with `query`."""

    def address(to: int) -> str:
        return f"{base}{to}/{'?' * bool(query)}{query}"

    before = max((frame.seq for frame in frames if frame.seq < seq), default=1)
    after = min((frame.seq for frame in frames if frame.seq > seq), default=last)
    ticked = [(frame, frame.tick) for frame in frames if frame.tick][:MOST_MARKS]
    marks = [_mark(frame, tick, last, address(frame.seq)) for frame, tick in ticked]
    shown = [(frame.seq, frame.seconds, frame.tick is not None) for frame in frames]
    return Player(shown, marks, address(before), address(after))


def _mark(frame: Frame, tick: Tick, last: int, url: str) -> Mark:
    words = ": ".join(filter(None, (gettext(TICK_WORDS[tick]), _about(frame.about))))
    return Mark(frame.seq, frame.at, tick, words, 1000 * frame.seq // max(last, 1), url)


def _about(text: str) -> str:
    """The beginning of what was said as plain words; that it goes on shows."""
    return glance(text) + "…" * (len(text) == MOST_ABOUT)
