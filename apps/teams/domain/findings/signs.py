"""Demands on the signs and on the count of a result: capitals, signs left out, hashtags, a number between two."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import clauses
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import NUMERAL, number_of, without_code

_MOST_CLAUSES = 200
_CAPITALS = re.compile(
    r"\bin (?:all |only )?(?:capitals|capital letters|upper ?case)(?: letters)?\b|\ball[- ]caps\b", re.IGNORECASE
)
_LEFT_OUT = re.compile(
    r"\b(?:no|without(?: any)?|avoid|ohne|keine) (?P<sign>exclamation marks?|question marks?|emojis?|hashtags?|digits|"
    r"semicolons?|Ausrufezeichen|Fragezeichen)\b",
    re.IGNORECASE,
)
_SIGNS = {
    "excl": re.compile("!"),
    "ausr": re.compile("!"),
    "ques": re.compile(r"\?"),
    "frag": re.compile(r"\?"),
    "emoj": re.compile("[\U0001f300-\U0001faff]"),
    "hash": re.compile(r"#\w"),
    "digi": re.compile(r"\d"),
    "semi": re.compile(";"),
}
_TO_HAVE = re.compile(r"\b(?:mention|include|contain|use|add|enthält|erwähne|verwende)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|no|without|avoid|ohne|nicht|like|such as|e\.g|instead)\b|n['’]t\b", re.IGNORECASE)
_TAG = re.compile(r"(?<!\w)#[^\W\d_]\w{1,40}|https?://[^\s)>\"]{4,200}(?<![.,;])")
_BETWEEN = re.compile(
    rf"\b(?:between )?(?P<least>{NUMERAL}) (?:and|to) (?P<most>{NUMERAL}) (?:\w{{1,20}} ){{0,2}}?"
    r"\w{2,20}s\b[^.\n]{0,40}\b(?:own|separate|new|per|each) line\b",
    re.IGNORECASE,
)
_IN_GERMAN = re.compile(
    r"\b(?:höchstens|maximal|nicht mehr als) (?P<n>\d{1,5}|zwei|drei|vier|fünf|sechs|acht|zehn) "
    r"(?P<unit>Sätze|Wörter|Zeilen|Zeichen)",
    re.IGNORECASE,
)
_GERMAN = {"zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "acht": 8, "zehn": 10}
_SENTENCE = re.compile(r"[.!?]{1,4}(?=\s{1,4}[A-ZÄÖÜ]|\s*$)")
_COUNT: dict[str, Callable[[str], int]] = {
    "sätze": lambda text: len(_SENTENCE.findall(text)),
    "wörter": lambda text: len(text.split()),
    "zeilen": lambda text: sum(bool(line.strip()) for line in text.splitlines()),
    "zeichen": lambda text: len(text.strip()),
}


def faults_of_signs(evidence: Evidence) -> Iterator[Symptom]:
    """What the result has against such a demand, or has not."""
    result = without_code(evidence.result)
    if evidence.made or evidence.checks:
        return
    for clause in islice(clauses(evidence.brief), _MOST_CLAUSES):
        for reason in (
            *_not_in_capitals(clause, result),
            *_signs_left_in(clause, result),
            *_lacking_tags(clause, evidence.result),
            *_not_between(clause, result),
            *_too_long_in_german(clause, result),
        ):
            yield Symptom(FindingKind.DISOBEYS_TASK, reason)


def _not_in_capitals(clause: str, result: str) -> Iterator[str]:
    if not _CAPITALS.search(clause):
        return
    letters = [one for one in result if one.isalpha()]
    if 2 * sum(map(str.islower, letters)) > len(letters) and letters:
        yield sentence("It was to be in capital letters, and is not.")


def _signs_left_in(clause: str, result: str) -> Iterator[str]:
    for found in _LEFT_OUT.finditer(clause):
        if _SIGNS[found["sign"][:4].lower()].search(result):
            yield sentence("“{found}” was asked for, and there are some.", found=found[0])


def _lacking_tags(clause: str, result: str) -> Iterator[str]:
    """Hashtags and addresses that were to stand in it."""
    if _TO_HAVE.search(clause) and not _DENIED.search(clause):
        for tag in _TAG.findall(clause):
            if tag.casefold() not in result.casefold():
                yield sentence("“{tag}” was asked for, and it is not there.", tag=tag)


def _not_between(clause: str, result: str) -> Iterator[str]:
    found = _BETWEEN.search(clause)
    if found is None:
        return
    lines = sum(bool(line.strip()) for line in result.splitlines())
    if 1 < lines < number_of(found["least"]):
        yield sentence("It has {lines} lines; asked for: at least {found}.", lines=lines, found=found["least"])


def _too_long_in_german(clause: str, result: str) -> Iterator[str]:
    found = _IN_GERMAN.search(clause)
    if found is None:
        return
    most, unit = _GERMAN.get(found["n"].lower()) or int(found["n"]), found["unit"]
    count = _COUNT[unit.lower()](result)
    if count > most + max(1, most // 8):
        yield sentence("It has {count} {unit}; asked for: at most {most}.", count=count, unit=unit, most=most)
