"""“Which month ...”, “revenue by quarter”: parts of dates that a question groups rows by, as columns of their own."""

from collections.abc import Sequence

from apps.agents.builtin.query.groups import GroupColumn
from apps.agents.builtin.query.language import DatePart
from apps.agents.builtin.tables.columns import Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.periods import Period, period_of

GROUP_LEADS = frozenset(
    "by per each every which what among across between for best worst top bottom strongest weakest".split()
)
GROUP_REACH = 3  # words after one of them that may name the column
PART_ADVERBS = {
    "daily": DatePart.DAY,
    "monthly": DatePart.MONTH,
    "quarterly": DatePart.QUARTER,
    "yearly": DatePart.YEAR,
    "annual": DatePart.YEAR,
    "annually": DatePart.YEAR,
}
_NOUNS = frozenset(part.value for part in DatePart if part)
_CERTAIN = frozenset(
    "last past previous prior this next current same first second third fourth 1st 2nd 3rd 4th".split()
)
_NUMERALS = frozenset("one two three four five six seven eight nine ten".split())


def asked_parts(said: Sequence[str]) -> frozenset[DatePart]:
    """Read which parts of a date the words of a question group by: “the month with ...”, not “the last month”."""
    adverbs = {PART_ADVERBS[word] for word in said if word in PART_ADVERBS}
    return frozenset(adverbs | {DatePart(word) for at, word in enumerate(said) if word in _NOUNS and _groups(said, at)})


def _groups(said: Sequence[str], at: int) -> bool:
    before, behind = said[max(0, at - GROUP_REACH) : at], said[at + 1 : at + 2]
    if before and before[-1] in _CERTAIN:
        return False
    if not GROUP_LEADS.isdisjoint(before):
        return True
    if before and (before[-1].isdigit() or before[-1] in _NUMERALS):
        return False
    # "The year 2024" and "year over year" name none to group by, and "the month of March" is one month.
    return "with" in behind if said[at] == DatePart.YEAR else "of" not in behind


def add_date_parts(table: Table, parts: frozenset[DatePart]) -> Table:
    """Give the table with a column for each of the parts that its dates have and no column is called like."""
    columns = columns_of(table)
    dates = next(iter(of_kind(columns, Kind.PERIOD)), None)
    if dates is None:
        return table
    cells = table.cells(dates.index)
    for part in DatePart:
        if part in parts and all(part not in column.words for column in columns) and _all_have(cells, part):
            group = GroupColumn(dates, part)
            named = (group.value(row) if period_of(row[dates.index]) else "" for row in table.rows)
            table = table.with_column(part.value, tuple(named))
    return table


def _all_have(cells: Sequence[str], part: DatePart) -> bool:
    """Whether each date has that part; a quarter is no month, though it begins with one."""
    found = [(cell, period) for cell in cells if (period := period_of(cell))]
    return all(_has(cell, period, part) for cell, period in found)


def _has(cell: str, period: Period, part: DatePart) -> bool:
    if part is DatePart.MONTH:
        return bool(period.month) and "q" not in cell.lower()
    if part is DatePart.QUARTER:
        return bool(period.year and period.month)
    return bool(period.day if part is DatePart.DAY else period.year)
