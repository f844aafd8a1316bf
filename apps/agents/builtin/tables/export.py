"""Tables to CSV and Markdown. Cells come from strangers: neither output may be read as a formula or as markup."""

import csv
import io
import re

from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import number_of

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARKUP = re.compile(r"[\\`*_\[\]<>|~&]")
# Ordinary marks inside words and figures that cannot begin any markup there.
_HARMLESS = re.compile(r"(?<=[\w)])[*](?=$)|(?<=\w)_(?=\w)|(?<=\s)&(?=\s)")


def to_csv(table: Table) -> bytes:
    """Write UTF-8 CSV; a cell that a spreadsheet would run as a formula gets a leading apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_defuse(cell) for cell in table.header])
    writer.writerows([_defuse(cell) for cell in row] for row in table.rows)
    return out.getvalue().encode()


def to_markdown(table: Table, most: int = 50) -> str:
    """Write a pipe table of at most `most` rows; says so when rows are left out."""
    lines = [_row(table.header), "|" + "---|" * len(table.header)]
    lines += [_row(row) for row in table.rows[:most]]
    if len(table.rows) > most:
        lines += ["", "The table goes on in the file."]
    return "\n".join(lines)


def escape_markdown(text: str) -> str:
    """Write a text as Markdown that shows exactly that text, on one line."""
    flat = " ".join(text.split())
    spared = {match.start() for match in _HARMLESS.finditer(flat)}
    return _MARKUP.sub(lambda match: match[0] if match.start() in spared else f"\\{match[0]}", flat)


def quote_markdown(text: str) -> str:
    """Write a passage as a Markdown quotation: verbatim, except that markup which loads or runs things is escaped."""
    safe = text.replace("<", "&lt;").replace("![", "!\\[").replace("](", "]\\(")
    return "\n".join(f"> {line}".rstrip() for line in safe.strip().split("\n"))


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(escape_markdown(cell) for cell in cells) + " |"


def _defuse(cell: str) -> str:
    if cell.startswith(_FORMULA) and number_of(cell) is None and number_of(cell, ",") is None and cell != "-":
        return f"'{cell}"
    return cell
