"""Whether a result has the form that its task asks for: length, number of items, format, columns, words, language.

What a text asks for is told by general rules from the clauses that give an order. A limit that is set for a part (a
title, each paragraph) is left out, and where two limits of one kind stand there the wider one counts: a demand that is
misread refuses good work, and one that is overlooked is seen by the review.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import orders
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import CALLED, FUNCTION_WORDS, NUMERAL, language_of, number_of, without_code

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
_READS = re.compile(
    r"\b(?:read|parse|load|attached|given|input|from the|contains?|has|have|received?|open|source|which is|"
    r"that is|how|why|explain|means?)\b",
    re.IGNORECASE,
)
_AS_JSON = re.compile(
    r"\b(?:as|in|into|return|output|valid|only|be|give|produce)\s{1,3}(?:an? |valid |strict |plain |pure |raw |only |"
    r"one |single ){0,4}JSON\b(?! (?:file|schema|input|data))",
    re.IGNORECASE,
)
_AS_CSV = re.compile(
    r"\b(?:as|in|into|return|output|give|produce)\s{1,3}(?:an? |valid |plain ){0,2}CSV\b(?! (?:input|data))",
    re.IGNORECASE,
)
_AS_TABLE = re.compile(
    r"\b(?:as|in|into|return|give|produce|make|write|draw up|a)\s{1,3}(?:an? |one |the ){0,1}(?:small |"
    r"short |Markdown |"
    r"comparison |simple ){0,2}table\b",
    re.IGNORECASE,
)
_WITH_FURNITURE = frozenset(
    "book reserve build buy sell order lay set clear wipe paint clean assemble repair mend carve find get at on under "
    "around".split()
)
_COLUMNS = re.compile(
    r"\b(?:with|has|have|use|"
    r"exactly)\s{1,3}(?:exactly )?(?:the )?(?:\w{1,8} )?columns?:?\s{1,3}(?P<names>[^.;\n]{3,160})",
    re.IGNORECASE,
)
_MARKS = "\"“”„«»`'‘’"
_QUOTED = rf"(?:[\"“„«`‘]|(?<=\s)')(?P<quoted>[^{_MARKS}\n]{{1,80}})[\"”“»`’']"
_INCLUDE = re.compile(
    r"\b(?P<where>include|contain|mention|use|begin|start|open|end|close|finish|sign(?: off)?|add|put|carry|bear|quote)"
    rf"(?:s|ing)?\b(?P<between>[^.!?\n\"“„«`‘]{{0,50}}){_QUOTED}",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|never|n['’]t|without|avoid|no|neither|nor|instead of|than)\b", re.IGNORECASE)
_AVOID = re.compile(rf"\b(?:not|never|n['’]t|without|avoid(?:ing)?)\b[^.!?\n\"“„«`‘]{{0,50}}{_QUOTED}", re.IGNORECASE)
_IN_LANGUAGE = re.compile(
    rf"\b(?:in|into|to)\s{{1,3}}(?:plain |simple |good |fluent )?(?P<language>{'|'.join(FUNCTION_WORDS)})\b"
)
_LEAST_WORDS = 12  # of a text whose language is told


@dataclass(frozen=True)
class Bound:
    """How long a result may be, in words, sentences and the like; None: as few, or as many, as one likes."""

    unit: str
    least: int | None
    most: int | None


def faults_of_form(evidence: Evidence) -> Iterator[Symptom]:
    """What the task asks for by form and the result has not."""
    result = evidence.result
    asked = list(orders(evidence.asked_for))
    for reason in (
        *_lengths(asked, result),
        *_items(asked, result),
        *_formats(asked, evidence),
        *_wordings(asked, result),
    ):
        yield Symptom(FindingKind.DISOBEYS_TASK, reason)


# --- length ---------------------------------------------------------------------------------------------------------


def _lengths(asked: list[str], result: str) -> Iterator[str]:
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


def _bounds(clause: str) -> Iterator[Bound]:
    for pattern, least, most in ((_MOST, False, True), (_MOST_AFTER, False, True), (_LEAST, True, False)):
        for found in pattern.finditer(clause):
            number = number_of(found["n"])
            yield Bound(_plural(found["unit"]), number if least else None, number if most else None)
    if _MOST.search(clause) or _MOST_AFTER.search(clause) or _LEAST.search(clause):
        return
    for found in _EXACT.finditer(clause):
        number = number_of(found["n"] or "one")
        yield Bound(_plural(found["unit"] or found["one"]), number, number)


def _items(asked: list[str], result: str) -> Iterator[str]:
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

# --- format ---------------------------------------------------------------------------------------------------------


def _formats(asked: list[str], evidence: Evidence) -> Iterator[str]:
    endings = {name.rpartition(".")[2].lower() for name in evidence.made}
    result = evidence.result
    for clause in asked:
        if _READS.search(clause):
            continue
        if _AS_JSON.search(clause) and "json" not in endings and not _has_json(result):
            yield "JSON was asked for, and there is none that can be read."
        if _AS_CSV.search(clause) and "csv" not in endings and not _has_csv(result):
            yield "CSV was asked for, and there is none."
        if _asks_for_table(clause) and not endings and not _has_table(result):
            yield "A table was asked for, and there is none."
        if not endings and (lacking := _lacking_columns(clause, result)):
            yield sentence("The column “{lacking}” was asked for, and it is not there.", lacking=lacking)


def _asks_for_table(clause: str) -> bool:
    """Whether a form is meant, and not a table that is booked or built."""
    before = (clause[: found.start()].split() for found in _AS_TABLE.finditer(clause))
    return any(not words or words[-1].casefold() not in _WITH_FURNITURE for words in before)


def _has_json(text: str) -> bool:
    fenced = re.findall(r"^ {0,3}```\w*\n(.*?)^ {0,3}```", text, re.MULTILINE | re.DOTALL)
    inner = text[_first(text, "{[") : max(text.rfind("}"), text.rfind("]")) + 1]
    return any(_is_json(part) for part in (text, *fenced, inner))


def _first(text: str, signs: str) -> int:
    return min((at for sign in signs if (at := text.find(sign)) >= 0), default=len(text))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return bool(text.strip())


def _has_csv(text: str) -> bool:
    rows = [line.count(",") + line.count(";") + line.count("\t") for line in text.splitlines() if line.strip()]
    return any(one and one == other for one, other in pairwise(rows))


def _has_table(text: str) -> bool:
    return bool(re.search(r"^ {0,3}\|?[ :]{0,3}--[-| :]*+$", text, re.MULTILINE)) or _has_csv(text) or "\t" in text


def _lacking_columns(clause: str, result: str) -> str:
    found = _COLUMNS.search(clause)
    if found is None:
        return ""
    names = [one.strip(f" {_MARKS}*") for one in re.split(r",|\band\b|\|", found["names"])]
    folded = result.casefold()
    return next((one for one in names if one and len(one) <= 30 and one.casefold() not in folded), "")


# --- wording --------------------------------------------------------------------------------------------------------


def _wordings(asked: list[str], result: str) -> Iterator[str]:
    for clause in asked:
        for found in _AVOID.finditer(clause):
            if _stands_in(found["quoted"], result):
                yield sentence("“{found}” was not to stand in it, and does.", found=found["quoted"])
        for found in _INCLUDE.finditer(clause):
            before = clause[max(0, found.start() - 40) : found.start()]
            if _NOT.search(before + found["between"]):
                continue
            if not _is_placed(found["where"].lower(), found["quoted"], result):
                yield sentence(
                    "“{found}” was asked for, and it is not {place}.",
                    found=found["quoted"],
                    place=_PLACE.get(found["where"].lower(), sentence("there")),
                )
    yield from _language(asked, result)


_PLACE = {
    "end": sentence("at the end"),
    "close": sentence("at the end"),
    "finish": sentence("at the end"),
    "begin": sentence("at the beginning"),
} | {"start": sentence("at the beginning")}


def _is_placed(where: str, quoted: str, result: str) -> bool:
    wanted, plain = _folded(quoted), _folded(result)
    if where in ("begin", "start"):
        return plain.startswith(wanted)
    if where in ("end", "finish"):
        return plain.endswith(wanted)
    return wanted in plain


def _folded(text: str) -> str:
    return " ".join(re.findall(r"[\w#@%€$+-]+", text.casefold()))


def _stands_in(quoted: str, result: str) -> bool:
    wanted = _folded(quoted)
    return bool(wanted) and f" {wanted} " in f" {_folded(result)} "


def _language(asked: list[str], result: str) -> Iterator[str]:
    wanted = {found["language"] for clause in asked for found in _IN_LANGUAGE.finditer(clause)}
    if len(wanted) != 1 or len(result.split()) < _LEAST_WORDS:
        return
    (language,) = wanted
    spoken = language_of(without_code(result))
    if spoken and spoken != language:
        yield sentence(
            "It was to be in {language}, and is in {spoken}.", language=CALLED[language], spoken=CALLED[spoken]
        )
