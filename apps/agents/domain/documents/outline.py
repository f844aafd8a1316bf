"""What a file holds, in a line or two: columns and rows of a table, keys of JSON, headings or first lines of a text.

It is made once, where a file comes in, for whoever plans work with the file and has not read it.
"""

import csv
import io
import json
from collections.abc import Iterator
from itertools import islice

from apps.agents.domain.documents.chunking import heading_in
from apps.agents.domain.documents.decoding import CSV, JSON, MARKDOWN, TSV
from apps.core.texts import one_line

LONGEST = 600
"""Characters of an outline."""

MOST_COLUMNS, MOST_HEADINGS, FIRST_ROWS, FIRST_LINES, MOST_KEYS = 30, 12, 2, 3, 20
_NAME, _LINE = 40, 120  # characters
_PARSED = 2_000_000  # characters of JSON that are read for its keys
_MARKS = ",;\t|"


def outline(text: str, media_type: str) -> str:
    """The outline of a file's text; empty where there is nothing to say."""
    told = _of_kind(text, media_type)
    return one_line(told, LONGEST) if told else ""


def _of_kind(text: str, media_type: str) -> str:
    if media_type in (CSV, TSV):
        return _table(text, "\t" if media_type == TSV else _mark(text))
    if media_type == JSON and (told := _json(text)):
        return told
    return (media_type == MARKDOWN and _headings(text)) or _first_lines(text)


def _mark(text: str) -> str:
    head = next(_full_lines(text), "")
    return max(_MARKS, key=head.count)


def _table(text: str, mark: str) -> str:
    """Columns, rows, and the first of them."""
    try:
        records = (row for row in csv.reader(io.StringIO(text), delimiter=mark) if any(cell.strip() for cell in row))
        header = next(records, [])
        first = list(islice(records, FIRST_ROWS))
        rows = len(first) + sum(1 for _ in records)
    except csv.Error:  # a field without an end, or a sign that no table has
        return _first_lines(text)
    columns = _listed(header, MOST_COLUMNS)
    shown = "; ".join(_listed(row, MOST_COLUMNS, " | ") for row in first)
    return f"rows: {rows:,}; columns: {columns}" + (f"; first rows: {shown}" if shown else "")


def _json(text: str) -> str:
    if len(text) > _PARSED:
        return ""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    if isinstance(data, dict):
        return f"an object with keys: {_listed(list(data), MOST_KEYS)}"
    if not isinstance(data, list):
        return ""
    keys = _listed(list(data[0]), MOST_KEYS) if data and isinstance(data[0], dict) else ""
    return f"a list of {len(data):,}" + (f"; the first has keys: {keys}" if keys else "")


def _headings(text: str) -> str:
    found = (heading.title for line in text.splitlines() if (heading := heading_in(line)))
    titles = list(islice(found, MOST_HEADINGS + 1))
    return f"headings: {_listed(titles, MOST_HEADINGS, '; ')}" if titles else ""


def _first_lines(text: str) -> str:
    lines = [one_line(line, _LINE) for line in islice(_full_lines(text), FIRST_LINES)]
    return f"begins: {' / '.join(lines)}" if lines else ""


def _full_lines(text: str) -> Iterator[str]:
    return (line for line in io.StringIO(text) if line.strip())


def _listed(words: list[str], most: int, between: str = ", ") -> str:
    """The first of them, each short; how many more there are."""
    shown = between.join(one_line(word, _NAME) for word in words[:most])
    return f"{shown} and {len(words) - most} more" if len(words) > most else shown
