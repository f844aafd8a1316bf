"""Whether a text does what it says: its sums are right, its totals add up, its lists are as long as it announces.

Only what is fully set out is judged: a calculation with its result, a table with a row of totals, a list right after
its announcement. Percentages, estimates and code are left alone.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from apps.core.sentences import sentence
from apps.teams.domain.checks.numbers import sums_in
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.listed_sums import wrong_listed_sums
from apps.teams.domain.findings.words import NUMERAL, number_of, without_code
from apps.teams.domain.flaws.claims import pointed_files

_ONE = r"(?<!\d)[$€£]?\d{1,12}+(?:,\d{3}){0,4}+(?:\.\d{1,6}+)?+(?!\.?\d|,\d)"
_MONEY = r"(?:[€$£]|EUR|USD|GBP|euros?|dollars|pounds)"
_SUM_IN_WORDS = re.compile(
    rf"\b(?:sum|total) of (?P<terms>{_ONE}(?:(?:, (?:and )?| and | plus ){_ONE}){{1,30}}) "
    rf"(?:is|are|makes|equals|comes to|gives) (?P<said>{_ONE})(?!\s?%)",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"(?<![\w.,])(?P<share>\d{{1,3}}(?:\.\d{{1,4}})?)\s?(?:%|per ?cent) of (?:the )?"
    rf"(?P<whole>{_ONE})(?:\s?{_MONEY})?,?\s"
    rf"(?:=|is|are|makes?|equals|comes to)\s(?P<said>{_ONE})(?!\s?(?:%|thousand|million|billion|[kM]\b))",
    re.IGNORECASE,
)
_LABELLED_NUMBER = re.compile(
    rf"^[ \t]{{0,8}}(?:[-*+•]|\d{{1,3}}[.)])?[ \t]{{0,4}}"
    rf"(?P<label>[^\d\n:|][^\n:|]{{0,60}}):[ \t]{{0,4}}(?P<number>{_ONE})"
    rf"(?P<unit>\s?(?:{_MONEY}|[a-z]{{1,8}}))?[ \t]{{0,4}}$"
)
_NUMBER = re.compile(_ONE)
_ANNOUNCED = re.compile(
    rf"\b(?P<n>{NUMERAL})\s(?:\w{{1,20}}\s){{0,3}}?\w{{2,20}}s\b[^.:!?\n]{{0,60}}:\s{{0,3}}$", re.IGNORECASE
)
_ITEM = re.compile(r"^(?P<indent>[ \t]{0,12})(?:[-*+•]|\d{1,3}[.)])[ \t]+\S")
_TOTAL = re.compile(r"^\W*(?:grand )?(?:total|sum|altogether|in all)s?\W*$", re.IGNORECASE)
_MOST_ROWS = 500
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d{1,2}(?!\d))")
_PART_OF = re.compile(
    rf"(?<![\w.,])(?P<part>{_ONE}) (?:out )?of (?:the )?(?P<whole>{_ONE})[^.,;\d\n(]{{0,30}}(?::|=|, or|, that is)\s"
    r"(?P<said>\d{1,3}(?:\.\d{1,3})?)\s?%(?!\s?(?:more|less|higher|lower|of|up|down))"
)


def mismatches(evidence: Evidence) -> Iterator[Symptom]:
    """What the result says of itself that is not so."""
    plain = without_code(evidence.result).replace("**", "").replace("`", "")
    sums = () if evidence.checks else wrong_sums(plain)
    for reason in (
        *_lacking_files(evidence),
        *sums,
        *(() if evidence.checks else wrong_listed_sums(plain)),
        *_wrong_totals(plain),
        *_wrong_listed_totals(plain),
        *_wrong_counts(plain),
    ):
        yield Symptom(FindingKind.ACTS_OTHERWISE, reason)


def _lacking_files(evidence: Evidence) -> Iterator[str]:
    """Files at which it points, that did not come with it, and of which nobody has spoken before."""
    texts = (evidence.goal, evidence.brief, *evidence.given, *evidence.told)
    there = {name.casefold() for name in (*evidence.files, *evidence.made)}
    for name in pointed_files(evidence.result):
        known = name.casefold() in there or any(name.casefold() in text.casefold() for text in texts)
        if not known and not evidence.had_files:
            yield sentence("It points to {name}, and no such file came with it.", name=name)


def wrong_sums(text: str) -> Iterator[str]:
    """The calculations that are set out, in signs or words, with a result which is not theirs."""
    for one in sums_in(_DECIMAL_COMMA.sub(".", text)):
        if one.is_wrong:
            yield sentence("It says “{written}”, which is {result}.", written=one.written, result=_shown(one.result))
    yield from _wrong_sums_in_words(text)
    yield from _wrong_shares(text)
    yield from _wrong_parts(text)


def _wrong_sums_in_words(text: str) -> Iterator[str]:
    for found in _SUM_IN_WORDS.finditer(text):
        right = sum(map(_number, _NUMBER.findall(found["terms"])), Fraction(0))
        if abs(right - _number(found["said"])) > abs(right) / 1000:
            yield sentence("It says “{found}”, which is {right}.", found=found[0], right=_shown(right))


def _wrong_shares(text: str) -> Iterator[str]:
    """“4% of 12,000 is 580”: the share may have been rounded, and so may what it comes to."""
    for found in _SHARE.finditer(text):
        share, whole, said = (_number(found[name]) for name in ("share", "whole", "said"))
        places = len(found["share"].partition(".")[2])
        right, reach = share * whole / 100, whole / 200 / 10**places + abs(said) / 100
        if abs(right - said) > reach:
            yield sentence("It says “{found}”, which is {right}.", found=found[0], right=_shown(right))


def _wrong_parts(text: str) -> Iterator[str]:
    """“330 of 600: 65%”: rounded to a whole per cent at most, and maybe said of the rest."""
    for found in _PART_OF.finditer(text):
        part, whole, said = (_number(found[name]) for name in ("part", "whole", "said"))
        if 0 < part <= whole and min(abs(100 * part / whole - said), abs(100 - 100 * part / whole - said)) > 1:
            yield sentence("It says “{found}”, which is {value}%.", found=found[0], value=_shown(100 * part / whole))


def _number(text: str) -> Fraction:
    return Fraction(re.sub(r"[^\d.]", "", text)) * (-1 if text[0] in "-−" else 1)


def _shown(number: Fraction | float) -> str:
    return f"{float(number):,.4f}".rstrip("0").rstrip(".")


def _wrong_totals(text: str) -> Iterator[str]:
    """Tables whose row of totals fits no column: one that is no sum (a price, a share) is not meant as one."""
    for rows in _tables(text):
        cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
        body, total = cells[2:-1], cells[-1]
        if len(body) < 2 or not _TOTAL.match(total[0]):
            continue
        sums = [(column, _column(body, column), _plain(total[column])) for column in range(1, len(total))]
        known = [
            (column, sum(numbers, Fraction(0)), said) for column, numbers, said in sums if numbers and said is not None
        ]
        if known and all(abs(right - said) > max(Fraction(1), abs(right)) / 100 for _, right, said in known):
            column, right, said = known[0]
            named = sentence("a total of {said} for “{cells}”", said=_shown(said), cells=cells[0][column])
            yield sentence("Its table says {named}, and the rows add up to {right}.", named=named, right=_shown(right))


def _wrong_listed_totals(text: str) -> Iterator[str]:
    """Lists of “thing: number” whose last line says what they come to, in the same unit throughout."""
    rows: list[re.Match[str]] = []
    for line in text.splitlines():
        row = _LABELLED_NUMBER.match(line)
        rows = [*rows, row] if row and len(rows) < _MOST_ROWS else []
        if row is None or len(rows) < 3 or not _TOTAL.match(row["label"]):
            continue
        right, said = sum((_number(one["number"]) for one in rows[:-1]), Fraction(0)), _number(row["number"])
        units, rows = {(one["unit"] or "").strip() for one in rows}, []
        if len(units) == 1 and abs(right - said) > max(Fraction(1), abs(right)) / 100:
            yield sentence(
                "Its list says a total of {said}, and what stands above adds up to {right}.",
                said=_shown(said),
                right=_shown(right),
            )


def _tables(text: str) -> Iterator[list[str]]:
    rows: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip().startswith("|") and len(rows) < _MOST_ROWS:
            rows.append(line)
            continue
        if len(rows) > 3 and set(rows[1]) <= set("|-: \t"):
            yield rows
        rows = []


def _column(rows: list[list[str]], column: int) -> list[Fraction]:
    """Its numbers; none where one cell is something else."""
    found = [_plain(row[column]) if column < len(row) else None for row in rows]
    return [one for one in found if one is not None] if None not in found else []


def _plain(cell: str) -> Fraction | None:
    return _number(cell) if re.fullmatch(rf"[-−]?{_ONE}\s{{0,2}}[€$£]?", cell) else None


def _wrong_counts(text: str) -> Iterator[str]:
    """Lists that are announced with a number right before them and have another number of items."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        found = _ANNOUNCED.search(line[-200:])
        if found is None or _ITEM.match(line):
            continue
        items, number = _items_after(lines, at + 1), number_of(found["n"])
        if items > 1 and items != number and number <= 50:
            yield sentence("It announces {number}, and {items} follow.", number=number, items=items)


def _items_after(lines: list[str], start: int) -> int:
    """The items of the outermost level of the list that begins there."""
    indents: list[int] = []
    for line in lines[start:]:
        item = _ITEM.match(line)
        if item:
            indents.append(len(item["indent"]))
        elif line.strip() and not line.startswith((" ", "\t")):
            break
    return sum(indent <= indents[0] + 1 for indent in indents)
