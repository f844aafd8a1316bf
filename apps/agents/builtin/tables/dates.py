"""Dates with slashes or hyphens, whose order only their column tells: 03/14/2024 has its month first."""

import re
from dataclasses import replace

from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import is_missing

_DATE = re.compile(r"([0-9]{1,2})([/-])([0-9]{1,2})\2((?:1[5-9]|20|21)[0-9]{2})([T ][0-2][0-9]:[0-5][0-9][0-9:.]*)?")
_MONTHS = 12
_DAYS = 31


def with_plain_dates(table: Table) -> Table:
    """Give a table with such dates as year-month-day, where some cell of their column shows which order they have."""
    for index, header in enumerate(table.header):
        order = _order([row[index] for row in table.rows])
        if order:
            rows = tuple((*row[:index], _plain(row[index], order), *row[index + 1 :]) for row in table.rows)
            remark = f"The dates of {header} were read as {order}, as one of them shows."
            table = replace(table, rows=rows, remarks=(*table.remarks, remark))
    return table


def _order(cells: list[str]) -> str:
    """Give "day/month/year" or "month/day/year"; "" where cells are other than dates or fit both or neither."""
    fits_day = fits_month = found = False
    for cell in cells:
        if is_missing(cell):
            continue
        match = _DATE.fullmatch(cell)
        if match is None:
            return ""
        first, second = int(match[1]), int(match[3])
        if not (0 < first <= _DAYS and 0 < second <= _DAYS):
            return ""
        found, fits_day, fits_month = True, fits_day or first > _MONTHS, fits_month or second > _MONTHS
    if not found or fits_day == fits_month:
        return ""
    return "day/month/year" if fits_day else "month/day/year"


def _plain(cell: str, order: str) -> str:
    match = _DATE.fullmatch(cell)
    if match is None:
        return cell
    day, month = (match[1], match[3]) if order.startswith("day") else (match[3], match[1])
    return f"{match[4]}-{int(month):02}-{int(day):02}{match[5] or ''}"
