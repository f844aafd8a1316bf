"""Headings of Markdown, the kind that begins with number signs. Pure."""

from typing import NamedTuple

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
