"""What a person asks of a table, in words: a small grammar, read without any evaluation.

growth        grow, growth, increase, decrease, change, year over year, trend; "a year on average": CAGR
statistics    sum, total, mean, average, median, minimum, maximum, count, share, correlation
years         2014 to 2020 · between 2014 and 2020 · since 2015 · before 2018 · in 2019
months, days  January to March 2025 · after 2024-02-01 · in May · by month, which quarter (see `date_parts`)
comparing     Widget and Gadget, January or March; what is left out is read before (see `exclusions`)
rows          top 5 · bottom three · 10 largest · more than 40 · at most 1,200 · sorted by price descending
grouping      by region · per hall · which month (bound to a column in `binding`)
joining       join, merge, combine, match
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from apps.agents.builtin.query.language import DatePart
from apps.agents.builtin.questions.date_parts import asked_parts
from apps.agents.builtin.tables.numbers import number_of
from apps.agents.builtin.tables.periods import Period, period_spans_in, periods_in, without_periods
from apps.agents.builtin.words import words


class TableOperation(StrEnum):
    """What is computed, as the names of figures say it."""

    GROWTH = "growth"
    CAGR = "average growth"
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    COUNT = "count"
    SHARE = "share"
    CORRELATION = "correlation"


_NAMES: dict[TableOperation, frozenset[str]] = {
    TableOperation.GROWTH: frozenset(
        """growth grow grew growing grown increase increased decrease decreased rise rose risen rising fall fell decline
        declined shrink shrank change changed yoy trend develop developed development fastest""".split()
    ),
    TableOperation.CAGR: frozenset(["cagr", "compound"]),
    TableOperation.SUM: frozenset("sum total altogether combined overall".split()),
    TableOperation.MEAN: frozenset("mean average avg typical".split()),
    TableOperation.MEDIAN: frozenset(["median"]),
    TableOperation.MINIMUM: frozenset(
        "minimum min lowest smallest least fewest cheapest worst shortest slowest weakest bottom".split()
    ),
    TableOperation.MAXIMUM: frozenset(
        "maximum max highest largest most peak best biggest greatest top longest fastest strongest".split()
    ),
    TableOperation.COUNT: frozenset("count many frequency often".split()),
    TableOperation.SHARE: frozenset("share proportion fraction".split()),
    TableOperation.CORRELATION: frozenset("correlation correlate correlated correlat relationship".split()),
}
_NUMERALS = {name: at for at, name in enumerate("one two three four five six seven eight nine ten".split(), start=1)}
_YEAR = r"((?:19|20|21)[0-9]{2})"
_CALLED = r"(?:the years? |fiscal |fy ?)*"
_SPANS = (
    re.compile(rf"\b{_YEAR}\s*(?:-|–|—|to|until|till|through|up to)\s*{_CALLED}{_YEAR}\b"),
    re.compile(rf"\bbetween\s+{_CALLED}{_YEAR}\s+and\s+{_CALLED}{_YEAR}\b"),
)
_COMPARES = re.compile(r"\b(?:compar\w*|versus|vs|against|than|exceed\w*|differ\w*|or)\b")
_SINCE = re.compile(rf"\b(since|from|after|before|until|till|up to)\s+(?:the )?(?:year |fiscal |fy ?)*{_YEAR}\b")
_ONE_YEAR = re.compile(rf"(?<![\w.,]){_YEAR}(?![\w]|[.,][0-9])")
_BOUNDS = re.compile(r"\b(since|after|later than|before|earlier than|until|till|up to)\s+(?:the\s+)?$", re.IGNORECASE)
_ON = re.compile(r"\s+(?:on|onwards?)\b", re.IGNORECASE)
_SIDES = {
    **dict.fromkeys(("after", "later than"), ">"),
    "since": ">=",
    **dict.fromkeys(("before", "earlier than"), "<"),
    **dict.fromkeys(("until", "till", "up to"), "<="),
}
_COUNT = rf"([0-9]{{1,4}}|{'|'.join(_NUMERALS)})"
_TOP = re.compile(
    rf"\b(?:(top|bottom|first|last)\s+{_COUNT}\b"
    rf"|{_COUNT}\s+(largest|highest|biggest|best|greatest|smallest|lowest|worst|cheapest)\b)"
)
_COMPARED = re.compile(
    r"\b(?:(not|no) )?(more than|greater than|higher than|larger than|above|exceeding|at least|"
    r"less than|fewer than|lower than|smaller than|below|at most)\s+"
    r"((?:US\$|[$€£])?(?:[0-9]{1,3}(?:[ \u00a0\u202f’'][0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9][0-9.,]*[0-9])|[0-9])"
)
_RELATIONS = {"at least": ">=", "at most": "<=", "less": "<", "fewer": "<", "lower": "<", "smaller": "<", "below": "<"}
_OPPOSITES = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}
_SORTED = re.compile(
    r"(?<!per )\b(?:sort|sorted|order|ordered|rank|ranked)(?:\s+\w+){0,3}?\s+by\s+((?:[\w-]+\s*){1,4})"
)
_ORDERED = re.compile(
    r"\b(?:sort|order|rank)\w*\s+(?:from\s+)?(largest|highest|biggest|most|best|smallest|lowest|least|worst)"
    r"(?:\s+to\s+\w+|\s+first)"
)
_JOINED = frozenset("join joined merge merged combine combined match matched".split())
_LOW_ENDS = frozenset("bottom last smallest lowest least worst cheapest".split())
_REACH = 40  # characters around a bound whose words may name the column
_WORDS_AFTER = 2
_FIRST_YEAR, _LAST_YEAR = 1000, 9999


@dataclass(frozen=True)
class Comparison:
    """A bound on a column of numbers, which the words around it in its line may name.

    `before` are those that lead to it, the nearest first, `after` those right behind it.
    """

    relation: str  # > >= < <=
    value: Decimal
    text: str
    before: tuple[str, ...]
    after: frozenset[str]


@dataclass(frozen=True)
class PeriodBound:
    """A month or a day on one side of which the rows lie."""

    relation: str  # > >= < <=
    period: Period


@dataclass(frozen=True)
class Top:
    """So many rows from one end."""

    count: int
    largest: bool


@dataclass(frozen=True)
class Wish:
    """A question as read. `said` are its words in order, singular."""

    said: tuple[str, ...]
    parts: frozenset[DatePart]  # of dates, that rows are grouped by
    span: tuple[int, int] | None
    years: tuple[int, ...]
    periods: tuple[Period, ...]  # months and days
    period_span: tuple[Period, Period] | None  # two of them, where all between them is meant
    period_bounds: tuple[PeriodBound, ...]
    top: Top | None
    comparisons: tuple[Comparison, ...]
    sorted_by: frozenset[str]
    descending: bool
    joins: bool
    compares: bool  # things with one another, and not with a bound

    def operations(self, ignoring: frozenset[str] = frozenset()) -> frozenset[TableOperation]:
        """Give the operations asked for; `ignoring` are words of the table's own headers, such as "total"."""
        said = set(self.said) - ignoring
        found = {operation for operation, names in _NAMES.items() if said & names}
        if "of" in said and ("percentage" in said or {"much", "percent"} <= said):
            found.add(TableOperation.SHARE)
        return frozenset(found)


def operation_words() -> frozenset[str]:
    """Give every word that asks for an operation, or for how many of something."""
    return frozenset(_NUMERALS).union(*_NAMES.values())


def without_bounds(text: str) -> str:
    """Give a text in small letters without the numbers that are compared with: in "more than 2000" is no year."""
    return _COMPARED.sub(" ", text.lower())


def years_in(text: str) -> tuple[int, ...]:
    """Find the years that a text names, each once; what is compared with is none."""
    return tuple(dict.fromkeys(int(year) for year in _ONE_YEAR.findall(without_bounds(text))))


def read_wish(text: str) -> Wish:
    """Read a question. Never fails: what is not understood is not there."""
    lowered = text.lower()
    ordered = _ORDERED.search(lowered)
    # "from largest to smallest" says an order, not that the largest is asked for; "at least 5" no minimum.
    said = tuple(words(without_bounds(_ORDERED.sub(" ", lowered))))
    undated = without_periods(text).lower()
    span = _span(undated)
    years = () if span else years_in(undated)
    bounds, named = _split_bounds(text)
    periods = tuple(dict.fromkeys(named))
    compares = bool(_COMPARES.search(without_bounds(lowered)))
    return Wish(
        said=said,
        parts=asked_parts(said) | _implied_parts(said, years, periods, compares=compares),
        periods=periods,
        period_span=next((span for _, _, span in period_spans_in(text) if span[0] != span[1]), None),
        period_bounds=bounds,
        span=span,
        years=years,
        top=_top(lowered),
        comparisons=tuple(_comparisons(lowered)),
        sorted_by=_sort_words(lowered),
        descending=not (re.search(r"\bascending\b", lowered) or (ordered and ordered[1] in _LOW_ENDS)),
        joins=bool(_JOINED & set(said)),
        compares=compares,
    )


def _implied_parts(
    said: Sequence[str], years: Sequence[int], periods: Sequence[Period], *, compares: bool
) -> frozenset[DatePart]:
    """By which part of a date things are told apart that a question sets beside each other, or of which it grows."""
    grows = not _NAMES[TableOperation.GROWTH].isdisjoint(said)
    if (len(periods) > 1 and compares) or (periods and grows):
        return frozenset([DatePart.DAY if any(period.day for period in periods) else DatePart.MONTH])
    return frozenset([DatePart.YEAR] if (len(years) > 1 and compares) or (years and grows) else [])


def _split_bounds(text: str) -> tuple[tuple[PeriodBound, ...], list[Period]]:
    """Tell the months and days that bound a time from those that are one."""
    bounds: dict[PeriodBound, None] = {}
    named: list[Period] = []
    spans = {start for start, _, (first, last) in period_spans_in(text) if first != last}
    for start, end, period in periods_in(text):
        before = _BOUNDS.search(text[max(0, start - _REACH) : start])
        side = before[1].lower() if before else "since" if _ON.match(text, end) else ""
        if side and start not in spans:
            bounds[PeriodBound(_SIDES[side], period)] = None
        else:
            named.append(period)
    return tuple(bounds), named


def _span(text: str) -> tuple[int, int] | None:
    if match := next(filter(None, (span.search(text) for span in _SPANS)), None):
        first, last = sorted((int(match[1]), int(match[2])))
        return first, last
    first, last = _FIRST_YEAR, _LAST_YEAR
    for match in _SINCE.finditer(text):
        year = int(match[2])
        if match[1] in ("since", "from", "after"):
            first = year + (match[1] == "after")
        else:
            last = year - (match[1] == "before")
    return (first, last) if (first, last) != (_FIRST_YEAR, _LAST_YEAR) and first <= last else None


def _top(text: str) -> Top | None:
    match = _TOP.search(text)
    if match is None:
        return None
    count, side = match[2] or match[3], match[1] or match[4]
    number = _NUMERALS.get(count) or int(count)
    return Top(number, side not in _LOW_ENDS) if number else None


def _comparisons(text: str) -> list[Comparison]:
    found: list[Comparison] = []
    for match in _COMPARED.finditer(text):
        if number := number_of(match[3].rstrip(".,")):
            relation = _RELATIONS.get(match[2]) or _RELATIONS.get(match[2].split()[0], ">")
            relation = _OPPOSITES[relation] if match[1] else relation
            before = words(text[: match.start()].rpartition("\n")[2][-_REACH:])
            after = words(text[match.end() :].partition("\n")[0][:_REACH])[:_WORDS_AFTER]
            found.append(Comparison(relation, number.value, match[0], tuple(reversed(before)), frozenset(after)))
    return found


def _sort_words(text: str) -> frozenset[str]:
    match = _SORTED.search(text)
    return frozenset(words(match[1])) if match else frozenset()
