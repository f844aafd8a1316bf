"""Figures that a note says were later restated: the same series twice, as reported and restated."""

import re
from dataclasses import dataclass
from decimal import Decimal

from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import number_of

# "later restated to 91,154 under ...", "revised upwards to $5.1", "corrected as 12": the note says so itself.
_NOTE = re.compile(
    r"\b(?:re-?stated|revised|corrected|adjusted)\b(?:\s+[^\W\d]+){0,3}?\s+(?:to|as)\s+"
    r"(?P<figure>[-−]?(?:US\$|[$€£¥])?\s?[0-9](?:[0-9.,'’]*[0-9])?\s?%?)",
    re.IGNORECASE,
)
# What a restated figure may be of the one first reported; anything else in a note is a year or a paragraph.
_SMALLEST, _LARGEST = Decimal(1) / 3, Decimal(3)
_WORD = re.compile(r"re-?stated|revised", re.IGNORECASE)


@dataclass(frozen=True)
class Pair:
    """Two columns of one series, and the rows in which they differ."""

    reported: int
    restated: int
    rows: tuple[int, ...]


def add_restated(table: Table) -> tuple[Table, Pair | None]:
    """Add a restated column when notes give restated figures; find the pair where the table has both already."""
    columns = columns_of(table)
    numbers = of_kind(columns, Kind.NUMBER)
    figures = {at: figure for at, row in enumerate(table.rows) if (figure := _noted_figure(row, columns))}
    if existing := _existing_pair(table, numbers):
        return table, existing
    target = next((column for column in _likely(numbers) if _fit(table, column, figures)), None)
    if not figures or target is None:
        return table, None
    cells = tuple(figures.get(at, cell) for at, cell in enumerate(table.cells(target.index)))
    wider = table.with_column(_restated_header(target), cells)
    return wider, Pair(target.index, len(table.header), tuple(figures))


def _noted_figure(row: tuple[str, ...], columns: tuple[Column, ...]) -> str | None:
    for column in columns:
        if column.kind in (Kind.NOTE, Kind.TEXT) and (match := _NOTE.search(row[column.index][:2000])):
            return match["figure"].strip()
    return None


def _likely(numbers: tuple[Column, ...]) -> list[Column]:
    """The column that says "reported" comes first: it is the one a restatement is about."""
    return sorted(numbers, key=lambda column: "report" not in column.header.lower())


def _fit(table: Table, column: Column, figures: dict[int, str]) -> bool:
    """Say whether every restated figure is of its cell's size, so that a year in a note is not taken for one."""
    for at, figure in figures.items():
        old, new = (
            column.value(table.rows[at][column.index]),
            number_of(figure, column.mark),
        )
        if not old or new is None or not _SMALLEST <= new.value / old <= _LARGEST:
            return False
    return True


def _existing_pair(table: Table, numbers: tuple[Column, ...]) -> Pair | None:
    for restated in numbers:
        rest = restated.words - {"restated", "revised", "a"}
        for reported in numbers:
            if not _WORD.search(restated.header) or _WORD.search(reported.header) or reported.unit != restated.unit:
                continue
            if rest <= reported.words:
                return Pair(
                    reported.index,
                    restated.index,
                    _different(table, reported, restated),
                )
    return None


def _different(table: Table, first: Column, second: Column) -> tuple[int, ...]:
    pairs = enumerate(table.rows)
    return tuple(at for at, row in pairs if first.value(row[first.index]) != second.value(row[second.index]))


def _restated_header(column: Column) -> str:
    label = re.sub(
        r"\b(?:as )?(?:first )?reported\b",
        "restated",
        column.label,
        flags=re.IGNORECASE,
    )
    if label == column.label:
        label = f"{column.label}, restated"
    return f"{label} ({column.unit})" if column.unit else label
