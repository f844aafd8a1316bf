"""Rows of totals among the rows that they add up: counted with these, each figure would be counted twice."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import exactly, places

_TOTAL = re.compile(
    r"(?:.*\W)?(?:(?:sub)?totals?|sum|overall|all|alle|gesamt(?:summe|ergebnis)?|insgesamt|(?:zwischen)?summe)(?:\W.*)?",
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
    numbers = of_kind(columns_of(table), Kind.NUMBER)
    singles = [row for at, row in enumerate(table.rows) if at not in called]
    totals = [
        at
        for at, begin in zip(called, (0, *(before + 1 for before in called)), strict=False)
        if any(_is_sum(table.rows[at], part, numbers) for part in (singles, table.rows[begin:at]))
    ]
    if not totals:
        return table
    rows = tuple(row for at, row in enumerate(table.rows) if at not in totals)
    named = ", ".join(dict.fromkeys(f"“{_total_name(table.rows[at])}”" for at in totals))
    remark = f"Left out of {table.name}, since it adds up other rows: {named}."
    return replace(table, rows=rows, remarks=(*table.remarks, remark))


def _total_name(row: Row) -> str:
    """Give what a row is called that is called a total, else ""."""
    return next((cell for cell in row if len(cell) <= _LONGEST and _TOTAL.fullmatch(cell)), "")


def _is_sum(total: Row, rows: Sequence[Row], numbers: Sequence[Column]) -> bool:
    """Whether a row adds up others in some column, in which each figure may have been rounded for itself."""
    for column in numbers:
        said = column.value(total[column.index])
        values = [value for row in rows if (value := column.value(row[column.index])) is not None]
        if said and len(values) >= _FEWEST:
            last = max(map(places, (said, *values)))
            if abs(sum(values, Decimal()) - said) <= Decimal(len(values) + 1).scaleb(-last) / 2:
                return True
    return False
