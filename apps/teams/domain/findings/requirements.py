"""Whether a result has the form that its task asks for: length, number of items, format, columns, words, language.

What a text asks for is told by general rules from the clauses that give an order. A limit that is set for a part (a
title, each paragraph) is left out, and where two limits of one kind stand there the wider one counts: a demand that is
misread refuses good work, and one that is overlooked is seen by the review.
"""

import json
import re
from collections.abc import Iterator
from itertools import pairwise

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import orders
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.lengths import faults_of_length, faults_of_number
from apps.teams.domain.findings.words import CALLED, FUNCTION_WORDS, language_of, without_code

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
_CALLED_IN_GERMAN = {
    "deutsch": "German",
    "englisch": "English",
    "französisch": "French",
    "spanisch": "Spanish",
    "italienisch": "Italian",
    "portugiesisch": "Portuguese",
    "niederländisch": "Dutch",
}
_AUF_LANGUAGE = re.compile(
    rf"\b(?:auf|ins)\s{{1,3}}(?:einfache[ms] |gute[ms] )?(?P<language>{'|'.join(_CALLED_IN_GERMAN)})e?\b", re.IGNORECASE
)
_LEAST_WORDS = 12  # of a text whose language is told


def faults_of_form(evidence: Evidence) -> Iterator[Symptom]:
    """What the task asks for by form and the result has not."""
    result = evidence.result
    asked = list(orders(evidence.asked_for))
    for reason in (
        *faults_of_length(asked, result),
        *faults_of_number(asked, result),
        *_formats(asked, evidence),
        *_wordings(asked, result),
    ):
        yield Symptom(FindingKind.DISOBEYS_TASK, reason)


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
    wanted = {language for clause in asked for language in _languages_named(clause)}
    if len(wanted) != 1 or len(result.split()) < _LEAST_WORDS:
        return
    (language,) = wanted
    spoken = language_of(without_code(result))
    if spoken and spoken != language:
        yield sentence(
            "It was to be in {language}, and is in {spoken}.", language=CALLED[language], spoken=CALLED[spoken]
        )


def _languages_named(clause: str) -> Iterator[str]:
    """The languages that something is to be in, said in English or in German."""
    yield from (found["language"] for found in _IN_LANGUAGE.finditer(clause))
    yield from (_CALLED_IN_GERMAN[found["language"].lower()] for found in _AUF_LANGUAGE.finditer(clause))
