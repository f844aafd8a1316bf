"""Figures in texts and tables: what is written, what it is worth, and how exactly. Takes time linear in the text."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

MOST_FIGURES, MOST_NUMBERS = 150, 1000  # of a text, and of a line, that are looked at

_DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,6}(?!\d)|\d{1,18})(?:\.\d{1,12})?"
_NUMBER = re.compile(
    rf"(?<![\w.,/:#-])(?P<sign>[-−]?)(?P<digits>{_DIGITS})(?:\s?(?P<unit>%|percent\b|thousand\b|million\b|billion\b|"
    r"[kM]\b|bn\b))?(?![\w/:]|[.,]\d)"
)
_LOOSE = re.compile(rf"(?<![\w.])(?P<sign>[-−]?)(?P<digits>{_DIGITS})(?P<unit>%?)")
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "M": 1e6, "billion": 1e9, "bn": 1e9}
_CODE = re.compile(r"^ {0,3}(```|~~~).*?^ {0,3}\1", re.MULTILINE | re.DOTALL)
_NO_FIGURE = re.compile(
    r"https?://\S+|\b\d{4}-\d\d-\d\d\b|\b\d{1,2}:\d\d\b|^ {0,8}\d{1,3}[.)]\s|^#{1,6}[^\n]*|"
    r"\b(?:figure|table|step|page|section|chapter|task|part|version|no\.|number|line|row|point|item|day|week)\s{0,2}"
    r"\d{1,4}\b",
    re.IGNORECASE | re.MULTILINE,
)
_AROUND = 300  # characters of a line, before and behind
_SMALL, _YEARS = 12, range(1900, 2101)


@dataclass(frozen=True)
class WrittenFigure:
    """A number as it is written. `value`: what it says, a per cent as its number; `half`: half of its last place.

    `line`: the line that it stands in, as far as it is near.
    """

    written: str
    value: float
    half: float
    is_percent: bool
    line: str

    def says(self, value: float) -> bool:
        """Whether it may be this value, rounded as it is written; a fall may be written without its sign."""
        return self.is_among([abs(value)])

    def is_among(self, sizes: Sequence[float]) -> bool:
        """Whether one of these values, without their signs and sorted, is what it says."""
        scales = (1.0, 100.0) if self.is_percent else (1.0,)
        return any(self._is_near(sizes, abs(self.value) / scale, self.half / scale) for scale in scales)

    def _is_near(self, sizes: Sequence[float], wanted: float, half: float) -> bool:
        reach = half * 1.0001 + 1e-9 * wanted
        place = bisect_left(sizes, wanted - reach)
        return place < len(sizes) and sizes[place] <= wanted + reach


def figures_in(text: str) -> list[WrittenFigure]:
    """What a text says in figures: not its counts up to twelve, years, dates, numbers of pages and steps, or code."""
    plain = _NO_FIGURE.sub(_blank, _CODE.sub(_blank, text))
    lines = zip(plain.split("\n"), text.split("\n"), strict=True)
    found = (figure for bare, line in lines for figure in _figures_of(bare, line))
    return list(islice(found, MOST_FIGURES))


def _blank(match: re.Match[str]) -> str:
    return "".join("\n" if sign == "\n" else " " for sign in match[0])


def _figures_of(bare: str, line: str) -> Iterator[WrittenFigure]:
    for match in islice(_NUMBER.finditer(bare), MOST_NUMBERS):
        figure = _figure(match, line)
        if not _is_counting(figure):
            yield figure


def _is_counting(figure: WrittenFigure) -> bool:
    if figure.is_percent or figure.half != 0.5:
        return False
    return (figure.value in _YEARS and "," not in figure.written) or abs(figure.value) <= _SMALL


def _figure(match: re.Match[str], line: str) -> WrittenFigure:
    digits, unit = match["digits"], match["unit"] or ""
    scale = _SCALES.get(unit, 1.0)
    places = len(digits.partition(".")[2])
    value = float(digits.replace(",", "")) * scale * (-1 if match["sign"] else 1)
    half = 0.5 * 10**-places * scale
    around = line[max(match.start() - _AROUND, 0) : match.end() + _AROUND].strip()
    return WrittenFigure(match[0].strip(), value, half, unit in {"%", "percent"}, around)


def values_in(text: str) -> list[float]:
    """All numbers that stand in a text, a share in per cent as its number."""
    return [float(match["digits"].replace(",", "")) * (-1 if match["sign"] else 1) for match in _LOOSE.finditer(text)]


def value_of(cell: str) -> float | None:
    """What a cell of a table is worth; None: it is no number."""
    bare = cell.strip().lstrip("$€£ ")
    if bare.isdecimal() and len(bare) < 18:
        return float(bare)
    found = _LOOSE.fullmatch(bare)
    return float(found["digits"].replace(",", "")) * (-1 if found["sign"] else 1) if found else None


# --- arithmetic that is written out ---------------------------------------------------------------------------------

_UNIT = r"(?:%|[€$£]|(?:EUR|USD|GBP|euros?|dollars|pounds|kg|km|cm|kWh|MWh|hours|days|people)\b)"
_TERM = rf"[$€£]?{_DIGITS}(?:\s?{_UNIT})?+"
_SIGN = r"(?:\s?[+*/×÷·]\s?|\s[-−–x]\s)"  # a hyphen without room around it is a range, or a year
_SUM = re.compile(
    rf"(?<![\w.,)$€£])(?<![-+*/×÷·−–]\s)({_TERM}(?:{_SIGN}{_TERM}){{1,8}})\s?=\s?[$€£]?([-−]?{_DIGITS})\s?(%?)"
    r"(?!\w|\s?(?:thousand\b|million\b|billion\b|trillion\b|[kMm]\b|bn\b|[-+*/×÷·^−=]|[.,]\d))"
)
_PART = re.compile(rf"([-+*/×÷·x−–])?\s?[$€£]?({_DIGITS})\s?(%?)")
_GOES_ON = re.compile(
    r"(?:[-+*/×÷·−–(]|[\\)\]}^_=√∑%][^\s:;|]{0,12}|\b(?:of|times|by|per|plus|minus|over|half|twice|double|root))\s{0,3}[$€£(]?$",
    re.IGNORECASE,
)
_BEFORE, _AFTER, _MOST_SUMS = 160, 40, 100
_ROUNDED = 0.001  # of a result: its terms may have been rounded before


@dataclass(frozen=True)
class WrittenSum:
    """“12 * 3 = 36”: its terms, what it comes to, and what is said that it comes to."""

    written: str
    terms: tuple[float, ...]
    result: float
    said: WrittenFigure

    @property
    def is_wrong(self) -> bool:
        """Whether what is said is not what it comes to, be it with terms that were rounded before."""
        return not self.said.says(self.result) and abs(abs(self.said.value) - abs(self.result)) > _ROUNDED * abs(
            self.result
        )


def sums_in(text: str) -> list[WrittenSum]:
    """The sums that are written out with numbers and units.

    What goes on before or behind is none that is understood: “half of 90 + 50 = 95”.
    """
    plain = _CODE.sub(_blank, text)
    found = (_sum_at(plain, match.start()) for match in islice(re.finditer("=", plain), _MOST_SUMS))
    return [one for match in found if match is not None and (one := _written_sum(match)) is not None]


def _sum_at(text: str, place: int) -> re.Match[str] | None:
    """The sum around this equals sign, read whole from within its line."""
    first = max(text.rfind("\n", 0, place) + 1, place - _BEFORE)
    start = text.find(" ", first, place) + 1 if first == place - _BEFORE else first
    line = text[start : place + _AFTER].partition("\n")[0]
    found = _SUM.search(line)
    return None if found is None or _GOES_ON.search(line[: found.start()]) else found


def _written_sum(match: re.Match[str]) -> WrittenSum | None:
    parts = [(part[1] or "+", float(part[2].replace(",", "")), part[3]) for part in _PART.finditer(match[1])]
    terms = tuple(value for _, value, _ in parts)
    result = _worth([(sign, value / 100 if percent else value) for sign, value, percent in parts])
    if result is None:
        return None
    places = len(match[2].partition(".")[2])
    value = float(match[2].replace(",", "").replace("−", "-"))
    said = WrittenFigure(match[2], value, 0.5 * 10**-places, bool(match[3]), match[0])
    return WrittenSum(match[0], terms, result, said)


def _worth(parts: list[tuple[str, float]]) -> float | None:
    """Products before sums, from left to right; None where it divides by nothing."""
    sums = [0.0]
    for sign, value in parts:
        if sign in "+-−–":
            sums.append(value if sign == "+" else -value)
        elif sign in "*×·x":
            sums[-1] *= value
        elif not value:
            return None
        else:
            sums[-1] /= value
    return sum(sums)
