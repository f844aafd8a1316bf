"""What a chart is, and which kind of it fits a table and the words that ask for it."""

import re
from dataclasses import dataclass
from enum import StrEnum

from apps.agents.builtin.questions.filters import compared_column
from apps.agents.builtin.questions.selection import groupable, has_repeats, led_column, part_column
from apps.agents.builtin.questions.wish import Wish
from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.restatements import Pair
from apps.agents.builtin.words import words


class ChartKind(StrEnum):
    """The kinds of charts, as an answer names them."""

    BAR = "bar chart"
    LINE = "line chart"
    PIE = "pie chart"
    SCATTER = "scatter plot"


@dataclass(frozen=True)
class Drawn:
    """One series. `values` has a place for every category, None where there is none; `texts` are the cells' own."""

    label: str
    values: tuple[float | None, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """What to draw. A scatter plot has two series, the horizontal one first; `categories` then name the points."""

    kind: ChartKind
    title: str
    x_label: str
    y_label: str
    categories: tuple[str, ...]
    series: tuple[Drawn, ...]
    columns: tuple[str, ...]  # the headers of the columns that are drawn
    source: str  # the table's name
    remarks: tuple[str, ...] = ()


_DRAW = r"\b(?:plot|chart|draw|graph|diagram|visuali[sz]e|show|histogram|scatter|curve)\w*\s+"
_DRAWN = re.compile(rf"{_DRAW}([^,.;:\n]{{1,120}})")
_LISTED = re.compile(rf"{_DRAW}([^.;:\n]{{1,120}})")  # "plot price, weight and count"
_MOST_SERIES = 4
_TIME_WORDS = frozenset("time trend development history line curve year month day".split())
_SAID_AS_DRAWN = 3  # a word in "plot the ..." counts so many times a word elsewhere


@dataclass(frozen=True)
class Choice:
    """The columns to draw. `across` gives the categories, None: the rows have no names; `split` makes the series."""

    measures: tuple[Column, ...]
    across: Column | None
    split: Column | None


def choose(table: Table, wish: Wish, text: str, pair: Pair | None, kind: ChartKind | None) -> Choice | None:
    """Choose the columns; None where the table has no numbers. `kind` is the one that was asked for, if any."""
    columns = columns_of(table)
    numbers = of_kind(columns, Kind.NUMBER)
    if not numbers:
        return None
    scores = _scores(numbers, frozenset(wish.said), _drawn_words(text))
    periods = of_kind(columns, Kind.PERIOD)
    texts = groupable(table, of_kind(columns, Kind.TEXT))
    if kind == ChartKind.SCATTER and len(numbers) > 1:
        return Choice(_best_two(scores), next(iter((*texts, *periods)), None), None)
    return _place_columns(table, _of_one_unit(scores, pair), periods, texts, wish)


def undrawn(table: Table, choice: Choice, text: str) -> list[str]:
    """Name the columns of numbers that are asked to be drawn by their whole name, and are not among those chosen."""
    listed = frozenset(word for match in _LISTED.findall(text.lower()) for word in words(match))
    taken = frozenset(column.index for column in choice.measures)
    asked = [column for column in of_kind(columns_of(table), Kind.NUMBER) if column.words and column.words <= listed]
    rest = [column.header for column in asked if column.index not in taken]
    if not rest or len(rest) == len(asked):
        return []
    return [f"Not drawn: {', '.join(rest)}. One chart has columns of one unit, at most {_MOST_SERIES} of them."]


def _place_columns(
    table: Table, measures: tuple[Column, ...], periods: tuple[Column, ...], texts: tuple[Column, ...], wish: Wish
) -> Choice:
    """Over time where there is a time, unless the words ask for a comparison by name and do not speak of time."""
    led = led_column(texts, wish) or compared_column(table, wish)
    timed = led_column(periods, wish) or part_column(periods, wish)
    period = timed or next(iter(periods), None)
    if period is None or (led and not timed and not set(wish.said) & (period.words | _TIME_WORDS)):
        return Choice(measures, led or next(iter(texts), None), None)
    if led or (texts and not timed and has_repeats(table, period)):
        return Choice(measures[:1], period, led or texts[0])
    return Choice(measures, period, None)


def _drawn_words(text: str) -> frozenset[str]:
    return frozenset(word for match in _DRAWN.findall(text.lower()) for word in words(match))


def _scores(numbers: tuple[Column, ...], said: frozenset[str], drawn: frozenset[str]) -> dict[Column, int]:
    return {column: len(column.words & said) + _SAID_AS_DRAWN * len(column.words & drawn) for column in numbers}


def _best_two(scores: dict[Column, int]) -> tuple[Column, ...]:
    return tuple(sorted(sorted(scores, key=lambda column: -scores[column])[:2], key=lambda column: column.index))


def _of_one_unit(scores: dict[Column, int], pair: Pair | None) -> tuple[Column, ...]:
    """Take the columns of one unit that the words name best; absolute numbers before percentages."""
    best = max(scores, key=lambda column: (scores[column], column.unit != "%", -column.index))
    same = [column for column in scores if column.unit == best.unit]
    if pair and best.index in (pair.reported, pair.restated):
        return tuple(column for column in same if column.index in (pair.reported, pair.restated))
    named = [column for column in same if scores[column] > 0]
    return tuple((named or same)[:_MOST_SERIES])
