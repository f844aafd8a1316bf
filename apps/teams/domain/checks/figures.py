"""Whether the figures of an answer stand in what it was given, or follow from it.

A figure that is cited word for word (“according to sales.csv”, “[sales.csv]”) must stand in that source. One that was
computed is recomputed where it is a total, an average, a share, a change or an extreme of a column of a table, or where
the sum is written out. All others are marked: nothing that was not found is taken for right, or for wrong.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from io import StringIO
from itertools import islice
from statistics import mean, median

from apps.core.sentences import plural_sentence, sentence
from apps.teams.domain.checks.kinds import FiguresCheck
from apps.teams.domain.checks.numbers import WrittenFigure, figures_in, sums_in, value_of, values_in
from apps.teams.domain.checks.verification import CheckOutcome, leave_unchecked, refute, shorten, verify

MOST_SOURCE = 128 * 1024  # bytes of each source that are read
_MOST_ROWS, _MOST_GROUPS, _MOST_COLUMNS, _MOST_AGGREGATES = 5000, 60, 40, 2000
_MOST_TEXT = 100_000  # characters of the answer that are read
_TEXTS = frozenset("csv tsv txt md json html xml yaml yml tex rst log ics sql".split())
_CITES = re.compile(
    r"\b(?:according to|as (?:stated|given|reported|listed|written) in|stands? in|quot\w+ from|cited from|source:?|"
    r"from the file|per)\b|[\[(]",
    re.IGNORECASE,
)
_COMPUTES = re.compile(
    r"\b(?:total\w*|sum\w*|averag\w*|mean|median|share|ratio|growth|gr[eo]w\w*|increas\w*|decreas\w*|rose|fell|drop\w*|"
    r"chang\w*|differen\w*|more than|less than|higher|lower|times|percentage|comput\w*|calculat\w*|estimat\w*|about|"
    r"roughly|approximately|combined|overall|rate|margin|profit|per)\b|[~≈=]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class GivenSource:
    """Something that the work was given. `is_whole`: all of it was read, and it is text."""

    name: str
    text: str
    is_whole: bool = True

    @property
    def is_table(self) -> bool:
        """Whether it is read as rows and columns."""
        return self.name.casefold().endswith((".csv", ".tsv"))

    @cached_property
    def sizes(self) -> list[float]:
        """The numbers that stand in it, without their signs and sorted."""
        if not self.is_table:
            return sorted(map(abs, values_in(self.text)))
        return sorted(abs(value) for row in self.rows for cell in row if (value := value_of(cell)) is not None)

    @cached_property
    def aggregates(self) -> list[tuple[str, str, float]]:
        """What follows from its columns: how, the column's name and the group's in small letters, and the value."""
        return list(islice(_aggregates(self), _MOST_AGGREGATES))

    @cached_property
    def rows(self) -> list[list[str]]:
        """Its rows, the header first."""
        first = self.text.partition("\n")[0]
        delimiter = max(",;\t|", key=first.count)
        try:
            return list(islice(csv.reader(StringIO(self.text), delimiter=delimiter), _MOST_ROWS))
        except csv.Error:
            return []


def is_text(name: str) -> bool:
    """Whether a source of that name can be read."""
    return name.rpartition(".")[2].casefold() in _TEXTS


def check_figures(check: FiguresCheck, text: str, sources: Sequence[GivenSource]) -> CheckOutcome:
    """What comes of looking for each figure of a text in its sources."""
    named = {name.casefold() for name in check.sources}
    known = [source for source in sources if source.name.casefold() in named] if named else list(sources)
    if not known:
        return leave_unchecked(sentence("None of the sources that its figures should stand in was given to it."))
    text = text[:_MOST_TEXT]
    figures = figures_in(text)
    if not figures:
        return leave_unchecked(sentence("It says nothing in figures."))
    if wrong := _wrong_sum(text) or _wrong_citation(figures, known):
        return refute(wrong)
    return _trace(figures, known, text)


def _trace(figures: Sequence[WrittenFigure], known: Sequence[GivenSource], text: str) -> CheckOutcome:
    computed = list(islice(_computed(known, text.casefold()), _MOST_AGGREGATES))
    sums = [one for one in sums_in(text) if all(_stands(term, known) for term in one.terms)]
    where: dict[str, str] = {}
    for figure in figures:
        where[figure.written] = (
            where.get(figure.written)
            or _place(figure, known, computed)
            or next((sentence("is {sum}", sum=one.written) for one in sums if one.said.says(figure.value)), "")
        )
    lines = tuple(
        sentence("{written}: {place}", written=written, place=place or sentence("not found"))
        for written, place in where.items()
    )
    if lost := [written for written, place in where.items() if not place]:
        some = sentence("{lost} of {count} figures", lost=len(lost), count=len(where))
        return leave_unchecked(
            shorten(
                sentence("{some} could not be found in what it was given: {lost}.", some=some, lost=", ".join(lost))
            ),
            *lines,
        )
    found = plural_sentence(
        "{count} figure found in what it was given.", "{count} figures found in what it was given.", len(where)
    )
    return verify(found, *lines)


def _place(figure: WrittenFigure, known: Sequence[GivenSource], computed: Sequence[tuple[str, str, float]]) -> str:
    for source in known:
        if figure.is_among(source.sizes):
            return sentence("stands in {name}", name=source.name)
    line = figure.line.casefold()
    return next((how for how, label, value in computed if label in line and figure.says(value)), "")


def _stands(value: float, known: Sequence[GivenSource]) -> bool:
    exact = WrittenFigure("", value, 0.0, is_percent=False, line="")
    return value in (1, 100) or any(exact.is_among(source.sizes) for source in known)


# --- what is wrong --------------------------------------------------------------------------------------------------


def _wrong_sum(text: str) -> str:
    for one in sums_in(text):
        if one.is_wrong:
            return shorten(
                sentence("“{written}” is wrong: it comes to {result:,.10g}.", written=one.written, result=one.result)
            )
    return ""


def _wrong_citation(figures: Sequence[WrittenFigure], known: Sequence[GivenSource]) -> str:
    for figure in figures:
        for source in known:
            if source.is_whole and _cites(figure.line, source.name) and not _is_in(figure, source):
                return shorten(
                    sentence(
                        "{written} is cited from {name} and does not stand there.",
                        written=figure.written,
                        name=source.name,
                    )
                )
    return ""


def _cites(line: str, name: str) -> bool:
    """Whether what a line says is said to stand in the source, and not to be computed from it."""
    place = line.casefold().find(name.casefold())
    if place < 0 or _COMPUTES.search(line[:place] + line[place + len(name) :]):
        return False
    return bool(_CITES.search(line[max(place - 40, 0) : place]))


def _is_in(figure: WrittenFigure, source: GivenSource) -> bool:
    return figure.is_among(source.sizes) or any(figure.says(value) for _, _, value in source.aggregates)


# --- what follows from a table --------------------------------------------------------------------------------------


def _computed(known: Sequence[GivenSource], text: str) -> Iterator[tuple[str, str, float]]:
    """How each value follows, what its line must name (of a whole column nothing: its name stands in the text)."""
    is_named = cache(lambda column: column in text)
    for source in known:
        for how, label, value in source.aggregates:
            column, _, group = label.partition("\n")
            if is_named(column):
                yield sentence("{how} in {name}", how=how, name=source.name), group, value


def _aggregates(source: GivenSource) -> Iterator[tuple[str, str, float]]:
    if not source.is_table or len(source.rows) < 2:
        return
    header, rows = source.rows[0][:_MOST_COLUMNS], source.rows[1:]
    columns = {place: _numbers(rows, place) for place in range(len(header))}
    groups = [_groups(rows, place) for place, values in columns.items() if not values]
    for place, values in columns.items():
        if values:
            name = header[place].strip()
            yield from _of_column(name, list(values.values()))
            for group in groups:
                yield from _of_groups(name, values, group)


def _numbers(rows: Sequence[Sequence[str]], place: int) -> dict[int, float]:
    """The numbers of a column by their rows; none where it is no column of numbers."""
    cells = {number: row[place] for number, row in enumerate(rows) if place < len(row) and row[place].strip()}
    values = {number: value for number, cell in cells.items() if (value := value_of(cell)) is not None}
    return values if values and len(values) >= 0.8 * len(cells) else {}


def _groups(rows: Sequence[Sequence[str]], place: int) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        if place < len(row) and row[place].strip():
            found[row[place].strip()].append(number)
    return found if len(found) <= _MOST_GROUPS else {}


def _of_column(name: str, values: Sequence[float]) -> Iterator[tuple[str, str, float]]:
    for word, value in _summaries(values):
        yield sentence("{word} of {name}", word=word, name=name), name.casefold(), value


def _summaries(values: Sequence[float]) -> Iterator[tuple[str, float]]:
    yield sentence("total"), sum(values)
    yield sentence("average"), mean(values)
    yield sentence("median"), median(values)
    yield sentence("lowest"), min(values)
    yield sentence("highest"), max(values)
    yield sentence("number"), float(len(values))
    if values[0]:
        yield sentence("change from first to last"), values[-1] / values[0] - 1
    yield sentence("difference of first and last"), values[-1] - values[0]


def _of_groups(
    name: str, values: Mapping[int, float], groups: Mapping[str, list[int]]
) -> Iterator[tuple[str, str, float]]:
    """The group's own summaries, its share of the whole, and its change from the group before it."""
    whole, before = sum(values.values()), 0.0
    for group, numbers in groups.items():
        own = [values[number] for number in numbers if number in values]
        if not own:
            continue
        label, total = f"{name}\n{group}".casefold(), sum(own)
        for word, value in _summaries(own):
            yield sentence("{word} of {name} for {group}", word=word, name=name, group=group), label, value
        if whole:
            yield sentence("share of {group} in {name}", group=group, name=name), label, total / whole
        if before:
            yield sentence("change of {name} to {group}", name=name, group=group), label, total / before - 1
        before = total
