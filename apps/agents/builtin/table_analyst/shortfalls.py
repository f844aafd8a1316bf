"""What of a brief the rules did not do: said in the answer, so that nobody takes a part for the whole."""

import re

from apps.agents.builtin.findings import Finding
from apps.agents.builtin.questions.unknown_words import unknown_words
from apps.agents.builtin.questions.wish import read_wish
from apps.agents.builtin.table_analyst.analysis import answered_operations
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.tables.columns import columns_of
from apps.agents.builtin.tables.model import Table

_CLAUSE = re.compile(r"[.;:!?,\n]|\b(?:and|then|as well as)\b")
_LONGEST = 100


def shortfalls(brief: str, table: Table, plan: AnalysisPlan, found: list[Finding]) -> list[str]:
    """Say what of a brief was read and not computed, and which of its words name nothing in the table as it was."""
    return [*_uncomputed(brief, plan, found), *unknown_words(brief, table)]


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
