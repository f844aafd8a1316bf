"""What becomes of what an agent was given: used, passed on where that was asked for, and not made up where it lacks.

These are heuristics. A result is taken to use what it was given as soon as it has one figure, name or rare word of it,
or a figure that follows from two of them; only a result of some length that has none at all is found.
"""

import re
from collections.abc import Iterable, Iterator

from apps.teams.domain.findings.clauses import clauses
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
_LEAST_FACTS = 3  # that only the given results have
_MOST_FIGURES = 60
_ALL = re.compile(
    r"\b(?:list|report|pass on|hand on|hand over|share|copy|quote|repeat|relay|forward|include|state|name|tell)\W+"
    r"(?:\w+\W+){0,2}?(?:all|every|each|the complete|the full|the whole)\b[^.!?\n]{0,40}?\b(?:figures?|numbers?|"
    r"values?|facts?|rows?|entr(?:y|ies)|details?|results?|items?|findings?|points?|amounts?|measurements?|readings?|prices?|costs?|"
    r"dates?|data|list|terms?|conditions?|risks?)\b|"
    r"\b(?:pass on|hand on|hand over|report|relay|forward|tell)\W+everything\b",
    re.IGNORECASE,
)
"""Asked for in full: the verb says that it is passed on. "The price of each" of what is to be calculated is none."""
_JUDGES = re.compile(
    r"\b(?:review|inspect|audit|proofread|critique|critici[sz]e|examine)\W{1,20}(?:the|both|all|each|every|this|these|[\w-]{1,40}\.\w)",
    re.IGNORECASE,
)
_OF_JUDGING = re.compile(r"\b(?:findings?|points?|items?|risks?)\Z", re.IGNORECASE)
"""What somebody who looks at the work of others lists is their own: "Review the draft, list each finding"."""
_LABEL = re.compile(
    r"^[ \t]{0,8}(?:[-*+•|]|\d{1,3}[.)])?[ \t]{0,4}\**(?P<label>[A-Za-z][A-Za-z /-]{2,40}?)\**[ \t]{0,3}"
    r"(?:[:=|]|\bis\b|\bare\b|\bwas\b|\bwere\b)[ \t]{0,3}\**(?P<value>[^\n|]{1,120})",
    re.MULTILINE,
)
_DATA = "csv tsv xlsx xls ods json jsonl xml yaml yml md txt pdf doc docx odt html sql log parquet".split()
_FILE = re.compile(rf"(?<![\w./\\:@-])[\w][\w.-]{{0,80}}\.(?:{'|'.join(_DATA)})(?![\w/\\]|\.\w)", re.IGNORECASE)
_TO_MAKE = re.compile(
    r"\b(?:save|write|export|store|put|create|make|produce|deliver|call|name|generate|output|send|as|to|into|named|called)\W*"
    r"(?:\w+\W+){0,4}$",
    re.IGNORECASE,
)
_HOLE = re.compile(
    r"\[(?:insert |your |the )?[A-Za-z][\w ]{1,40}\](?!\()|<[a-z][\w ]{2,40}>|\{[a-z][\w ]{1,40}\}|\bTB[DC]\b|\?\?\?"
)


def unused_inputs(evidence: Evidence) -> Iterator[Symptom]:
    """A result of some length that has nothing of what only the results before it say."""
    result = evidence.result
    if evidence.made or not evidence.given or len(words(result)) < _LEAST_WORDS:
        return
    known = f"{evidence.goal}\n{evidence.brief}"
    given = "\n".join(evidence.given)
    facts = telling_figures(given) - figures(known)
    names = all_stems(evidence.given) - stems(known)
    if len(facts) < _LEAST_FACTS or speak_differently(given, result):
        return
    if facts & figures(result) or follows_from(figures(result) - figures(known), figures(given)):
        return
    if (names_in(given) - names_in(known)) & names_in(result):
        return
    if len(names & stems(result)) <= max(1, len(names) // 12):
        yield Symptom(FindingKind.IGNORES_INPUT, "It has nothing of the results that it was to go by.", certain=False)


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


def withheld_facts(evidence: Evidence) -> Iterator[Symptom]:
    """What the brief asks to be passed on, in full or by name, and the results before had."""
    if evidence.made:
        return
    given, result = "\n".join(evidence.given), evidence.result
    if _asks_for_all(evidence.brief):
        lacking = sorted(telling_figures(given) - figures(result))
        if lacking and len(lacking) < len(telling_figures(given)):
            yield Symptom(
                FindingKind.WITHHOLDS, f"All was to be passed on, and {lacking[0]:,g} is not there.", certain=False
            )
            return
    by_name = [
        (label, value) for label, value in _labelled(given) if stems(label) and stems(label) <= stems(evidence.brief)
    ]
    passed = [bool(figures(value) & figures(result)) for _, value in by_name]
    if len(by_name) > 1 and any(passed):
        for (label, value), there in zip(by_name, passed, strict=True):
            if not there and not stems(label) <= stems(result):
                yield Symptom(FindingKind.WITHHOLDS, f"“{label}” was asked for and known ({value}), and is not there.")
                return


def _asks_for_all(brief: str) -> bool:
    asked = [found[0] for clause in clauses(brief) if (found := _ALL.search(clause))]
    return any(not _OF_JUDGING.search(one) for one in asked) if _JUDGES.search(brief) else bool(asked)


def _labelled(text: str) -> list[tuple[str, str]]:
    """What a text says of things by their names, where it is a figure."""
    found = [(one["label"].strip(), one["value"].strip(" *|")) for one in _LABEL.finditer(text)]
    return [(label, value) for label, value in found if telling_figures(value)]


def made_up(evidence: Evidence) -> Iterator[Symptom]:
    """Figures for what the brief names or leaves open and nobody gave, by an agent that did not ask."""
    if evidence.asked or evidence.had_files:
        return
    known = "\n".join([evidence.goal, evidence.brief, *evidence.given, *evidence.told])
    invented = telling_figures(evidence.result) - figures(known)
    if len(invented) < 2 or follows_from(invented, figures(known)):
        return
    if name := _lacking_file(evidence):
        if not _says_it_lacks(name, evidence.result):
            why = f"It gives figures, and {name}, which they should come from, was not given to it: it did not ask."
            yield Symptom(FindingKind.DOES_NOT_ASK, why)
    elif hole := _HOLE.search(evidence.brief):
        yield Symptom(
            FindingKind.DOES_NOT_ASK, f"The brief leaves “{hole[0]}” open, and it did not ask.", certain=False
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
