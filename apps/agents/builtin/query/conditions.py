"""Which rows a query keeps."""

import operator
from collections.abc import Callable
from decimal import Decimal

from apps.agents.builtin.query.fields import find_column
from apps.agents.builtin.query.language import Condition, Relation
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.tables.columns import Column, Kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import number_of
from apps.agents.builtin.tables.periods import Period, first_month, period_of

Keep = Callable[[str], bool]
"""Whether a row is kept, by its cell."""

_ORDERED = {
    Relation.ABOVE: operator.gt,
    Relation.AT_LEAST: operator.ge,
    Relation.BELOW: operator.lt,
    Relation.AT_MOST: operator.le,
    Relation.IS: operator.eq,
}
_LISTED = 12  # values that a problem names


def keep_rows(table: Table, columns: tuple[Column, ...], wanted: tuple[Condition, ...]) -> Table:
    """Give the table with the rows that fit every condition. Raises InvalidQuery, also where one fits no row."""
    for one in wanted:
        column = find_column(columns, one.column)
        keep = _keep(column, one)
        rows = tuple(row for row in table.rows if keep(row[column.index]))
        if not rows:
            raise InvalidQuery(_nothing(table, column, one))
        table = table.with_rows(rows)
    return table


def _keep(column: Column, wanted: Condition) -> Keep:
    if wanted.relation is Relation.IS_NOT:
        keep = _keep(column, wanted.model_copy(update={"relation": Relation.IS}))
        return lambda cell: not keep(cell)
    if wanted.relation is Relation.CONTAINS or column.kind in (Kind.TEXT, Kind.NOTE):
        return _by_text(column, wanted)
    return _by_number(column, wanted) if column.kind is Kind.NUMBER else _by_period(column, wanted)


def _by_text(column: Column, wanted: Condition) -> Keep:
    values = {_fold(value) for value in wanted.values}
    if wanted.relation is Relation.CONTAINS:
        return lambda cell: any(value in _fold(cell) for value in values)
    if wanted.relation is not Relation.IS:
        raise InvalidQuery(f"“{column.header}” holds names, which have no order: {wanted.relation} can't be asked.")
    return lambda cell: _fold(cell) in values


def _by_number(column: Column, wanted: Condition) -> Keep:
    compare = _ORDERED[wanted.relation]
    values = [_number(column, value) for value in wanted.values]

    def keep(cell: str) -> bool:
        number = column.value(cell)
        return number is not None and any(compare(number, value) for value in values)

    return keep


def _number(column: Column, value: str) -> Decimal:
    number = number_of(value)
    if number is None:
        raise InvalidQuery(f"“{column.header}” holds numbers, and “{value}” is none.")
    return number.value


def _by_period(column: Column, wanted: Condition) -> Keep:
    compare = _ORDERED[wanted.relation]
    values = [_period(column, value) for value in wanted.values]

    def keep(cell: str) -> bool:
        period = period_of(cell)
        return period is not None and any(compare(_as_precise(period, *value), value[0]) for value in values)

    return keep


def _period(column: Column, value: str) -> tuple[Period, bool]:
    """A point in time, and whether it is a quarter."""
    period = period_of(value)
    if period is None:
        raise InvalidQuery(f"“{column.header}” holds points in time, and “{value}” is none.")
    return period, "q" in value.lower()


def _as_precise(period: Period, value: Period, is_quarter: bool) -> Period:
    """As much of a period as the value says: a day of 2024 is “2024”, and a March of any year is “March”."""
    year = period.year if value.year else 0
    if not value.month:
        return Period(year)
    if is_quarter:
        return Period(year, first_month(period))
    if not value.day:
        return Period(year, period.month)
    return period if value.clock else Period(year, period.month, period.day)


def _nothing(table: Table, column: Column, wanted: Condition) -> str:
    values = list(dict.fromkeys(table.cells(column.index)))
    known = ", ".join(f"“{value}”" for value in values[:_LISTED])
    more = " and others" if len(values) > _LISTED else ""
    said = " or ".join(f"“{value}”" for value in wanted.values)
    return f"No row has a {column.label} that {_RELATION[wanted.relation]} {said}; there are {known}{more}."


_RELATION = {relation: relation.value for relation in Relation} | {
    Relation.ABOVE: "is above",
    Relation.AT_LEAST: "is at least",
    Relation.BELOW: "is below",
    Relation.AT_MOST: "is at most",
}


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())
