"""Which column a question groups by."""

from apps.agents.builtin.questions.wish import Wish
from apps.agents.builtin.tables.columns import Column, best_named_columns
from apps.agents.builtin.tables.model import Table

_LEADS = frozenset("by per each every which what among across between for".split())
_REACH = 3  # words after "by" or "which" that may name the column


def groupable(table: Table, texts: tuple[Column, ...]) -> tuple[Column, ...]:
    """Give the columns that tell rows apart: those with more than one value."""
    return tuple(column for column in texts if len(set(table.cells(column.index))) > 1)


def led_column(candidates: tuple[Column, ...], wish: Wish) -> Column | None:
    """Give the column named right after "by", "per", "which" and their kin."""
    for at, word in enumerate(wish.said):
        near = frozenset(wish.said[at + 1 : at + 1 + _REACH])
        if word in _LEADS and (found := best_named_columns(candidates, near)):
            return found[0]
    return None
