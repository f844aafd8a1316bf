"""Points in time as tables write them: years, quarters, months, days."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

_MONTHS = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_MONTH = (
    r"(?P<name>jan(?:uary?)?|feb(?:ruary?)?|mar(?:ch)?|märz?|mrz|apr(?:il)?|may|mai|jun[ei]?|jul[yi]?|aug(?:ust)?"
    r"|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.?"
)
_IN_GERMAN = {"mär": "mar", "mrz": "mar", "mai": "may", "okt": "oct", "dez": "dec"}
_YEAR = r"(?P<year>(?:1[5-9]|20|21)[0-9]{2})"
_CLOCK = r"(?:[T ](?P<clock>[0-2][0-9]:[0-5][0-9][0-9:.,Z+-]*))?"
_FINE = tuple(  # months and days
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"{_YEAR}[-/.](?P<month>1[0-2]|0?[1-9])",
        rf"{_YEAR}[-/.](?P<month>1[0-2]|0?[1-9])[-/.](?P<day>[12][0-9]|3[01]|0?[1-9]){_CLOCK}",
        rf"(?P<day>[12][0-9]|3[01]|0?[1-9])\.(?P<month>1[0-2]|0?[1-9])\.{_YEAR}",
        rf"(?:(?P<day>[12][0-9]|3[01]|0?[1-9])\.? )?{_MONTH}(?:[-/ ]{_YEAR})?",
    )
)
_COARSE = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?:(?:fy|fiscal(?: year)?|year)\s*+)?{_YEAR}[*†‡]?",
        rf"{_YEAR}[- ]?Q(?P<quarter>[1-4])",
        rf"Q(?P<quarter>[1-4])[-/ ]*{_YEAR}",
    )
)
_UP_TO = re.compile(r"\s*(?:to|until|till|through|up to|-|–|—)\s*", re.IGNORECASE)
_AND = re.compile(r"\s*and\s*", re.IGNORECASE)
_BESIDE = re.compile(r"[\s,&/]*+(?:(?:and|or|with|to|versus|vs\.?)\s*+)?", re.IGNORECASE)
_BETWEEN = "between "
_CALLED = re.compile(r"\b(?:months?|days?) of\s{0,9}$", re.IGNORECASE)
_LONGEST_CALL = 20


@dataclass(frozen=True, order=True)
class Period:
    """Sorts in the order of time. `year` 0: a month without one. Zero month or day: the whole year or month."""

    year: int
    month: int = 0
    day: int = 0
    clock: str = ""


@lru_cache(maxsize=65_536)  # a table repeats its cells, and is read several times
def period_of(text: str) -> Period | None:
    """Read a year, quarter, month or day, or None."""
    text = text.strip()
    if not 3 <= len(text) <= 40:
        return None
    matches = (shape.fullmatch(text) for shape in (*_COARSE, *_FINE))
    match = next(filter(None, matches), None)
    return _period({key: value or "" for key, value in match.groupdict().items()}) if match else None


def periods_in(text: str) -> list[tuple[int, int, Period]]:
    """Find the months and days that a text names: where each begins and ends, in order, and what it is.

    A month alone has its capital: "May" is one, "may" is none. Of “January and March 2025” both are of that year.
    """
    found: dict[int, tuple[int, int, Period]] = {}
    for form in _FINE:
        for match in form.finditer(text):
            period = period_of(match.group())
            alone = period is not None and not period.year and match.group()[:1].islower()
            inside = text[match.start() - 1 : match.start()].isalnum() or text[match.end() : match.end() + 1].isalnum()
            earlier = found.get(match.start())
            if period and not alone and not inside and (earlier is None or earlier[1] < match.end()):
                found[match.start()] = (match.start(), match.end(), period)
    ordered: list[tuple[int, int, Period]] = []
    for one in (found[start] for start in sorted(found)):
        if not ordered or one[0] >= ordered[-1][1]:
            ordered.append(one)
    for at in reversed(range(len(ordered) - 1)):
        (start, end, period), (begin, _, following) = ordered[at : at + 2]
        if not period.year and _BESIDE.fullmatch(text[end:begin]):
            ordered[at] = (start, end, replace(period, year=following.year))
    return ordered


def period_spans_in(text: str) -> list[tuple[int, int, tuple[Period, Period]]]:
    """Find the months and days that a text names, two of them as one where all between them is meant.

    The first of two without a year is of the other's.
    """
    found: list[tuple[int, int, tuple[Period, Period]]] = []
    for start, end, period in periods_in(text):
        if found and found[-1][2][0] == found[-1][2][1] and _leads_to(text, found[-1], start):
            begin, _, (earlier, _) = found.pop()
            year = max(earlier.year, period.year)
            first, last = sorted(replace(each, year=each.year or year) for each in (earlier, period))
            found.append((begin, end, (first, last)))
        else:
            found.append((start, end, (period, period)))
    return found


def _leads_to(text: str, earlier: tuple[int, int, tuple[Period, Period]], start: int) -> bool:
    joint = text[earlier[1] : start]
    before = text[max(0, earlier[0] - len(_BETWEEN)) : earlier[0]].lower()
    between = before == _BETWEEN and _AND.fullmatch(joint)
    return bool(_UP_TO.fullmatch(joint) or between)


def without_periods(text: str) -> str:
    """Give a text without the months and days that it names, as “March” or as “the month of March”."""
    kept: list[str] = []
    at = 0
    for start, end, _ in periods_in(text):
        called = _CALLED.search(text, max(at, start - _LONGEST_CALL), start)
        kept.append(text[at : called.start() if called else start])
        at = end
    return " ".join([*kept, text[at:]])


def is_year(text: str) -> bool:
    """Say whether a text is a year and nothing finer."""
    period = period_of(text)
    return period is not None and period.year > 0 and period.month == 0


def write_period(period: Period) -> str:
    """Write a point in time as a question tells it: "2024", "2024-03", "Mar", "2024-03-05"."""
    if not period.month:
        return str(period.year)
    month = f"{period.year}-{period.month:02}" if period.year else month_name(period.month)
    return f"{month}-{period.day:02}" if period.day else month


def as_fine(period: Period, other: Period) -> Period:
    """Tell a point in time no finer than another: without a year, a month or a day where that has none."""
    return Period(period.year if other.year else 0, period.month if other.month else 0, period.day if other.day else 0)


def first_month(period: Period) -> int:
    """Give the month with which a period's quarter begins; 0 for a whole year."""
    return (period.month - 1) // 3 * 3 + 1 if period.month else 0


def month_name(month: int) -> str:
    """Give a month's short name: "Mar"."""
    return _MONTHS[month - 1].capitalize()


def _period(found: dict[str, str]) -> Period:
    month = int(found.get("month") or 0)
    if name := found.get("name"):
        short = name[:3].lower()
        month = _MONTHS.index(_IN_GERMAN.get(short, short)) + 1
    if quarter := found.get("quarter"):
        month = int(quarter) * 3 - 2
    return Period(
        int(found.get("year") or 0),
        month,
        int(found.get("day") or 0),
        found.get("clock", ""),
    )
