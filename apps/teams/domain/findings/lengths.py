"""Whether a result has the length, and as many items, as its task asks for: in words, sentences, lines and the like."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from apps.core.sentences import sentence
from apps.teams.domain.findings.words import NUMERAL, number_of, without_code

_UNITS = "words|sentences|characters|paragraphs|bullet points|bullets|lines"
_UNIT = rf"(?P<unit>{_UNITS}|word|sentence|character|paragraph|bullet point|bullet|line)\b"
_FILLER = r"(?:\w{1,12}[ -]){0,1}"
_MOST = re.compile(
    r"\b(?:at most|no more than|not more than|up to|under|below|fewer than|less than|within|maximum(?: of)?|max\.?|"
    rf"not exceed(?:ing)?|limit(?:ed)?(?: \w{{1,8}}){{0,2}} to)\s{{1,3}}(?P<n>{NUMERAL})\s{{1,3}}{_FILLER}{_UNIT}",
    re.IGNORECASE,
)
_MOST_AFTER = re.compile(
    rf"\b(?P<n>{NUMERAL})[\s-]{{1,3}}{_UNIT}(?:\s{{1,3}}(?:or (?:less|fewer)|at (?:the )?most|maximum|"
    rf"max)|[\s-]limit)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    rf"\b(?:at least|no fewer than|not fewer than|no less than|minimum(?: of)?)\s{{1,3}}(?P<n>{NUMERAL})\s{{1,3}}"
    rf"{_FILLER}{_UNIT}",
    re.IGNORECASE,
)
_EXACT = re.compile(
    r"\b(?:exactly|precisely|(?:in|with|as)(?: just| only)?)\s{1,3}(?:(?P<n>"
    rf"{NUMERAL})\s{{1,3}}(?:\w{{1,12}}[ -]){{0,1}}?{_UNIT}|(?:a single|one|a)\s{{1,3}}(?P<one>word|"
    r"sentence|paragraph)\b)",
    re.IGNORECASE,
)
_OF_A_PART = re.compile(
    r"\b(?:each|every|per|apiece|title|heading|headline|subject|caption|slogan|label|abstract|introduction|intro|"
    r"section|chapter|row|cell|column|item|entry|lines? of|quote|excerpt)\b|"
    rf"\b(?:about|around|roughly|approximately|some)\s{{1,3}}{NUMERAL}\b",
    re.IGNORECASE,
)
_ITEMS = re.compile(
    r"\b(?:list|name|give|suggest|propose|provide|recommend|identify|pick|choose|find)\s{1,3}"
    rf"(?:me |us |exactly |the |top |at least ){{0,2}}(?P<n>{NUMERAL})\s{{1,3}}(?:\w{{1,20}}\s){{0,2}}?\w{{2,20}}s\b",
    re.IGNORECASE,
)
_ONE_THING = re.compile(
    r"\b(?:single|only (?:the|an?|one)|just (?:the|an?|one)|nothing but (?:the|an?))\s"
    r"(?:number|figure|word|name|date)\b",
    re.IGNORECASE,
)
_ONE_THING_WORDS = 8  # with what one politely says around it
_ITEM = re.compile(r"^(?P<indent>[ \t]{0,12})(?:[-*+•]|\d{1,3}[.)])[ \t]+\S", re.MULTILINE)
_SENTENCE = re.compile(r"[.!?]{1,4}[\"”')]{0,2}(?=\s{1,4}[A-ZÄÖÜ“\"(]|\s*$)")


@dataclass(frozen=True)
class _Bound:
    """How long a result may be, in words, sentences and the like; None: as few, or as many, as one likes."""

    unit: str
    least: int | None
    most: int | None


def faults_of_length(asked: Sequence[str], result: str) -> Iterator[str]:
    """What a result is too long or too short by, where the clauses that give an order set a limit for all of it."""
    bounds = [bound for clause in asked if not _OF_A_PART.search(clause) for bound in _bounds(clause)]
    for unit in dict.fromkeys(bound.unit for bound in bounds):
        called = _UNIT_WORDS[unit]
        most = [bound.most for bound in bounds if bound.unit == unit and bound.most is not None]
        least = [bound.least for bound in bounds if bound.unit == unit and bound.least is not None]
        count = _COUNT[unit](result)
        slack = _slack(unit, max(most, default=0))
        if most and count > max(most) + slack:
            yield sentence(
                "It has {count} {unit}; asked for: at most {most}.", count=count, unit=called, most=max(most)
            )
        elif least and count < min(least) - _slack(unit, min(least)):
            yield sentence(
                "It has {count} {unit}; asked for: at least {least}.",
                count=count,
                unit=called,
                least=min(least),
            )


_UNIT_WORDS = {
    "words": sentence("words"),
    "sentences": sentence("sentences"),
    "characters": sentence("characters"),
    "paragraphs": sentence("paragraphs"),
    "bullet points": sentence("bullet points"),
    "lines": sentence("lines"),
}


def _bounds(clause: str) -> Iterator[_Bound]:
    for pattern, least, most in ((_MOST, False, True), (_MOST_AFTER, False, True), (_LEAST, True, False)):
        for found in pattern.finditer(clause):
            number = number_of(found["n"])
            yield _Bound(_plural(found["unit"]), number if least else None, number if most else None)
    if _MOST.search(clause) or _MOST_AFTER.search(clause) or _LEAST.search(clause):
        return
    for found in _EXACT.finditer(clause):
        number = number_of(found["n"] or "one")
        yield _Bound(_plural(found["unit"] or found["one"]), number, number)


def faults_of_number(asked: Sequence[str], result: str) -> Iterator[str]:
    """Lists that are shorter than was asked for, and more than the one thing that was."""
    listed = _bullets(result)
    for clause in asked:
        found = _ITEMS.search(clause)
        if found and 1 < listed < number_of(found["n"]) <= 50:
            yield sentence("It lists {listed}; asked for: {found}.", listed=listed, found=number_of(found["n"]))
        if _ONE_THING.search(clause) and len(result.split()) > _ONE_THING_WORDS:
            yield sentence(
                "“{clause}” was asked for, and it has {count} words.",
                clause=_ONE_THING.findall(clause)[0],
                count=len(result.split()),
            )


def _plural(unit: str) -> str:
    single = unit.lower().removesuffix("s")
    return "bullet points" if single.startswith("bullet") else f"{single}s"


def _slack(unit: str, number: int) -> int:
    """Words and sentences are counted in more than one way."""
    return {"words": max(2, number // 8), "characters": number // 20, "sentences": max(1, number // 3)}.get(unit, 0)


def _sentences(text: str) -> int:
    return sum(max(1, len(_SENTENCE.findall(part))) for part in _prose(re.sub(r"[*_#>]", "", text)))


def _prose(text: str) -> list[str]:
    return [part for part in re.split(r"\n\s*\n", without_code(text)) if part.strip()]


def _bullets(text: str) -> int:
    """The items of the outermost level of all lists."""
    indents = [len(found["indent"]) for found in _ITEM.finditer(without_code(text))]
    return sum(indent <= min(indents) + 1 for indent in indents)


_COUNT: dict[str, Callable[[str], int]] = {
    "words": lambda text: len(text.split()),
    "characters": lambda text: len(text.strip()),
    "sentences": _sentences,
    "paragraphs": lambda text: len(_prose(text)),
    "bullet points": _bullets,
    "lines": lambda text: sum(1 for line in text.splitlines() if line.strip()),
}
