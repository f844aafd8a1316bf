"""Log-like text: a time, a level, a message on each line."""

import re

from apps.agents.builtin.tables.model import BrokenRow, Table, UnreadableTableError, table_of

_LINE = re.compile(
    r"\[?(?P<time>[12][0-9]{3}-[01][0-9]-[0-3][0-9][T ][0-2][0-9]:[0-5][0-9][0-9:.,Z+-]*)\]?\s+"
    r"\[?(?P<level>TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\]?:?\s+"
    r"(?:\[?(?P<source>[\w./-]{1,80})\]?:\s+)?(?P<message>.*)"
)
_ENOUGH = 0.5  # a text of which fewer lines look like a log is something else


def read_log(name: str, text: str) -> Table:
    """Read a log into time, level, source, message. Raises UnreadableError for a text that is no log."""
    lines = [(at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()]
    matches = [(at, _LINE.fullmatch(line.strip())) for at, line in lines]
    rows = [[match[key] or "" for key in ("time", "level", "source", "message")] for _, match in matches if match]
    if not rows or len(rows) < _ENOUGH * len(lines):
        raise UnreadableTableError(f"{name} holds no table.")
    broken = [BrokenRow(at, "no time and level") for at, match in matches if not match]
    return table_of(name, ["time", "level", "source", "message"], rows, broken)
