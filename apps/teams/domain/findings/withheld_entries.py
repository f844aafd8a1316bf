"""Entries of what was given that a result which hands on the others leaves out: labelled amounts, numbered things."""

import re
from collections.abc import Iterator

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import clauses
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import MOST, figures, speak_differently, words

_EVERY = frozenset("all every each alle aller jede jeden jedes sämtliche".split())
_CONDITION = frozenset(
    "above below over under more less than which that who whose where exceed exceeding only except but if best worst "
    "cheapest total sum average altogether highest lowest über unter ab mehr weniger nur außer wenn summe".split()
)
_WITH_SOMETHING = re.compile(r"\bwith (?!(?:its|their|his|her|the)\b)", re.IGNORECASE)
_ENTRY = re.compile(
    r"(?P<label>[^\W\d_][^\n,;:.|{}\d]{0,40}?)[\"']?[\s:|]{1,4}(?P<figure>\d{1,12}(?:[.,]\d{1,6}){0,3})"
)
_NUMBERED = re.compile(r"\b(?P<thing>[^\W\d_]{3,20})\s(?P<number>\d{1,4})\b(?![.,:]\d|\s?%)")
_LEAST_ENTRIES, _MOST_ENTRIES = 3, 60


def withheld_entries(evidence: Evidence) -> Iterator[Symptom]:
    """All were to be passed on, and one of them is there neither by its name nor by its figure."""
    given = "\n".join(evidence.given)[:MOST]
    if evidence.made or not given or speak_differently(given, evidence.result):
        return
    for lacking in (*_lacking_entry(given, evidence), *_lacking_number(given, evidence)):
        yield Symptom(
            FindingKind.WITHHOLDS, sentence("“{lacking}” was to be passed on, and is not there.", lacking=lacking)
        )


def _lacking_entry(given: str, evidence: Evidence) -> Iterator[str]:
    if not any(_asks_for_each(one) for one in clauses(evidence.brief)):
        return
    entries = [(one["label"].strip(), one["figure"]) for one in _ENTRY.finditer(given)][:_MOST_ENTRIES]
    if len(entries) < _LEAST_ENTRIES or len({label for label, _ in entries}) < len(entries):
        return
    said, names = figures(evidence.result.replace(",", "")), frozenset(words(evidence.result))
    told = [bool(figures(figure.replace(",", "")) & said) for _, figure in entries]
    gone = [
        f"{label} {figure}"
        for (label, figure), there in zip(entries, told, strict=True)
        if not there and words(label) and words(label)[-1] not in names
    ]
    if len(gone) == told.count(False) and 0 < len(gone) <= sum(told) and sum(told) > 1:
        yield gone[0]


def _asks_for_each(clause: str) -> bool:
    asked = frozenset(words(clause))
    return bool(_EVERY & asked) and not _CONDITION & asked and not _WITH_SOMETHING.search(clause)


def _lacking_number(given: str, evidence: Evidence) -> Iterator[str]:
    """Of “lift 1, lift 2 and lift 3” of the brief, one of which something was given and nothing is said."""
    asked, known, said = (_numbered(text) for text in (evidence.brief, given, evidence.result))
    for thing in sorted({thing for thing, _ in asked}):
        listed = sorted(number for name, number in asked if name == thing and (name, number) in known)
        told = [one for one in listed if (thing, one) in said]
        gone = [one for one in listed if float(one) not in figures(evidence.result)]
        if len(listed) > 2 and len(told) > 1 and gone:
            yield f"{thing} {gone[0]}"


def _numbered(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((one["thing"].casefold(), one["number"]) for one in _NUMBERED.finditer(text))
