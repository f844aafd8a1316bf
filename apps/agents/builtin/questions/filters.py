"""Keeping the rows that a question is about; every filter that was applied is said."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from apps.agents.builtin.questions.exclusions import Exclusions
from apps.agents.builtin.questions.selection import led_column, naming_numbers
from apps.agents.builtin.questions.wish import Comparison, PeriodBound, TableOperation, Wish
from apps.agents.builtin.tables.columns import Column, Kind, best_named_columns, columns_of, of_kind, words_of
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import group_thousands
from apps.agents.builtin.tables.periods import Period, as_fine, period_of, write_period
from apps.agents.builtin.words import words

Keep = Callable[[tuple[str, ...]], bool]

_RELATIONS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_ORDERS: dict[str, Callable[[Period, Period], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_SIDES = {">": "after", ">=": "from", "<": "before", "<=": "up to"}
_MOST_VALUES = 1000  # distinct values of a column that are looked for in a question
_SHORTEST_VALUE = 3  # "B" is a value only after its column's name: "hall B"


def apply_filters(table: Table, wish: Wish, left_out: Exclusions) -> tuple[Table, tuple[str, ...]]:
    """Apply the question's years, values and bounds, and what it leaves out; say which.

    A filter that would keep nothing is not applied.
    """
    said: list[str] = []
    whole = table
    for keep, sentence in (*_filters(table, wish), *_leaving_out(table, left_out)):
        rows = tuple(row for row in table.rows if keep(row))
        if rows and len(rows) < len(table.rows):
            table = table.with_rows(rows)
            said.append(sentence)
        elif not rows:
            said.append(f"No row fits “{sentence.removesuffix('.')}”, so this was not applied.")
    missing = (*_unread_years(whole, wish), *_absent_times(table, wish), *_absent_values(whole, table, wish))
    return table, tuple(dict.fromkeys((*said, *missing)))


def _absent_values(whole: Table, table: Table, wish: Wish) -> list[str]:
    """Name those of the values set beside each other that no row is of any more."""
    column = compared_column(whole, wish)
    missing = _mentioned_values(whole, column, wish) - set(table.cells(column.index)) if column else ()
    return [f"No row is of {', '.join(sorted(missing))}."] if missing else []


def _unread_years(table: Table, wish: Wish) -> list[str]:
    """Name the years asked for where no column holds times; one in the name of the table or a column is of all rows."""
    if of_kind(columns_of(table), Kind.PERIOD):
        return []
    named = " ".join((table.name, *table.header))
    years = [f"{year}" for year in wish.years if f"{year}" not in named]
    if wish.span and not any(f"{year}" in named for year in wish.span):
        years = [_span_text(*wish.span)]
    return [f"No column holds times that I can read, so this was not applied: {', '.join(years)}."] if years else []


def _absent_times(table: Table, wish: Wish) -> list[str]:
    """Name those of several times asked for that no row is of."""
    periods = of_kind(columns_of(table), Kind.PERIOD)
    wanted = (*map(Period, wish.years), *(() if wish.period_span else wish.periods))
    if not periods or len(wanted) < 2:
        return []
    cells = {period_of(cell) for cell in table.cells(periods[0].index)}
    missing = [write_period(one) for one in wanted if not any(_is_within(cell, one, one) for cell in cells)]
    return [f"No row is of {', '.join(missing)}."] if 0 < len(missing) < len(wanted) else []


@dataclass(frozen=True)
class AskedShare:
    """Of what a share is asked: values of a column. The rows of its other values are the rest of the whole."""

    column: Column
    values: frozenset[str]


def part_asked(table: Table, wish: Wish) -> AskedShare | None:
    """Read "what share of the sales is the North's": the column of which a value is named last.

    None where another column is asked for ("by month") or shares are compared ("the largest share").
    """
    columns = columns_of(table)
    texts, numbers = of_kind(columns, Kind.TEXT), of_kind(columns, Kind.NUMBER)
    operations = wish.operations(words_of(numbers))
    if TableOperation.SHARE not in operations or operations & {TableOperation.MAXIMUM, TableOperation.MINIMUM}:
        return None
    if led_column((*texts, *of_kind(columns, Kind.PERIOD)), wish):
        return None
    parts = [AskedShare(column, frozenset(named)) for column in texts if (named := _named_values(table, column, wish))]
    return max(parts, key=lambda part: max(_place(value, wish.said) for value in part.values), default=None)


def _place(value: str, said: tuple[str, ...]) -> int:
    """Where a value is named last."""
    wanted = tuple(words(value))
    return max(at for at in range(len(said)) if said[at : at + len(wanted)] == wanted)


def _filters(table: Table, wish: Wish) -> list[tuple[Keep, str]]:
    columns = columns_of(table)
    periods = of_kind(columns, Kind.PERIOD)
    found = _year_filter(periods, wish) + _period_filter(periods, wish)
    part = part_asked(table, wish)
    names = (*of_kind(columns, Kind.TEXT), *naming_numbers(columns, wish))
    texts = [column for column in names if part is None or column != part.column]
    found += [rule for column in texts if (rule := _value_filter(table, column, wish))]
    numbers = of_kind(columns, Kind.NUMBER)
    return found + [rule for bound in wish.comparisons if (rule := _bound_filter(numbers, bound, wish))]


def _year_filter(periods: tuple[Column, ...], wish: Wish) -> list[tuple[Keep, str]]:
    if not periods:
        return []
    index, name = periods[0].index, periods[0].label
    if wish.span:
        first, last = wish.span
        return [(lambda row: first <= _year(row[index]) <= last, f"Only {name} {_span_text(first, last)}.")]
    # A growth rate of one year needs the year before it too.
    if not wish.years or TableOperation.GROWTH in wish.operations():
        return []
    listed = ", ".join(map(str, wish.years))
    return [(lambda row: _year(row[index]) in wish.years, f"Only {name} {listed}.")]


def _period_filter(periods: tuple[Column, ...], wish: Wish) -> list[tuple[Keep, str]]:
    """Months and days that are named, or lie on one side of one. Growth in one of them needs the one before it too."""
    if not periods:
        return []
    index, name, wanted = periods[0].index, periods[0].label, wish.periods
    found = [
        (_is_beyond(index, bound), f"Only {name} {_SIDES[bound.relation]} {write_period(bound.period)}.")
        for bound in wish.period_bounds
    ]
    if wish.period_span:
        first, last = wish.period_span
        sentence = f"Only {name} {write_period(first)} to {write_period(last)}."
        return [*found, (lambda row: _is_within(period_of(row[index]), first, last), sentence)]
    if not wanted or TableOperation.GROWTH in wish.operations():
        return found
    sentence = f"Only {name} {', '.join(map(write_period, wanted))}."
    return [*found, (lambda row: any(_is_within(period_of(row[index]), one, one) for one in wanted), sentence)]


def _is_beyond(index: int, bound: PeriodBound) -> Keep:
    compare = _ORDERS[bound.relation]

    def keep(row: tuple[str, ...]) -> bool:
        period = period_of(row[index])
        return period is not None and compare(as_fine(period, bound.period), bound.period)

    return keep


def _is_within(period: Period | None, first: Period, last: Period) -> bool:
    return period is not None and first <= as_fine(period, first) and as_fine(period, last) <= last


def _leaving_out(table: Table, left_out: Exclusions) -> list[tuple[Keep, str]]:
    found = [
        (_is_none_of(column.index, named), f"Without {column.label} {', '.join(sorted(named))}.")
        for column, named in left_out.values.items()
    ]
    periods = of_kind(columns_of(table), Kind.PERIOD)
    if not periods or not left_out.periods:
        return found
    index, name, spans = periods[0].index, periods[0].label, left_out.periods
    listed = ", ".join(
        write_period(first) if first == last else f"{write_period(first)} to {write_period(last)}"
        for first, last in spans
    )

    def keep(row: tuple[str, ...]) -> bool:
        period = period_of(row[index])
        return not any(_is_within(period, first, last) for first, last in spans)

    return [*found, (keep, f"Without {name} {listed}.")]


def _is_none_of(index: int, values: frozenset[str]) -> Keep:
    return lambda row: row[index] not in values


def _span_text(first: int, last: int) -> str:
    if first == 1000:
        return f"up to {last}"
    return f"from {first}" if last == 9999 else f"{first} to {last}"


def _year(cell: str) -> int:
    period = period_of(cell)
    return period.year if period else 0


def _value_filter(table: Table, column: Column, wish: Wish) -> tuple[Keep, str] | None:
    named = _named_values(table, column, wish)
    if not named:
        return None
    listed = ", ".join(sorted(named))
    return (lambda row: row[column.index] in named), f"Only {column.label} {listed}."


def compared_column(table: Table, wish: Wish) -> Column | None:
    """Give the column of which the question sets values beside each other: “Widget or Gadget”."""
    texts = of_kind(columns_of(table), Kind.TEXT) if wish.compares else ()
    return next((column for column in texts if len(_mentioned_values(table, column, wish)) > 1), None)


def _named_values(table: Table, column: Column, wish: Wish) -> set[str]:
    """The values of a column that the question names; none where it names all of them."""
    named = _mentioned_values(table, column, wish)
    return named if len(named) < len(set(table.cells(column.index))) else set()


def _mentioned_values(table: Table, column: Column, wish: Wish) -> set[str]:
    values = dict.fromkeys(table.cells(column.index))
    if len(values) > _MOST_VALUES:
        return set()
    return {value for value in values if _is_named(value, column, wish.said)}


def _is_named(value: str, column: Column, said: tuple[str, ...]) -> bool:
    wanted = tuple(words(value))
    if not wanted or set(wanted) <= column.words:
        return False
    for at in range(len(said) - len(wanted) + 1):
        if said[at : at + len(wanted)] == wanted and (
            len(value) >= _SHORTEST_VALUE or (at > 0 and said[at - 1] in column.words)
        ):
            return True
    return False


def _beside(numbers: tuple[Column, ...], bound: Comparison) -> Column | None:
    """The column named right behind a bound (“more than 8 units”), else the nearest one before it."""
    near = (bound.after, *(frozenset([word]) for word in bound.before))
    named = (best_named_columns(numbers, said) for said in near)
    return next((found[0] for found in named if found), None)


def _bound_filter(numbers: tuple[Column, ...], bound: Comparison, wish: Wish) -> tuple[Keep, str] | None:
    named = best_named_columns(numbers, frozenset(wish.said)) or numbers
    if not named:
        return None
    column, relation = _beside(numbers, bound) or named[0], _RELATIONS[bound.relation]

    def keep(row: tuple[str, ...]) -> bool:
        value = column.value(row[column.index])
        return value is not None and relation(value, bound.value)

    return keep, f"Only rows with {column.label} {bound.relation} {group_thousands(bound.value)}."
