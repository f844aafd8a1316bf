"""Tables that lie in texts: their rows, which columns hold figures, and their rows in another order. Pure."""

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

MOST_ROWS = 5_000
MOST_COLUMNS = 50
MOST_IN_CELL = 300  # characters
_SIGNS = re.compile(r"[%$€£¥\s'’]")
_COMMA = re.compile(r"\(?[-+]?(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,}))\)?", re.ASCII)
_POINT = re.compile(r"\(?[-+]?(?:\d{1,3}(?:,\d{3})+\.\d+|\d+\.(?:\d{1,2}|\d{4,}))\)?", re.ASCII)
_HINT = re.compile(r'"?sep=([,;|\t])"?', re.IGNORECASE)
_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE = 65_536  # characters
_SAMPLE_LINES = 50


@dataclass(frozen=True)
class TextTable:
    """Rows of one length. `figures`: of each column, whether it holds numbers alone. `more`: there are further rows.

    `comma`: its numbers have a decimal comma.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[bool, ...]
    more: bool
    wider: bool
    comma: bool = False

    def in_order(self, column: int, *, down: bool) -> "list[tuple[str, ...]]":
        """The rows by a column from 0, figures as numbers; what is empty comes last both ways."""
        filled = [row for row in self.rows if row[column].strip()]
        empty = [row for row in self.rows if not row[column].strip()]
        if self.figures[column]:
            return sorted(filled, key=lambda row: number_in(row[column], comma=self.comma) or 0.0, reverse=down) + empty
        return sorted(filled, key=lambda row: row[column].casefold(), reverse=down) + empty


def number_in(text: str, *, comma: bool = False) -> float | None:
    """The number that a cell holds, with its thousands, percent or currency sign; None for one that holds none.

    Parentheses make it negative. `comma`: it has a decimal comma.
    """
    plain = _SIGNS.sub("", text)
    plain = plain.replace(".", "").replace(",", ".") if comma else plain.replace(",", "")
    if plain.startswith("(") and plain.endswith(")"):
        plain = f"-{plain[1:-1]}"
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def named_delimiter(line: str) -> str:
    """Give what a first line says stands between cells, as in spreadsheets: "sep=;". "": it says nothing."""
    hint = _HINT.fullmatch(line.strip())
    return hint[1] if hint else ""


def cells_apart(text: str, delimiter: str) -> tuple[str, str]:
    """Give a text without the line by which spreadsheets name their delimiter, and what stands between its cells.

    Where that is said to be a comma, it is what most lines agree on: many such files have semicolons.
    """
    line, _, rest = text.partition("\n")
    if named := named_delimiter(line):
        return rest, named
    if delimiter != ",":
        return text, delimiter
    lines = text[:_SAMPLE].splitlines()[:_SAMPLE_LINES]
    return text, max(_DELIMITERS, key=lambda mark: _agreement(lines, mark))


def _agreement(lines: Sequence[str], mark: str) -> int:
    """How many lines have the same number of cells, two or more."""
    try:
        counts = Counter(len(row) for row in csv.reader(lines, delimiter=mark) if len(row) > 1)
    except csv.Error:
        return 0
    return max(counts.values(), default=0)


def table_in(text: str, delimiter: str, *, cut: bool = False) -> TextTable | None:
    """The table, its first row as the head; None where there is none. `cut`: the text goes on."""
    text, delimiter = cells_apart(text, delimiter)
    try:
        read = [
            row for row in islice(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), MOST_ROWS + 2) if row
        ]
    except csv.Error:
        return None
    rows = read[:-1] if cut and len(read) < MOST_ROWS + 2 else read
    if len(rows) < 2:
        return None
    widest = max(map(len, rows))
    head, *body = [_even(row, min(widest, MOST_COLUMNS)) for row in rows[: MOST_ROWS + 1]]
    comma = _has_decimal_commas(body)
    figures = tuple(_holds_figures([row[place] for row in body], comma=comma) for place in range(len(head)))
    return TextTable(head, tuple(body), figures, cut or len(rows) > MOST_ROWS + 1, widest > MOST_COLUMNS, comma)


def _even(row: Sequence[str], width: int) -> tuple[str, ...]:
    cells = [_short(cell) for cell in row[:width]]
    return tuple(cells + [""] * (width - len(cells)))


def _short(cell: str) -> str:
    return cell if len(cell) <= MOST_IN_CELL else f"{cell[: MOST_IN_CELL - 1]}…"


def _has_decimal_commas(rows: Sequence[Sequence[str]]) -> bool:
    """Whether some number plainly has a decimal comma, and none a decimal point."""
    cells = [_SIGNS.sub("", cell) for row in rows for cell in row]
    return any(map(_COMMA.fullmatch, cells)) and not any(map(_POINT.fullmatch, cells))


def _holds_figures(cells: Sequence[str], *, comma: bool) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and all(number_in(cell, comma=comma) is not None for cell in filled)
