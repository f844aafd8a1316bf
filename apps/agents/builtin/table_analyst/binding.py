"""Binding a question to a table: which numbers are asked about, over what time, grouped by what."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.builtin.questions.filters import compared_column, part_asked
from apps.agents.builtin.questions.selection import groupable, has_repeats, led_column, naming_numbers, part_column
from apps.agents.builtin.questions.wish import TableOperation, Wish
from apps.agents.builtin.tables.columns import Column, Kind, best_named_columns, columns_of, of_kind, words_of
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.periods import Period, as_fine, period_of, write_period
from apps.agents.builtin.tables.restatements import Pair

_MOST_MEASURES = 3


@dataclass(frozen=True)
class AnalysisPlan:
    """A question bound to a table. `pair` is set when its two columns are the measures."""

    table: Table
    wish: Wish
    operations: frozenset[TableOperation]
    measures: tuple[Column, ...]
    period: Column | None
    group: Column | None
    names: Column | None  # the column that says what a row is about
    pair: Pair | None
    parts: frozenset[str] = frozenset()  # values of the group's column of which a share is asked

    @property
    def times_asked(self) -> tuple[Period, ...]:
        """The years, months and days of which growth is asked: no rows were left out for them."""
        wish = self.wish
        if TableOperation.GROWTH not in self.operations:
            return ()
        return (*map(Period, wish.years), *(() if wish.period_span else wish.periods))

    @property
    def unfollowed_times(self) -> list[str]:
        """A sentence for growth that is not told of the times asked for; none where these are all that there is."""
        times = self.times_asked
        cells = self.table.cells(self.period.index) if self.period else ()
        if all(_is_of(cell, time) for cell in cells for time in times):
            return []
        told = ", ".join(map(write_period, times))
        return [f"This is the growth over all the time that the table has, not that in {told}."]

    def unmeasured(self, found: Sequence[object]) -> list[str]:
        """A sentence for the columns of numbers that a question without names is about, and no finding."""
        if not len(found) == len(self.measures) == _MOST_MEASURES:
            return []
        said = frozenset(self.wish.said)
        numbers = of_kind(columns_of(self.table), Kind.NUMBER)
        rest = [column for column in best_named_columns(numbers, said) or numbers if column not in self.measures]
        told = ", ".join(column.label for column in self.measures)
        return [f"The figures are of {told} alone, not of {', '.join(one.label for one in rest)}."] if rest else []

    def row_name(self, row: tuple[str, ...]) -> str:
        """Say what a row is about: "North, 2019"."""
        cells = [row[column.index] for column in (self.names, self.period) if column and row[column.index]]
        return ", ".join(dict.fromkeys(cells)) or "a row"


def _is_of(cell: str, time: Period) -> bool:
    period = period_of(cell)
    return period is not None and as_fine(period, time) == time


def bind(whole: Table, table: Table, wish: Wish, pair: Pair | None) -> AnalysisPlan:
    """Bind a wish to a table. `whole` has the rows too that the wish left out: what is compared may be among them."""
    columns = columns_of(table)
    compared = compared_column(whole, wish)
    naming = naming_numbers(columns, wish)
    numbers = tuple(column for column in of_kind(columns, Kind.NUMBER) if column not in naming)
    texts = (*of_kind(columns, Kind.TEXT), *naming)
    operations = wish.operations(words_of(numbers))
    measures = _measures(numbers, wish, pair)
    periods = of_kind(columns, Kind.PERIOD)
    # Nothing grows within the one year, or month, that there is: then its days are looked at.
    grows = groupable(table, periods) if TableOperation.GROWTH in operations else periods
    period = led_column(periods, wish) or part_column(grows, wish) or next(iter(periods), None)
    part = part_asked(table, wish)
    return AnalysisPlan(
        table=table,
        wish=wish,
        operations=operations,
        measures=measures,
        period=period,
        group=part.column if part else _group(table, texts, period, wish, operations, compared),
        names=texts[0] if texts else None,
        pair=pair if pair and {pair.reported, pair.restated} <= {column.index for column in measures} else None,
        parts=part.values if part else frozenset(),
    )


def _measures(numbers: tuple[Column, ...], wish: Wish, pair: Pair | None) -> tuple[Column, ...]:
    named = best_named_columns(numbers, frozenset(wish.said))
    both = tuple(column for column in numbers if pair and column.index in (pair.reported, pair.restated))
    if both and (not named or set(both) & set(named)):
        return both
    return (named or numbers)[:_MOST_MEASURES]


def _group(
    table: Table,
    texts: tuple[Column, ...],
    period: Column | None,
    wish: Wish,
    operations: frozenset[TableOperation],
    compared: Column | None,
) -> Column | None:
    """The column after "by" or "which", or of what is compared; else a part of dates, or a mentioned column.

    Else, for a superlative or a share, the one asked for by "when", or the rows' names.
    """
    if found := led_column((*texts, *([period] if period else [])), wish) or compared:
        return found
    several = groupable(table, texts)
    part = part_column((*several, *([period] if period else [])), wish)
    compares = operations & {TableOperation.MAXIMUM, TableOperation.MINIMUM, TableOperation.SHARE}
    if part and (compares or wish.compares or has_repeats(table, part)):
        return part
    if named := best_named_columns(several, frozenset(wish.said)):
        return named[0]
    both = {TableOperation.MAXIMUM, TableOperation.MINIMUM} <= operations  # the values' range, not who is best
    if compares and period and "when" in wish.said:
        return period
    if compares and several and not both:
        return several[0]
    return period if TableOperation.SHARE in operations else None
