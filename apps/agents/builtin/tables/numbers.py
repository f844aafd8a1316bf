"""Numbers as people write them in tables, and as we write them back. Decimal throughout."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_MISSING = frozenset(
    {"", "-", "–", "—", "n/a", "na", "nan", "null", "none", ".", "…", "?", "n.a.", "k.a.", "k. a.", "#n/a", "#nv"}
)
_CURRENCY = r"US\$|[$€£¥₹]|(?:USD|EUR|GBP|CHF|JPY|CNY)\b"
_NUMBER = re.compile(
    rf"(?:(?P<before>{_CURRENCY})\s*+(?=\())?(?P<open>\()?\s*+"
    rf"(?P<sign>[-+−–])?\s*+(?P<currency>{_CURRENCY})?\s*+(?P<inner>[-−–])?\s*+"
    r"(?P<digits>[0-9]++(?:[.,'’\u00a0\u202f ]++[0-9]++)*+|\.[0-9]++)(?:[eE](?P<power>[+-]?[0-9]{1,2}))?"
    r"\s*+(?P<unit>[%‰]|[A-Za-zµ°€£$][A-Za-z0-9/²³°·^]{0,11})?\s*+(?P<close>\))?[*†‡]{0,2}"
)
_COMMA_DECIMAL = re.compile(
    r"[0-9],(?:[0-9]{1,2}|[0-9]{4,})(?![0-9,.])|[0-9]\.[0-9]{3},[0-9]|(?<![0-9.,])0,[0-9]|[0-9]\.[0-9]{3}\.[0-9]{3}(?![0-9])"
)
_DOT_DECIMAL = re.compile(
    r"[0-9]\.(?:[0-9]{1,2}|[0-9]{4,})(?![0-9,.])|[0-9],[0-9]{3}\.[0-9]|(?<![0-9.,])0\.[0-9]|[0-9],[0-9]{3},[0-9]{3}(?![0-9])"
)
_GROUPED = {
    ".": re.compile(r"[0-9]{1,3}(?:[,'’\u00a0\u202f ][0-9]{3})+(?:\.[0-9]+)?|[0-9]*(?:\.[0-9]+)?"),
    ",": re.compile(r"[0-9]{1,3}(?:[.'’\u00a0\u202f ][0-9]{3})+(?:,[0-9]+)?|[0-9]*(?:,[0-9]+)?"),
}
_LONGEST = 60  # a longer cell is prose, or an attack on the pattern


@dataclass(frozen=True)
class Number:
    """A cell's number and the unit written with it ("" when there is none)."""

    value: Decimal
    unit: str


def is_missing(cell: str) -> bool:
    """Say whether a cell stands for "no value"."""
    return cell.strip().lower() in _MISSING


def decimal_marks_shown(cells: Iterable[str]) -> frozenset[str]:
    """Give the marks that some cell plainly shows as its decimal one: "1,234" may be of either kind."""
    shown: set[str] = set()
    for cell in cells:
        if _COMMA_DECIMAL.search(cell[:_LONGEST]):
            shown.add(",")
        if _DOT_DECIMAL.search(cell[:_LONGEST]):
            shown.add(".")
    return frozenset(shown)


def decimal_mark(cells: Iterable[str]) -> str:
    """Give the decimal mark of a column: a comma only where some cell shows it and none shows a dot."""
    return "," if decimal_marks_shown(cells) == {","} else "."


@lru_cache(maxsize=65_536)  # a table repeats its cells, and is read several times
def number_of(cell: str, mark: str = ".") -> Number | None:
    """Read a cell: sign, currency, thousands separators, brackets for negative, percent and units. None: no number."""
    text = cell.strip()
    match = _NUMBER.fullmatch(text) if 0 < len(text) <= _LONGEST else None
    if match is None or bool(match["open"]) != bool(match["close"]) or (match["sign"] and match["inner"]):
        return None
    value = _decimal(match["digits"], mark)
    if value is None:
        return None
    value *= Decimal(10) ** int(match["power"] or 0)
    negative = bool(match["open"]) or match["sign"] in ("-", "−", "–") or bool(match["inner"])
    return Number(-value if negative else value, match["before"] or match["currency"] or match["unit"] or "")


def places(value: Decimal) -> int:
    """Give the number of decimal places of a value."""
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def round_half_up(value: Decimal, digits: int) -> Decimal:
    """Round half up, as people do."""
    return value.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP) + 0  # + 0: no "-0.0"


def write_plain(value: Decimal) -> str:
    """Write a value in full, without separators or trailing zeros: "93580", "0.5"."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def group_thousands(value: Decimal) -> str:
    """Write a value with thousands separators: "93,580", "0.5"."""
    whole, dot, rest = write_plain(abs(value)).partition(".")
    sign = "-" if value < 0 else ""
    return f"{sign}{int(whole):,}{dot}{rest}"


def percent(fraction: Decimal) -> str:
    """Write a fraction as a percentage: one decimal, two below one percent."""
    hundredfold = fraction * 100
    digits = 1 if abs(hundredfold) >= 1 or hundredfold == 0 else 2
    return f"{round_half_up(hundredfold, digits):f}"


def with_unit(number: str, unit: str) -> str:
    """Join a written number and its unit: "US$ 5 million", "7.8 %", "12 kWh"."""
    if match := re.match(rf"({_CURRENCY})\s*(.*)", unit):
        return f"{match[1]} {number} {match[2]}".strip()
    return f"{number} {unit}".strip()


def _decimal(digits: str, mark: str) -> Decimal | None:
    if not _GROUPED[mark].fullmatch(digits):
        return None
    kept = "".join(char for char in digits if char.isdigit() or char == mark).replace(",", ".")
    return Decimal(kept) if kept.strip(".") else None


_EXACT = Context(prec=500)  # hostile cells hold numbers of 160 digits, whose sums and products must not be rounded


def exactly(work: Callable[P, T]) -> Callable[P, T]:
    """Have a function compute with more digits than any table has, whichever thread it runs in."""

    @wraps(work)
    def compute(*args: P.args, **kwargs: P.kwargs) -> T:
        with localcontext(_EXACT):
            return work(*args, **kwargs)

    return compute
