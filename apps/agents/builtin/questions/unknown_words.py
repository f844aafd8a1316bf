"""Words of a brief that name nothing in a table: rules that go by names can do nothing about them, and say so."""

import re
from itertools import pairwise

from apps.agents.builtin.questions.date_parts import PART_ADVERBS, add_date_parts
from apps.agents.builtin.questions.exclusions import read_exclusions
from apps.agents.builtin.questions.selection import naming_numbers
from apps.agents.builtin.questions.wish import operation_words, read_wish, without_bounds, years_in
from apps.agents.builtin.tables.columns import Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.periods import is_year, periods_in, without_periods
from apps.agents.builtin.words import FILLER, topic, words

_TIMES = frozenset(["date", "period", "time"])
_COMPARING = re.compile(r"\bhow (?:much|many) (?:more|less|fewer)\b|\bdifference between\b", re.IGNORECASE)
"""What rules do not work out, though each word of it may be one of the table's."""
_MOST_WORDS = 8
_MOST_VALUES = 1000


def unknown_words(brief: str, table: Table) -> list[str]:
    """Give sentences that name them, also those that leave out what can't be told; none where every word is known."""
    left_out = read_exclusions(brief, table)
    brief = left_out.rest
    parts = read_wish(brief).parts
    table = add_date_parts(table, parts)
    unread = [f"Nothing was left out for “{said}”: I did not follow these words." for said in left_out.unread]
    known = _known_words(table)
    times = [] if of_kind(columns_of(table), Kind.PERIOD) else _times(brief, known)
    brief = without_bounds(without_periods(brief))
    strange = (topic(brief) | parts | _missing_names(brief, table)) - known
    compared = [found.group() for found in _COMPARING.finditer(brief)]
    unknown = [word for word in dict.fromkeys(words(brief)) if word in strange]
    named = ", ".join([*compared, *times, *unknown][:_MOST_WORDS])
    if named:
        unread.append(f"I did not follow these words of the brief, which name nothing in the table: {named}.")
    return unread


def _missing_names(brief: str, table: Table) -> set[str]:
    """Letters and digits right behind the name of a column that may be values of it, and are none: “hall 9”."""
    columns, wish = columns_of(table), read_wish(brief)
    naming = naming_numbers(columns, wish)
    names = {word for column in (*of_kind(columns, Kind.TEXT), *naming) for word in column.words}
    values = {word for column in naming for cell in table.cells(column.index) for word in words(cell)}
    behind = {word for before, word in pairwise(wish.said) if before in names and (len(word) == 1 or word.isdigit())}
    return {word for word in behind - values - FILLER if not is_year(word)}


def _times(brief: str, known: set[str]) -> list[str]:
    """The years, months and days that a brief names; those that a table names too are words of it."""
    finer = (" ".join(brief[start:end].split()) for start, end, _ in periods_in(brief))
    named = [*map(str, years_in(without_periods(brief))), *finer]
    return [time for time in dict.fromkeys(named) if not set(words(time)) <= known]


def _known_words(table: Table) -> set[str]:
    columns = columns_of(table)
    known = set(words(table.name.replace("_", " ").replace("-", " "))) | operation_words()
    known |= {word for column in columns for word in (*column.words, *words(column.unit))}
    if of_kind(columns, Kind.PERIOD):
        known |= _TIMES | {adverb for adverb, part in PART_ADVERBS.items() if part in known}
    for column in of_kind(columns, Kind.TEXT):
        for value in list(dict.fromkeys(table.cells(column.index)))[:_MOST_VALUES]:
            known |= set(words(value))
    return known
