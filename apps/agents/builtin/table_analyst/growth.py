"""Figures over time, and how they grow from one to the next."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from apps.agents.builtin.findings import Figure, Input
from apps.agents.builtin.tables.columns import Column
from apps.agents.builtin.tables.numbers import group_thousands, percent, write_plain
from apps.agents.builtin.tables.periods import Period, period_of


@dataclass(frozen=True)
class Point:
    """A value at a time. `text` is the cell's own text, or the sum of several cells."""

    period: str
    time: Period
    value: Decimal
    text: str


@dataclass(frozen=True)
class Series:
    """Points in the order of time. `label` tells apart series of one table ("as reported"), "" when there is one."""

    label: str
    measure: Column
    points: tuple[Point, ...]
    summed: bool = False  # some point is the sum of several rows

    def input(self, point: Point) -> Input:
        """Name a point as the input of a computation."""
        return Input(f"{self.measure.label} {point.period}", point.text, point.value)


def series_of(rows: Iterable[tuple[str, ...]], period: Column, measure: Column, label: str = "") -> Series:
    """Collect a series from rows; rows of the same period are summed, rows without a value left out."""
    found: dict[Period, Point] = {}
    summed = False
    for row in rows:
        value, time = measure.value(row[measure.index]), period_of(row[period.index])
        if value is None or time is None:
            continue
        if earlier := found.get(time):
            total = earlier.value + value
            found[time], summed = Point(earlier.period, time, total, group_thousands(total)), True
        else:
            found[time] = Point(row[period.index], time, value, row[measure.index])
    points = tuple(found[time] for time in sorted(found))
    return Series(label, measure, points, summed)


def steps(series: Series) -> list[Figure | None]:
    """Give the growth of each point over the one before it; None where it cannot be computed."""
    pairs = zip(series.points, series.points[1:], strict=False)
    return [growth(series, earlier, later, _step_name(earlier, later)) for earlier, later in pairs]


def total(series: Series) -> Figure | None:
    """Give the growth from the first point to the last; None for fewer than two points."""
    if len(series.points) < 2:
        return None
    first, last = series.points[0], series.points[-1]
    return growth(series, first, last, f"growth {first.period} to {last.period}")


def yearly(series: Series) -> Figure | None:
    """Give the compound annual growth rate; None below two years or for values that are not positive."""
    if len(series.points) < 2:
        return None
    first, last = series.points[0], series.points[-1]
    years = last.time.year - first.time.year
    if years < 2 or first.value <= 0 or last.value <= 0 or first.time.month != last.time.month:
        return None
    rate = (last.value / first.value) ** (Decimal(1) / years) - 1
    name = _name(f"yearly growth {first.period} to {last.period}", series)
    computation = f"({write_plain(last.value)} / {write_plain(first.value)}) ^ (1 / {years}) - 1"
    return Figure(name, rate * 100, percent(rate), "%", computation, (series.input(first), series.input(last)))


def growth(series: Series, earlier: Point, later: Point, name: str) -> Figure | None:
    """Give the growth from one point to another; None where the earlier value is not positive."""
    if earlier.value <= 0:
        return None
    rate = (later.value - earlier.value) / earlier.value
    computation = f"({write_plain(later.value)} - {write_plain(earlier.value)}) / {write_plain(earlier.value)}"
    inputs = (series.input(earlier), series.input(later))
    return Figure(_name(name, series), rate * 100, percent(rate), "%", computation, inputs)


def _step_name(earlier: Point, later: Point) -> str:
    gap = later.time.year - earlier.time.year
    return f"growth {earlier.period} to {later.period}" if gap > 1 else f"growth {later.period}"


def _name(name: str, series: Series) -> str:
    return f"{name}, {series.label}" if series.label else name
