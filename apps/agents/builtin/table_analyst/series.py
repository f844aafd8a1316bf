"""Values in the order of time."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from apps.agents.builtin.table_analyst.findings import Input
from apps.agents.builtin.tables.columns import Column
from apps.agents.builtin.tables.numbers import group_thousands
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
