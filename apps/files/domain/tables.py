"""Tables that lie in texts: their rows, which columns hold figures, and their rows in another order. Pure."""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

MOST_ROWS = 5_000
MOST_COLUMNS = 50
MOST_IN_CELL = 300  # characters


@dataclass(frozen=True)
class TextTable:
    """Rows of one length. `figures`: of each column, whether it holds numbers alone. `more`: there are further rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[bool, ...]
    more: bool
    wider: bool

    def in_order(self, column: int, *, down: bool) -> "list[tuple[str, ...]]":
        """The rows by a column from 0, figures as numbers; what is empty comes last both ways."""
        filled = [row for row in self.rows if row[column].strip()]
        empty = [row for row in self.rows if not row[column].strip()]
        if self.figures[column]:
            return sorted(filled, key=lambda row: number_in(row[column]) or 0.0, reverse=down) + empty
        return sorted(filled, key=lambda row: row[column].casefold(), reverse=down) + empty


def number_in(text: str) -> float | None:
    """The number that a cell holds, with its thousands, percent or dollar sign; None for one that holds none."""
    try:
        number = float(text.replace(",", "").replace("%", "").replace("$", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def table_in(text: str, delimiter: str, *, cut: bool = False) -> TextTable | None:
    """The table, its first row as the head; None where there is none. `cut`: the text goes on."""
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
    figures = tuple(_holds_figures([row[place] for row in body]) for place in range(len(head)))
    return TextTable(head, tuple(body), figures, cut or len(rows) > MOST_ROWS + 1, widest > MOST_COLUMNS)


def _even(row: Sequence[str], width: int) -> tuple[str, ...]:
    cells = [_short(cell) for cell in row[:width]]
    return tuple(cells + [""] * (width - len(cells)))


def _short(cell: str) -> str:
    return cell if len(cell) <= MOST_IN_CELL else f"{cell[: MOST_IN_CELL - 1]}…"


def _holds_figures(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and all(number_in(cell) is not None for cell in filled)
