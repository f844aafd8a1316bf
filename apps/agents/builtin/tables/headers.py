"""Where the header of a table stands: below titles as wide as the table, and on two lines where columns are grouped."""

from collections.abc import Sequence
from itertools import pairwise

from apps.agents.builtin.tables.numbers import is_missing, number_of
from apps.agents.builtin.tables.periods import is_year

MOST_ABOVE = 8  # rows that are looked at

Row = list[str]


def header_in(rows: Sequence[Row]) -> tuple[Row, int]:
    """Give the header that the first rows of a table hold, and how many of them it takes with the titles above it."""
    at = next((at for at, row in enumerate(rows) if _is_names(row)), 0)
    if at + 1 < len(rows) and _holds_number(rows[at + 1]):
        above = list(rows[:at])
        while above and len(rows[at]) > 1 and _filled(above[0]) == 1:
            above.pop(0)
        if not above:
            return rows[at], at + 1
    for at, (upper, lower) in enumerate(pairwise(rows[:-1])):
        if all(_filled(row) == 1 for row in rows[:at]) and _are_one(upper, lower) and _holds_number(rows[at + 2]):
            return _joined(upper, lower), at + 2
    return rows[0], 1


def _filled(row: Row) -> int:
    return sum(bool(cell.strip()) for cell in row)


def _is_name(cell: str) -> bool:
    return not is_missing(cell) and (number_of(cell) is None or is_year(cell))


def _is_names(row: Row) -> bool:
    return all(map(_is_name, row))


def _holds_number(row: Row) -> bool:
    return any(number_of(cell) is not None and not is_year(cell) for cell in row)


def _are_one(upper: Row, lower: Row) -> bool:
    """Whether the upper line has a gap behind a group's name, and the lower one a name in each gap and no figure."""
    first = next((at for at, cell in enumerate(upper) if cell.strip()), len(upper))
    gaps = [at for at, cell in enumerate(upper) if not cell.strip()]
    named = all(_is_name(lower[at]) for at in gaps)
    return any(at > first for at in gaps) and named and all(_is_name(cell) for cell in lower if cell.strip())


def _joined(upper: Row, lower: Row) -> Row:
    """A group's name stands over the first of its columns."""
    group = ""
    names: Row = []
    for above, below in zip(upper, lower, strict=True):
        group = above.strip() or group
        names.append(f"{group} {below.strip()}".strip())
    return names
