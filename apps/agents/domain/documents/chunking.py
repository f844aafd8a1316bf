"""Text to pieces: by headings, paragraphs and tables, each piece verbatim as it stands in the text.

A table stays in one piece with its header unless it is huge; a piece that begins in the middle of a huge table of
values names the columns in its heading.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from apps.agents.domain.documents.decoding import CSV, MARKDOWN, TSV

DEEPEST = 6
_INDENT = 3  # blanks before the signs; with more the line is code


class Heading(NamedTuple):
    """A heading's words, and its level from 1 to 6."""

    level: int
    title: str


def heading_in(line: str) -> Heading | None:
    """Give the heading that a line is; None for any other line. Signs that close it don't belong to its words.

    Without a pattern: one that leaves blanks and signs off at the end takes cubic time for a line of many blanks.
    """
    bare = line.lstrip(" ")
    rest = bare.lstrip("#")
    level = len(bare) - len(rest)
    if len(line) - len(bare) > _INDENT or not 1 <= level <= DEEPEST or not rest[:1].isspace():
        return None
    title = rest.strip()
    closed = title.rstrip("#").rstrip()
    return Heading(level, closed or title) if title else None


PIECE = 900  # characters that a piece should have, about 200 tokens
HUGE = 8000  # characters up to which a table stays whole
MOST_PIECES = 4000  # of one text, about; the pieces of a very long text are longer
LONGEST_HEADING = 400  # characters

FENCE = re.compile(r" {0,3}(```|~~~)")


@dataclass(frozen=True)
class Piece:
    """A stretch of a text. `heading`: the headings above it, joined by " / "."""

    heading: str
    text: str


@dataclass(frozen=True)
class _Block:
    """Lines that belong together, from offset `start` to `end` of the text."""

    start: int
    end: int
    headings: tuple[str, ...] = ()
    table: bool = False


def split(text: str, media_type: str) -> Iterator[Piece]:
    """Give the pieces of a text in order. Every piece's text is a substring of `text`."""
    if media_type in {CSV, TSV}:
        yield from _rows(text)
        return
    longest = max(PIECE, len(text) // MOST_PIECES)
    for block in _join(_blocks(text, markdown=media_type == MARKDOWN), longest):
        heading = " / ".join(block.headings)[:LONGEST_HEADING]
        for start, end in _cut_lines(text, block.start, block.end, max(longest, HUGE) if block.table else longest):
            if piece := text[start:end].strip("\r\n"):
                yield Piece(heading, piece)


def _rows(text: str) -> Iterator[Piece]:
    first_line = text.lstrip("\ufeff\r\n").split("\n", 1)[0].strip()
    for start, end in _cut_lines(text, 0, len(text), max(HUGE, len(text) // MOST_PIECES)):
        piece = text[start:end].strip("\r\n")
        if piece.strip():
            yield Piece("" if start == 0 else f"columns: {first_line}"[:LONGEST_HEADING], piece)


def _blocks(text: str, *, markdown: bool) -> Iterator[_Block]:
    """Give runs of lines between blank lines, headings and the borders of tables."""
    headings: dict[int, str] = {}
    open_block: _Block | None = None
    fenced = False
    for start, line in _lines(text):
        end, bare = start + len(line), line.rstrip("\r\n")
        fence = markdown and FENCE.match(bare) is not None
        heading = heading_in(bare) if markdown and not fenced else None
        fenced ^= fence
        table = _is_row(bare) and not fenced
        if open_block and (heading or table != open_block.table or (not bare.strip() and not fenced)):
            yield open_block
            open_block = None
        if heading:
            headings = {level: told for level, told in headings.items() if level < heading.level}
            headings[heading.level] = heading.title
        if bare.strip() or fenced:
            told = tuple(headings[level] for level in sorted(headings))
            open_block = replace(open_block, end=end) if open_block else _Block(start, end, told, table)
    if open_block:
        yield open_block


def _is_row(line: str) -> bool:
    row = line.strip(" \t")
    return len(row) > 1 and row[0] == row[-1] == "|"


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        whole = text[start : start + len(line) + 1]
        yield start, whole
        start += len(whole)


def _join(blocks: Iterator[_Block], longest: int) -> Iterator[_Block]:
    """Join neighbours under the same headings while together they are at most `longest`."""
    current: _Block | None = None
    for block in blocks:
        if current and block.headings == current.headings and block.end - current.start <= longest:
            current = replace(current, end=block.end, table=current.table or block.table)
            continue
        if current:
            yield current
        current = block
    if current:
        yield current


def _cut_lines(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """Cut text[start:end] into stretches of at most `longest`, after a line, else a word, else anywhere."""
    while end - start > longest:
        cut = _last_break(text, start, start + longest)
        yield start, cut
        start = cut
    yield start, end


def _last_break(text: str, start: int, end: int) -> int:
    for sign in ("\n", ". ", " "):
        found = text.rfind(sign, start + 1, end)
        if found > start:
            return found + len(sign)
    return end
