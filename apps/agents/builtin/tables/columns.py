"""What the columns of a table are: numbers with a unit, points in time, names, notes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import islice

from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import Number, decimal_mark, decimal_marks_shown, is_missing, number_of
from apps.agents.builtin.tables.periods import is_year, period_of
from apps.agents.builtin.words import words

_UNIT = re.compile(r"(?P<label>.*\S)\s*[(\[](?P<unit>[^()\[\]]{1,30})[)\]]\s*|(?P<head>.+?) in (?P<tail>\S{1,12})")
_PERIOD_WORDS = frozenset(
    ["year", "date", "month", "quarter", "period", "day", "week", "time", "fy", "timestamp", "hour"]
)
_NOTE_WORDS = frozenset(["note", "remark", "comment", "footnote", "annotation", "message"])
_ID_WORDS = frozenset(["id", "nr", "no", "code", "zip", "postcode", "phone", "key", "serial"])
_RATES = frozenset(["rate", "ratio", "percentage", "percent", "margin", "average", "mean", "probability"])
_SCALES = {"thousand": 3, "million": 6, "mn": 6, "billion": 9, "bn": 9, "trillion": 12}
_SIGNS = frozenset("%‰$€£¥₹")
_ENOUGH = 0.8  # the share of a column's cells that must be numbers for it to be a column of numbers
_ONE_ODD = 3  # numbers that a single cell beside them takes nothing from
_MIXED = 0.5  # the share from which a column is meant to hold numbers, though it can't be computed with
_LONGEST_HEADER = 200
_SAMPLE = 5000  # filled cells that say what a column is
_PROSE = 40  # characters; a column whose filled cells are longer on average holds notes


class Kind(StrEnum):
    """What the cells of a column are."""

    NUMBER = "number"  # can be computed with
    PERIOD = "period"  # years, months, days: orders the rows
    TEXT = "text"  # names of things: groups the rows
    NOTE = "note"  # prose about a row


@dataclass(frozen=True)
class Column:
    """A column of a table. `label` is the header without its unit; `mark` its decimal mark."""

    index: int
    header: str
    label: str
    unit: str
    kind: Kind
    mark: str = "."
    scaled: bool = False  # its cells carry different scale words ("900 thousand", "1.2 million")

    @property
    def words(self) -> frozenset[str]:
        """The words of the header without the unit."""
        return frozenset(words(self.label.replace("_", " ")))

    @property
    def is_rate(self) -> bool:
        """Whether its cells are rates, which can't be added up."""
        return bool(self.words & _RATES) or (self.unit in {"%", "‰"} and "share" not in self.words)

    def value(self, cell: str) -> Decimal | None:
        """Give a cell's number, None where there is none."""
        number = number_of(cell, self.mark)
        if number is None:
            return None
        return number.value.scaleb(_SCALES.get(number.unit.lower(), 0)) if self.scaled else number.value


def columns_of(table: Table) -> tuple[Column, ...]:
    """Say of every column of a table what it is.

    Where one plainly has a decimal comma and none a decimal point, the point in "1.200" groups thousands.
    """
    columns = tuple(_column(table, index) for index in range(len(table.header)))
    numbers = of_kind(columns, Kind.NUMBER)
    if all(column.mark == "." for column in numbers) or any(_shows_point(table, column) for column in numbers):
        return columns
    return tuple(column if column.mark == "," else _column(table, column.index, ",") for column in columns)


def _shows_point(table: Table, column: Column) -> bool:
    return "." in decimal_marks_shown(_filled(table, column.index))


def _filled(table: Table, index: int) -> list[str]:
    return list(islice((row[index] for row in table.rows if not is_missing(row[index])), _SAMPLE))


def of_kind(columns: tuple[Column, ...], kind: Kind) -> tuple[Column, ...]:
    """Give the columns of one kind, in the table's order."""
    return tuple(column for column in columns if column.kind == kind)


def words_of(columns: Iterable[Column]) -> frozenset[str]:
    """The words of their headers."""
    return frozenset(word for column in columns for word in column.words)


def best_named_columns(columns: Iterable[Column], said: frozenset[str]) -> tuple[Column, ...]:
    """Give the columns that share the most words with what was said, none when no word is shared."""
    scored = [(len(column.words & said), column) for column in columns]
    best = max((score for score, _ in scored), default=0)
    return tuple(column for score, column in scored if score == best > 0)


def odd_cell(table: Table, column: Column) -> str:
    """Give a cell that keeps a column, most of whose cells are numbers, from being one of numbers; "" in any other."""
    filled = [cell for cell in table.cells(column.index) if not is_missing(cell)]
    odd = [cell for cell in filled if number_of(cell) is None]
    mixed = column.kind in (Kind.TEXT, Kind.NOTE) and not column.words & _ID_WORDS
    return odd[0] if mixed and odd and len(filled) - len(odd) >= _MIXED * len(filled) else ""


def _column(table: Table, index: int, mark: str = "") -> Column:
    """Say what a column is, its decimal mark told by its own cells if it is not given."""
    header = table.header[index]
    label, unit = _split_unit(header)
    filled = _filled(table, index)
    said = frozenset(words(label.replace("_", " ")))
    if said & _NOTE_WORDS or not filled:
        return Column(index, header, label, unit, Kind.NOTE if said & _NOTE_WORDS else Kind.TEXT)
    if _is_period(filled, said, index):
        return Column(index, header, label, unit, Kind.PERIOD)
    mark = mark or decimal_mark(filled)
    numbers = [number for cell in filled if (number := number_of(cell, mark))]
    odd = len(filled) - len(numbers)
    enough = len(numbers) >= _ENOUGH * len(filled) or (odd == 1 and len(numbers) >= _ONE_ODD)
    if not said & _ID_WORDS and enough and (fits := _common_unit(numbers)) is not None:
        return Column(index, header, label, unit or fits[0], Kind.NUMBER, mark, fits[1])
    prose = sum(map(len, filled)) > _PROSE * len(filled)
    return Column(index, header, label, unit, Kind.NOTE if prose else Kind.TEXT)


def _split_unit(header: str) -> tuple[str, str]:
    match = _UNIT.fullmatch(header) if len(header) <= _LONGEST_HEADER else None
    if match is None or (match["unit"] or match["tail"]).strip().isdigit():  # "amount (2)": of that name the second
        return header, ""
    return (match["label"], match["unit"].strip()) if match["label"] else (match["head"], match["tail"])


def _is_period(filled: list[str], said: frozenset[str], index: int) -> bool:
    if not all(period_of(cell) for cell in filled):
        return False
    # A count of 2,000 pieces looks like a year; a column of years says so, or leads the table.
    return bool(said & _PERIOD_WORDS) or index == 0 or not all(is_year(cell) for cell in filled)


def _common_unit(numbers: list[Number]) -> tuple[str, bool] | None:
    """Give the cells' unit and whether scale words differ; None when the units do not go together."""
    units = {number.unit for number in numbers}
    named = units - {""}
    # "5 %" beside a bare "7" is one unit; "5 kWh" beside a bare "7" might not be.
    if len(units) == 1 or (len(named) == 1 and named <= _SIGNS):
        return max(units), False
    if {unit.lower() for unit in named} <= set(_SCALES):
        return "", True
    return None
