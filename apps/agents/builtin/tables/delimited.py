"""CSV, TSV and their kin. A broken row is left out and named; the rest is read."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, takewhile

from apps.agents.builtin.tables.headers import MOST_ABOVE, header_in
from apps.agents.builtin.tables.model import BrokenRow, Table, UnreadableTableError, cell_count_reason, table_of
from apps.agents.builtin.tables.numbers import number_of
from apps.agents.builtin.tables.periods import is_year
from apps.core.sentences import sentence
from apps.files.domain.tables import named_delimiter

_DELIMITERS = (",", "\t", ";", "|")
_SAMPLE = 200
_LONGEST_RECORD = 100  # lines that one quoted cell may span

Record = tuple[int, list[str] | None, str]  # line number, cells, why there are none


def read_delimited(name: str, text: str, delimiter: str | None = None) -> Table:
    """Read a table from delimited text; the delimiter is found when it is not given. Raises UnreadableError."""
    lines = text.split("\n")
    named = named_delimiter(lines[0])
    if named:
        lines[0] = ""
    mark = delimiter or named or _delimiter(lines)
    records = [record for record in _records(lines, mark) if record[1] is None or any(map(str.strip, record[1]))]
    width = _width(records)
    header_at = _header_at(records, width)
    header, body = _header(records, header_at, width)
    rows, broken = _sort_out(body, width)
    if not rows:
        raise UnreadableTableError(sentence("{name} holds no usable row.", name=name))
    return table_of(name, header, rows, broken)


def _delimiter(lines: list[str]) -> str:
    sample = [line for line in lines if line.strip()][:_SAMPLE]
    return max(_DELIMITERS, key=lambda mark: _agreement(sample, mark))


def _agreement(sample: list[str], mark: str) -> tuple[int, int]:
    """How many lines agree on the same number of cells, two or more."""
    counts = Counter(len(cells) for _, cells, _ in _records(sample, mark) if cells is not None and len(cells) > 1)
    return max(((lines, width) for width, lines in counts.items()), default=(0, 0))


def _records(lines: list[str], mark: str) -> Iterator[Record]:
    opens = re.compile(rf'(?:^|{re.escape(mark)}) *"')
    at = 0
    while at < len(lines):
        length = _record_length(lines, at, opens)
        cells = _parse(lines[at : at + length], mark) if length else None
        yield (
            at + 1,
            cells,
            "" if cells is not None else "a quotation mark is never closed",
        )
        at += max(1, length)


def _record_length(lines: list[str], at: int, opens: re.Pattern[str]) -> int:
    """Count the lines of the record that begins at `at`: more than one when a quoted cell spans them; 0 when broken."""
    quotes = lines[at].count('"')
    if quotes % 2 == 0 or not opens.search(lines[at]):
        return 1
    for length in range(2, min(_LONGEST_RECORD, len(lines) - at) + 1):
        quotes += lines[at + length - 1].count('"')
        if quotes % 2 == 0:
            return length
    return 0


def _parse(lines: list[str], mark: str) -> list[str] | None:
    try:
        records = list(csv.reader([f"{line}\n" for line in lines], delimiter=mark, skipinitialspace=True))
    except csv.Error:
        return None
    return records[0] if len(records) == 1 else ([] if not records else None)


def _width(records: list[Record]) -> int:
    """Give the most common number of cells, of equals the one that comes first; a single cell is a title."""
    counts = Counter(len(cells) for _, cells, _ in records[:_SAMPLE] if cells)
    wide = {width: lines for width, lines in counts.items() if width > 1} or counts
    return max(wide, key=lambda width: wide[width], default=1)


def _header_at(records: list[Record], width: int) -> int:
    fits = (at for at, (_, cells, _) in enumerate(records) if cells is not None and len(cells) == width)
    return next(fits, len(records))


def _header(records: list[Record], at: int, width: int) -> tuple[list[str], list[Record]]:
    """Take the first full row that names columns as the header, unless it holds numbers alone; above are titles."""
    cells = records[at][1] if at < len(records) else None
    if cells is None:
        return [], []
    if all(number_of(cell) and not (is_year(cell) and width > 1) for cell in cells):
        return [f"column {position}" for position in range(1, width + 1)], records[at:]
    following = takewhile(lambda row: row is not None and len(row) == width, (row for _, row, _ in records[at:]))
    header, taken = header_in([row for row in islice(following, MOST_ABOVE) if row])
    return header, records[at + taken :]


def _sort_out(records: list[Record], width: int) -> tuple[list[list[str]], list[BrokenRow]]:
    rows: list[list[str]] = []
    broken: list[BrokenRow] = []
    for line, cells, reason in records:
        if cells is None:
            broken.append(BrokenRow(line, reason))
        elif len(fitted := _fit_cells(cells, width)) == width:
            rows.append(fitted)
        else:
            broken.append(BrokenRow(line, cell_count_reason(len(fitted), width)))
    return rows, broken


def _fit_cells(cells: list[str], width: int) -> list[str]:
    """Drop empty cells past the header's width; some programs write them."""
    while len(cells) > width and not cells[-1].strip():
        cells = cells[:-1]
    return cells
