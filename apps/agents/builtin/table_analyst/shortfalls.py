"""What of a brief the rules did not do: said in the answer, so that nobody takes a part for the whole."""

import re

from apps.agents.builtin.findings import Finding
from apps.agents.builtin.questions.wish import operation_words, read_wish
from apps.agents.builtin.table_analyst.analysis import answered_operations
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.tables.columns import Kind, columns_of, of_kind
from apps.agents.builtin.words import topic, words

_CLAUSE = re.compile(r"[.;:!?,\n]|\b(?:and|then|as well as)\b")
_TIMES = frozenset("year quarter month week day date period time monthly yearly quarterly daily".split())
_LONGEST = 100
_MOST_WORDS = 8
_MOST_VALUES = 1000


def shortfalls(brief: str, plan: AnalysisPlan, found: list[Finding]) -> list[str]:
    """Say what of a brief was read and not computed, and which of its words name nothing in the table."""
    return [*_uncomputed(brief, plan, found), *_unknown(brief, plan)]


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


def _unknown(brief: str, plan: AnalysisPlan) -> list[str]:
    known = set(words(plan.table.name.replace("_", " ").replace("-", " "))) | operation_words()
    for column in columns_of(plan.table):
        known |= column.words | set(words(column.unit))
    known |= _TIMES if plan.period else set()
    for column in of_kind(columns_of(plan.table), Kind.TEXT):
        for value in list(dict.fromkeys(plan.table.cells(column.index)))[:_MOST_VALUES]:
            known |= set(words(value))
    strange = [word for word in dict.fromkeys(words(brief)) if word in topic(brief) - known]
    if not strange:
        return []
    named = ", ".join(strange[:_MOST_WORDS])
    return [f"I did not follow these words of the brief, which name nothing in the table: {named}."]
