"""Words of a brief that name nothing in a table: rules that go by names can do nothing about them, and say so."""

from apps.agents.builtin.questions.wish import operation_words
from apps.agents.builtin.tables.columns import Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.words import topic, words

_TIMES = frozenset("year quarter month week day date period time monthly yearly quarterly daily".split())
_MOST_WORDS = 8
_MOST_VALUES = 1000


def unknown_words(brief: str, table: Table) -> list[str]:
    """Give a sentence that names them; none where every word is known."""
    strange = topic(brief) - _known_words(table)
    named = ", ".join([word for word in dict.fromkeys(words(brief)) if word in strange][:_MOST_WORDS])
    return [f"I did not follow these words of the brief, which name nothing in the table: {named}."] if named else []


def _known_words(table: Table) -> set[str]:
    columns = columns_of(table)
    known = set(words(table.name.replace("_", " ").replace("-", " "))) | operation_words()
    known |= {word for column in columns for word in (*column.words, *words(column.unit))}
    if of_kind(columns, Kind.PERIOD):
        known |= _TIMES
    for column in of_kind(columns, Kind.TEXT):
        for value in list(dict.fromkeys(table.cells(column.index)))[:_MOST_VALUES]:
            known |= set(words(value))
    return known
