"""A table as it stands in a file: a header and rows of verbatim cell texts."""

import unicodedata
from dataclasses import dataclass, replace

MAX_ROWS = 200_000
MAX_COLUMNS = 200
MAX_BYTES = 20 * 1024 * 1024


class UnreadableTableError(ValueError):
    """A file holds no table that can be read. The message is one plain sentence."""


@dataclass(frozen=True)
class BrokenRow:
    """A row that was left out. `line` counts from 1 in the file (records, in JSON)."""

    line: int
    reason: str


@dataclass(frozen=True)
class Table:
    """Every row is as long as the header; cells are stripped, composed and otherwise verbatim."""

    name: str  # where it comes from, as a person would say it: a file name, or a heading
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    broken: tuple[BrokenRow, ...] = ()
    remarks: tuple[str, ...] = ()  # what else a reader must know, such as a cap that was reached

    def cells(self, index: int) -> tuple[str, ...]:
        """Give the column at `index`, top to bottom."""
        return tuple(row[index] for row in self.rows)

    def with_rows(self, rows: tuple[tuple[str, ...], ...]) -> "Table":
        """Give the same table with other rows."""
        return replace(self, rows=rows)

    def with_column(self, header: str, cells: tuple[str, ...]) -> "Table":
        """Give the table with one more column at the end."""
        rows = tuple((*row, cell) for row, cell in zip(self.rows, cells, strict=True))
        return replace(self, header=(*self.header, header), rows=rows)

    def only_columns(self, indexes: tuple[int, ...]) -> "Table":
        """Give the table with these columns alone, in this order."""
        rows = tuple(tuple(row[index] for index in indexes) for row in self.rows)
        return replace(self, header=tuple(self.header[index] for index in indexes), rows=rows)


def table_of(name: str, header: list[str], rows: list[list[str]], broken: list[BrokenRow]) -> Table:
    """Build a table from rows of the header's length; applies the caps and makes the header's names unique."""
    remarks: list[str] = []
    if len(rows) > MAX_ROWS:
        remarks.append(f"Only the first {MAX_ROWS:,} rows of {name} were read.")
    if len(header) > MAX_COLUMNS:
        remarks.append(f"Only the first {MAX_COLUMNS} columns of {name} were read.")
    kept = tuple(tuple(_cell(cell) for cell in row[:MAX_COLUMNS]) for row in rows[:MAX_ROWS])
    return Table(name, _unique(header[:MAX_COLUMNS]), kept, tuple(broken), tuple(remarks))


def _cell(text: str) -> str:
    """Two spellings of one letter are one name: “Köln” with an ö of its own, and with an o and two dots."""
    return unicodedata.normalize("NFC", text.strip())


def cell_count_reason(found: int, wanted: int) -> str:
    """Say why a row does not fit its header."""
    return f"{found} {'cell' if found == 1 else 'cells'} where the header has {wanted}"


def _unique(header: list[str]) -> tuple[str, ...]:
    seen: dict[str, int] = {}
    names: list[str] = []
    for position, cell in enumerate(header, start=1):
        name = " ".join(cell.split()) or f"column {position}"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(names)
