"""Rows of totals among the rows that they add up: counted with these, each figure would be counted twice."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import exactly, places

_TOTAL = re.compile(
    r"\b(?:(?:sub)?totals?|sum|overall|all|alle|gesamt(?:summe|ergebnis)?|insgesamt|(?:zwischen)?summe)\b",
    re.IGNORECASE,
)
_FEWEST = 2  # rows that a total adds up
_MOST = 100  # rows of totals; where more are called so, the word says something else
_LONGEST = 40  # characters of what a row of totals is called

Row = tuple[str, ...]


@exactly
def without_totals(table: Table) -> Table:
    """Give a table without the rows that are called totals and add up others; they are named in a remark."""
    called = [at for at, row in enumerate(table.rows) if _total_name(row)]
    if not 0 < len(called) <= _MOST:
        return table
    parts = list(zip((0, *(before + 1 for before in called)), called, strict=False))
    totals = sorted({at for column in of_kind(columns_of(table), Kind.NUMBER) for at in _sums(table, column, parts)})
    if not totals:
        return table
    rows = tuple(row for at, row in enumerate(table.rows) if at not in totals)
    named = ", ".join(dict.fromkeys(f"“{_total_name(table.rows[at])}”" for at in totals))
    remark = f"Left out of {table.name}, since it adds up other rows: {named}."
    return replace(table, rows=rows, remarks=(*table.remarks, remark))


def _total_name(row: Row) -> str:
    """Give what a row is called that is called a total, else ""."""
    return next((cell for cell in row if len(cell) <= _LONGEST and _TOTAL.search(cell)), "")


def _sums(table: Table, column: Column, parts: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Give which rows add up others in a column, in which each figure may have been rounded for itself. `parts`: of
    each row that may, where those begin that stand behind the one before it, and where it stands itself.

    What it adds up are these, or all rows of the table that add up none. Each cell is read once.
    """
    values = [column.value(row[column.index]) for row in table.rows]
    last = max((places(value) for value in values if value is not None), default=0)
    behind = [_Sum.of(values[begin:at]) for begin, at in parts]
    alone = sum([*behind, _Sum.of(values[parts[-1][1] + 1 :])], _Sum())
    for (_, at), before in zip(parts, behind, strict=True):
        said = values[at]
        if said and any(one.is_told_by(said, last) for one in (alone, before)):
            yield at


@dataclass(frozen=True)
class _Sum:
    """What some figures add up to, and how many they are."""

    amount: Decimal = Decimal()
    count: int = 0

    @classmethod
    def of(cls, values: Sequence[Decimal | None]) -> "_Sum":
        told = [value for value in values if value is not None]
        return cls(sum(told, Decimal()), len(told))

    def __add__(self, other: "_Sum") -> "_Sum":
        return _Sum(self.amount + other.amount, self.count + other.count)

    def is_told_by(self, said: Decimal, last: int) -> bool:
        """Whether a figure is this sum, where each has at most so many decimals."""
        rounded = Decimal(self.count + 1).scaleb(-last) / 2
        return self.count >= _FEWEST and abs(self.amount - said) <= rounded
