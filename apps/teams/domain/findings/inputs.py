"""What becomes of what an agent was given: used, and not made up where it lacks.

These are heuristics. A result is taken to use what it was given as soon as it has one figure, name or rare word of it,
or a figure that follows from two of them; only a result of some length that has none at all is found.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from apps.core.sentences import sentence
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import (
    all_stems,
    figures,
    names_in,
    speak_differently,
    stems,
    telling_figures,
    words,
)

_LEAST_WORDS = 25  # of a result that could have used what it was given
_FEWEST_WORDS = 12  # of one that is told to go by it
_LEAST_NAMES = 4  # words that only the given results have, where it is told to go by them
_LEAST_FACTS = 3  # that only the given results have
_TELLING = 100  # a figure of this size is hardly one of the agent's own
_MOST_FIGURES = 60
_LIST_MARK = re.compile(r"^[ \t]{0,8}\d{1,3}[.)](?=[ \t])", re.MULTILINE)
_BY_THEM = re.compile(
    r"\b(?:by|from|on|using|with|to) (?:what|these|those|that|the)\b|\bbased on\b|"
    r"\baccording to\b|\b(?:these|those)\b|"
    r"\babove\b|\binto account\b|\bsum (?:it|them|this|that|these|those) up\b|\bsummari[sz]e\b|\bfass(?:e|en)\b|"
    r"\bone of\b|\b(?:results?|findings?|figures) of\b|\bwhat was\b",
    re.IGNORECASE,
)
_DATA = "csv tsv xlsx xls ods json jsonl xml yaml yml md txt pdf doc docx odt html sql log parquet".split()
_FILE = re.compile(rf"(?<![\w./\\:@-])[\w][\w.-]{{0,80}}\.(?:{'|'.join(_DATA)})(?![\w/\\]|\.\w)", re.IGNORECASE)
_TO_MAKE = re.compile(
    r"\b(?:save|write|export|store|put|create|make|produce|deliver|call|name|generate|output|send|upload|convert|prepare|"
    r"attach)\b(?:[^.!?\n]{0,60}\b(?:as|to|into|in|named|called|file|files|both|and)|\W+(?:a|an|the|it|them))?\W*$",
    re.IGNORECASE,
)
_ATTACHED = re.compile(
    r"\b(?:the|this|these|those|der|die|das|dem|den) (?:attached|enclosed|uploaded|beigefügten?|angehängten?|"
    r"beiliegenden?) (?!to\b)\w{2,30}|"
    r"\b(?:attached|enclosed|uploaded) (?:\w{1,20} ){0,2}?(?:file|spreadsheet|document|report|data|"
    r"dataset|log|sheet|pdf|"
    r"minutes|statement|table|list)s?\b",
    re.IGNORECASE,
)
_HOLE = re.compile(
    r"\[(?:insert |your |the )?[A-Za-z][\w ]{1,40}\](?!\()|<[a-z][\w ]{2,40}>|\{[a-z][\w ]{1,40}\}|"
    r"\bTB[DC]\b|\?\?\?|_{3,20}"
)


def unused_inputs(evidence: Evidence) -> Iterator[Symptom]:
    """A result of some length that has nothing of what only the results before it say."""
    result = evidence.result
    by_them = bool(_BY_THEM.search(evidence.brief)) and not evidence.checks
    if evidence.made or not evidence.given or len(words(result)) < (_FEWEST_WORDS if by_them else _LEAST_WORDS):
        return
    known = f"{evidence.goal}\n{evidence.brief}"
    given = "\n".join(evidence.given)
    facts = figures(given) - figures(known)
    names = all_stems(evidence.given) - stems(known)
    if not (len(facts) >= _LEAST_FACTS or (by_them and len(names) >= _LEAST_NAMES)) or speak_differently(given, result):
        return
    own = figures(_LIST_MARK.sub("", result))
    if facts & own or follows_from(own - figures(known), figures(given)):
        return
    if (names_in(given) - names_in(known)) & names_in(result):
        return
    used = len(names & stems(result))
    if len(words(result)) < _LEAST_WORDS and used:
        return
    if used <= max(1, len(names) // 12):
        certain = not used and by_them and len(facts) >= _LEAST_FACTS
        why = sentence("It has nothing of the results that it was to go by.")
        yield Symptom(FindingKind.IGNORES_INPUT, why, certain=certain)


def follows_from(results: Iterable[float], given: Iterable[float]) -> bool:
    """Whether one of some figures follows from one or two of the given ones, or from all of them."""
    numbers = sorted(given)[:_MOST_FIGURES]
    made = {sum(numbers), float(len(numbers)), sum(numbers) / (len(numbers) or 1)}
    for one in numbers:
        for other in numbers:
            made |= {one + other, one - other, one * other}
            if other:
                made |= {one / other, 100 * one / other, 100 * (one - other) / other}
    rounded = {round(abs(one), places) for one in made for places in (0, 1, 2)}
    return any(round(one, 2) in rounded for one in results)


def made_up(evidence: Evidence) -> Iterator[Symptom]:
    """Figures for what the brief names or leaves open and nobody gave, by an agent that did not ask."""
    if evidence.asked or evidence.had_files:
        return
    known = "\n".join([evidence.goal, evidence.brief, *evidence.given, *evidence.told])
    invented = telling_figures(evidence.result) - figures(known)
    lacks_file = bool(_lacking_file(evidence)) and max(invented, default=0) >= _TELLING
    if len(invented) < (1 if lacks_file else 2) or follows_from(invented, figures(known)):
        return
    holes = list(islice(_HOLE.finditer(evidence.brief), 2))
    if name := _lacking_file(evidence):
        if not _says_it_lacks(name, evidence.result):
            why = sentence(
                "It gives figures, and {name}, which they should come from, was not given to it: it did not ask.",
                name=name,
            )
            yield Symptom(FindingKind.DOES_NOT_ASK, why)
    elif holes and not _HOLE.search(evidence.result):
        why = sentence("The brief leaves “{holes}” open, and it did not ask.", holes=holes[0][0])
        yield Symptom(FindingKind.DOES_NOT_ASK, why, certain=len(holes) > 1)
    elif (attached := _ATTACHED.search(evidence.brief)) and not (evidence.files or evidence.given):
        yield Symptom(
            FindingKind.DOES_NOT_ASK,
            sentence("It gives figures, and “{attached}” was not given to it.", attached=attached[0]),
        )


def _lacking_file(evidence: Evidence) -> str:
    there = {name.casefold() for name in (*evidence.files, *evidence.made)}
    for found in _FILE.finditer(evidence.brief):
        before = evidence.brief[max(0, found.start() - 40) : found.start()]
        mentioned = any(found[0].casefold() in text.casefold() for text in evidence.given)
        if found[0].casefold() not in there and not mentioned and not _TO_MAKE.search(before):
            return found[0]
    return ""


def _says_it_lacks(name: str, result: str) -> bool:
    """Whether a sentence names the file without a figure: then it speaks of the file, not from it."""
    sentences = [one for one in re.split(r"(?<=[.!?;])\s+|\n+", result) if name.casefold() in one.casefold()]
    return any(not telling_figures(one.replace(name, "")) for one in sentences)
