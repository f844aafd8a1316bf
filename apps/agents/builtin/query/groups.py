"""The rows of a table by the values that a query groups them by."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.builtin.query.fields import find_column
from apps.agents.builtin.query.language import DatePart, Grouping
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.tables.columns import Column, Kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.periods import Period, first_month, month_name, period_of

Row = tuple[str, ...]
Key = tuple[str, ...]

_NO_VALUE = "(empty)"


@dataclass(frozen=True)
class GroupColumn:
    """A column that rows are grouped by, and how much of it."""

    column: Column
    part: DatePart

    @property
    def timed(self) -> bool:
        """Whether its values run in time."""
        return self.column.kind is Kind.PERIOD

    @property
    def header(self) -> str:
        """What the column of the result is called: a column of months by months keeps its name."""
        is_whole = not self.part or self.part.casefold() == self.column.label.casefold()
        return self.column.header if is_whole else f"{self.part} of {self.column.label}"

    def value(self, row: Row) -> str:
        """Give the group that a row is in."""
        cell = row[self.column.index]
        period = period_of(cell) if self.part else None
        return (_written(period, self.part) if period else cell) or _NO_VALUE


def find_groups(columns: tuple[Column, ...], wanted: Sequence[Grouping]) -> tuple[GroupColumn, ...]:
    """Look up what a query groups by. Raises InvalidQuery."""
    return tuple(_find(columns, one) for one in wanted)


def group_rows(table: Table, groups: tuple[GroupColumn, ...]) -> dict[Key, list[Row]]:
    """Give each group's rows, groups in the order of time and names as they come; one group where none is asked."""
    found: dict[Key, list[Row]] = {}
    for row in table.rows:
        found.setdefault(tuple(group.value(row) for group in groups), []).append(row)
    return dict(sorted(found.items(), key=lambda item: time_order(item[0], groups)))


def time_order(key: Key, groups: tuple[GroupColumn, ...]) -> tuple[Period, ...]:
    """What puts groups in the order of time; a value that is none comes first."""
    return tuple(period_of(value) or Period(0) for value, group in zip(key, groups, strict=True) if group.timed)


def _find(columns: tuple[Column, ...], wanted: Grouping) -> GroupColumn:
    column = find_column(columns, wanted.column)
    if wanted.part and column.kind is not Kind.PERIOD:
        raise InvalidQuery(f"“{column.header}” holds no dates, so it has no {wanted.part}.")
    return GroupColumn(column, wanted.part)


def _written(period: Period, part: DatePart) -> str:
    """Write a part of a date so that it can be read as one."""
    if not period.year:
        return month_name(period.month) if part is DatePart.MONTH else ""
    if part is DatePart.YEAR or not period.month:
        return str(period.year)
    if part is DatePart.QUARTER:
        return f"{period.year}-Q{first_month(period) // 3 + 1}"
    month = f"{period.year}-{period.month:02}"
    return f"{month}-{period.day:02}" if part is DatePart.DAY and period.day else month
