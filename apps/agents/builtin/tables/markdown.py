"""Pipe tables in Markdown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.agents.builtin.tables.model import BrokenRow, Table, cell_count_reason, table_of
from apps.agents.domain.documents.chunking import heading_in

_RULE = re.compile(r"\s*+\|?+\s*+:?+-++:?+\s*+(?:\|\s*+:?+-++:?+\s*+)*+\|?+\s*+")
_BOUNDARY = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class TableBlock:
    """A table and the lines it stands on: `first` is its header's, `end` the first line after it (from 0)."""

    table: Table
    first: int
    end: int


def read_markdown(name: str, text: str) -> list[Table]:
    """Read every pipe table of a Markdown text, each named by the heading above it; fenced code is passed over."""
    return [block.table for block in blocks(name, text)]


def blocks(name: str, text: str) -> list[TableBlock]:
    """Find every pipe table of a Markdown text with its place."""
    lines = text.split("\n")
    return [block for start, heading in _starts(lines) if (block := _block(f"{heading or name}", lines, start))]


def _starts(lines: list[str]) -> Iterator[tuple[int, str]]:
    fence, heading = "", ""
    for at, line in enumerate(lines):
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~"):
            fence = "" if fence == mark else fence or mark
        elif not fence and (found := heading_in(line)):
            heading = found.title
        elif not fence and at + 1 < len(lines) and "|" in line and _is_rule(lines[at + 1]):
            yield at, heading


def _is_rule(line: str) -> bool:
    return len(line) < 5000 and "-" in line and "|" in line and _RULE.fullmatch(line) is not None


def _block(name: str, lines: list[str], start: int) -> TableBlock | None:
    header = _cells(lines[start])
    rows: list[list[str]] = []
    broken: list[BrokenRow] = []
    at = start + 2
    while at < len(lines) and "|" in lines[at] and lines[at].strip():
        cells = _cells(lines[at])
        if len(cells) == len(header):
            rows.append(cells)
        else:
            broken.append(BrokenRow(at + 1, cell_count_reason(len(cells), len(header))))
        at += 1
    if len(header) != len(_cells(lines[start + 1])) or not rows:
        return None
    return TableBlock(table_of(name, header, rows, broken), start, at)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _BOUNDARY.split(inner)]
