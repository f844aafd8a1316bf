"""The figures of a query: one measure over one group's rows, with its computation and inputs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from apps.agents.builtin.aggregation import figure_of, pearson
from apps.agents.builtin.findings import MOST_INPUTS, Figure, Input, terms_of
from apps.agents.builtin.query.fields import find_column, find_number
from apps.agents.builtin.query.groups import Row
from apps.agents.builtin.query.language import Measure, Statistic
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.questions.wish import TableOperation
from apps.agents.builtin.tables.columns import Column, Kind
from apps.agents.builtin.tables.numbers import group_thousands, is_missing, round_half_up

_FEWEST_PAIRS = 3  # two always lie on a line
_PLACES, _SMALL_PLACES = 2, 4
_LONGEST_NAME = 60


@dataclass(frozen=True)
class BoundMeasure:
    """A measure and the columns that it is computed of: none, one or two. `name` is what the result calls it."""

    name: str
    statistic: Statistic
    columns: tuple[Column, ...]

    @property
    def unit(self) -> str:
        """The unit of its figures."""
        if self.statistic in (Statistic.COUNT, Statistic.CORRELATION):
            return ""
        units = dict.fromkeys(column.unit for column in self.columns)
        return "/".join(filter(None, units)) if len(units) == len(self.columns) else ""

    @property
    def header(self) -> str:
        """Its column in a result."""
        return f"{self.name} ({self.unit})" if self.unit else self.name

    @property
    def words(self) -> str:
        """What it computes: “sum of price”."""
        labels = [column.label for column in self.columns]
        if self.statistic is Statistic.RATIO:
            return f"sum of {labels[0]} / sum of {labels[1]}"
        return f"{self.statistic} of {' and '.join(labels) or 'rows'}"


def find_measures(columns: tuple[Column, ...], wanted: Sequence[Measure]) -> tuple[BoundMeasure, ...]:
    """Look up what a query measures. Raises InvalidQuery."""
    found = tuple(_find(columns, one) for one in wanted)
    names = [one.name.casefold() for one in found]
    if len(set(names)) < len(names):
        raise InvalidQuery("Two measures have one name; give each its own.")
    return found


def _find(columns: tuple[Column, ...], wanted: Measure) -> BoundMeasure:
    bound = BoundMeasure("", wanted.statistic, _columns(columns, wanted))
    return replace(bound, name=wanted.name[:_LONGEST_NAME] or bound.words)


def _columns(columns: tuple[Column, ...], wanted: Measure) -> tuple[Column, ...]:
    if wanted.statistic is Statistic.COUNT:
        return (find_column(columns, wanted.column),) if wanted.column not in ("", "*") else ()
    first = find_number(columns, wanted.column)
    if wanted.statistic in (Statistic.RATIO, Statistic.CORRELATION):
        return first, find_number(columns, wanted.over)
    return (first,)


def measure_rows(measure: BoundMeasure, rows: Sequence[Row], of: str) -> Figure | None:
    """Compute a measure of some rows; None where no cell holds what it takes. `of` names the group."""
    figure = _COMPUTE[measure.statistic](measure, rows)
    name = f"{measure.name}, {of}" if of else measure.name
    return figure and replace(figure, name=name, unit=measure.unit)


def _count(measure: BoundMeasure, rows: Sequence[Row]) -> Figure:
    filled = [row for row in rows if not any(is_missing(row[column.index]) for column in measure.columns)]
    number = len(filled)
    what = " with ".join(["rows", *(column.label for column in measure.columns)])
    return Figure("", Decimal(number), group_thousands(Decimal(number)), "", f"number of {what}", ())


def _statistic(measure: BoundMeasure, rows: Sequence[Row]) -> Figure | None:
    [column] = measure.columns
    inputs = _inputs(column, rows)
    return figure_of(TableOperation(measure.statistic.value), column, inputs) if inputs else None


def _ratio(measure: BoundMeasure, rows: Sequence[Row]) -> Figure | None:
    """Only rows that have both numbers count, above and below."""
    above, below = _pairs(measure, rows)
    divisor = sum((item.value for item in below), Decimal(0))
    if not divisor:
        return None
    value = sum((item.value for item in above), Decimal(0)) / divisor
    places = _PLACES if abs(value) >= 1 else _SMALL_PLACES
    shown = group_thousands(round_half_up(value, places))
    computation = f"({terms_of(above, ' + ')}) / ({terms_of(below, ' + ')})"
    return Figure("", value, shown, "", computation, tuple([*above, *below][:MOST_INPUTS]))


def _correlation(measure: BoundMeasure, rows: Sequence[Row]) -> Figure | None:
    left, right = _pairs(measure, rows)
    values = [(a.value, b.value) for a, b in zip(left, right, strict=True)]
    value = pearson(values) if len(values) >= _FEWEST_PAIRS else None
    if value is None:
        return None
    inputs = tuple([*left, *right][:MOST_INPUTS])
    return Figure("", value, f"{round_half_up(value, _PLACES):f}", "", f"Pearson over {len(values)} rows", inputs)


_COMPUTE: dict[Statistic, Callable[[BoundMeasure, Sequence[Row]], Figure | None]] = {
    **dict.fromkeys(Statistic, _statistic),
    Statistic.COUNT: _count,
    Statistic.RATIO: _ratio,
    Statistic.CORRELATION: _correlation,
}


def _pairs(measure: BoundMeasure, rows: Sequence[Row]) -> tuple[list[Input], list[Input]]:
    first, second = measure.columns
    both = [row for row in rows if first.value(row[first.index]) is not None]
    both = [row for row in both if second.value(row[second.index]) is not None]
    return _inputs(first, both), _inputs(second, both)


def _inputs(column: Column, rows: Sequence[Row]) -> list[Input]:
    values = ((row[column.index], column.value(row[column.index])) for row in rows)
    return [Input(column.label, cell, value) for cell, value in values if value is not None]


def gap_of(column: Column, rows: Sequence[Row]) -> str:
    """Say how many cells of a column are no numbers, "" where all are."""
    if column.kind is not Kind.NUMBER:
        return ""
    missing = sum(column.value(row[column.index]) is None for row in rows)
    return (
        f"{column.label} has no number in {missing:,} of {len(rows):,} rows; these are in no figure." if missing else ""
    )
