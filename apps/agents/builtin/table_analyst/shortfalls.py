"""What of a brief the rules did not do: said in the answer, so that nobody takes a part for the whole."""

import re
from collections.abc import Sequence

from apps.agents.builtin.findings import Finding
from apps.agents.builtin.questions.date_parts import GROUP_REACH
from apps.agents.builtin.questions.exclusions import read_exclusions
from apps.agents.builtin.questions.filters import compared_column
from apps.agents.builtin.questions.unknown_words import unknown_words
from apps.agents.builtin.questions.wish import TableOperation, read_wish
from apps.agents.builtin.table_analyst.analysis import answered_operations
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.tables.columns import Column, Kind, best_named_columns, columns_of, of_kind
from apps.agents.builtin.tables.model import Table

_CLAUSE = re.compile(r"[.;:!?,\n]|\b(?:and|then|as well as)\b")
_LEADS = frozenset(["by", "per", "each", "every"])
_MEASURED = frozenset("most fewest least highest lowest total sum average mean median".split())
_LONGEST = 100
_NO_WHOLE = "The shares are of what is left: what was left out is not in their whole."


def shortfalls(brief: str, table: Table, plan: AnalysisPlan, found: list[Finding]) -> list[str]:
    """Say what of a brief was read and not computed, and which of its words name nothing in the table as it was."""
    left_out = read_exclusions(brief, table)
    shared = TableOperation.SHARE in plan.operations and (left_out.values or left_out.periods)
    return [
        *_uncomputed(left_out.rest, plan, found),
        *_ungrouped(left_out.rest, table, plan),
        *_undivided(left_out.rest, plan),
        *_uncounted(left_out.rest, plan),
        *([_NO_WHOLE] if shared else []),
        *unknown_words(brief, table),
    ]


def _uncomputed(brief: str, plan: AnalysisPlan, found: list[Finding]) -> list[str]:
    headers = frozenset(word for column in columns_of(plan.table) for word in column.words)
    said = []
    for clause in filter(str.strip, _CLAUSE.split(brief.lower())):
        asked = read_wish(clause).operations(headers)
        missing = asked - answered_operations(plan, found, asked)
        if missing:
            named = " and ".join(sorted(missing))
            said.append(f"I did not compute the {named} that “{' '.join(clause.split())[:_LONGEST]}” asks for.")
    return said


def _ungrouped(brief: str, table: Table, plan: AnalysisPlan) -> list[str]:
    """Name the columns after "by" and "per", of compared values and of parts of dates that figures are not by."""
    wish = read_wish(brief)
    columns, compared = columns_of(plan.table), compared_column(table, wish)
    grown = plan.period if plan.operations & {TableOperation.GROWTH, TableOperation.CAGR} else None
    used = frozenset(word for column in (plan.group, grown) if column for word in column.words) | plan.wish.sorted_by
    asked = [
        column.label
        for column in (*of_kind(columns, Kind.TEXT), *of_kind(columns, Kind.PERIOD))
        if not column.words <= used and (column == compared or column.words & wish.parts or _is_led(column, wish.said))
    ]
    if not asked:
        return []
    alone = f"by {plan.group.label} alone, " if plan.group else ""
    return [f"The figures are {alone}not by {' and '.join(asked)}."]


def _undivided(brief: str, plan: AnalysisPlan) -> list[str]:
    """Name the columns of numbers after "per"; “cost per unit” may be a column of its own."""
    said = read_wish(brief).said
    numbers = of_kind(columns_of(plan.table), Kind.NUMBER)
    if any("per" in column.words for column in best_named_columns(numbers, frozenset(said))):
        return []
    behind = {said[at + 1] for at, word in enumerate(said[:-1]) if word == "per"}
    return [f"No figure is per {column.label}: I divide by no column." for column in numbers if column.words & behind]


def _is_led(column: Column, said: Sequence[str]) -> bool:
    """Whether the whole name of a column stands after "by", "per" or "each"."""
    return any(
        word in _LEADS and column.words <= frozenset(said[at + 1 : at + 1 + GROUP_REACH])
        for at, word in enumerate(said)
    )


def _uncounted(brief: str, plan: AnalysisPlan) -> list[str]:
    """Name the columns of which most, least or a total is asked, though they hold names."""
    said = read_wish(brief).said
    columns = columns_of(plan.table)
    if not plan.measures or best_named_columns(of_kind(columns, Kind.NUMBER), frozenset(said)):
        return []
    asked = [
        column.label for column in of_kind(columns, Kind.TEXT) if column != plan.group and _is_measured(column, said)
    ]
    figures = " and ".join(measure.label for measure in plan.measures)
    return [f"{label} holds no numbers: the figures are of {figures}." for label in asked]


def _is_measured(column: Column, said: Sequence[str]) -> bool:
    """Whether the whole name of a column stands behind "most" or "total"."""
    length = len(column.words)
    measuring = (at for at, word in enumerate(said) if word in _MEASURED)
    return any(column.words == frozenset(said[at + 1 : at + 1 + length]) for at in measuring)
