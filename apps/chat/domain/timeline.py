"""When work was done and when it waited, and which of it the end had to wait for. Pure; moments are seconds."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Stretch:
    """From one moment to another."""

    start: float
    end: float


@dataclass(frozen=True)
class WorkSpan(Stretch, Generic[K]):
    """A task from when it was given to when it settled, or to now.

    `after`: the tasks that it was told to come after; `inside`: those of the team that carries it out; `beside`: all of
    its own team.
    """

    after: Collection[K] = ()
    inside: Collection[K] = ()
    beside: Collection[K] = ()


def gaps(span: Stretch, busy: Sequence[Stretch]) -> list[Stretch]:
    """The parts of a span during which nothing was done for it, in order."""
    found, at = [], span.start
    for one in sorted(busy, key=lambda stretch: stretch.start):
        if one.start > at:
            found.append(Stretch(at, min(one.start, span.end)))
        at = max(at, one.end)
    if at < span.end:
        found.append(Stretch(at, span.end))
    return found


def rows_of(stretches: Sequence[Stretch]) -> list[int]:
    """For each stretch the row in which it stands, from 0: as few rows as it takes so that none covers another."""
    ends: list[float] = []
    rows = [0] * len(stretches)
    for place in sorted(range(len(stretches)), key=lambda at: stretches[at].start):
        one = stretches[place]
        row = next((number for number, end in enumerate(ends) if end <= one.start), len(ends))
        ends[row : row + 1] = [one.end]
        rows[place] = row
    return rows


def critical_path(spans: Mapping[K, WorkSpan[K]], last: Collection[K]) -> list[K]:
    """The tasks that the end of `last` waited for one after the other, the first of them first.

    Before a task comes the one that ended last of those it was told to come after; where it was told of none, the one
    of its own team that ended last before it was given. Before what a team carried out come the team's own tasks.
    """
    path: list[K] = []
    todo = [_latest(spans, last)]
    while todo:
        key = todo.pop()
        if key is None or key in path:
            continue
        path.append(key)
        span = spans[key]
        todo += [_before(spans, span), _latest(spans, span.inside)]  # what is inside is gone through first
    return path[::-1]


def _before(spans: Mapping[K, WorkSpan[K]], span: WorkSpan[K]) -> K | None:
    if span.after:
        return _latest(spans, span.after)
    return _latest(spans, [key for key in span.beside if key in spans and spans[key].end <= span.start])


def _latest(spans: Mapping[K, WorkSpan[K]], keys: Collection[K]) -> K | None:
    return max((key for key in keys if key in spans), key=lambda key: (spans[key].end, spans[key].start), default=None)


STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400, 604_800)
"""Seconds between two marks of an axis."""
TENTHS = (0.2, 0.5)
"""The same where little time is drawn."""
MOST_MARKS = 8


def marks(length: float) -> list[float]:
    """Where the marks of an axis of so many seconds stand, 0 among them."""
    step = next((one for one in (*TENTHS, *STEPS) if length / one <= MOST_MARKS), STEPS[-1])
    return [round(step * number, 1) for number in range(min(int(length / step) + 1, 4 * MOST_MARKS))]


def steady(length: float, fineness: int) -> float:
    """A length that grows by steps, at most `fineness` of them so far, so that what is drawn by it changes seldom. At
    least 1.
    """
    step = next((one for one in STEPS if length / one <= fineness), STEPS[-1])
    return max(float(-(-length // step) * step), 1.0)
