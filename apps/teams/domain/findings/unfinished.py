"""Parts that a result begins to give, in order, and stops before the last: marked ones, steps, things by name."""

import re
from collections.abc import Iterator

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import clauses
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import NUMERAL, figures, number_of, speak_differently, stems, words

_MARK = re.compile(r"(?:^|[\s,;(])\(?([1-9]|[a-hA-H])[.)][ \t]+(?=\S)")
_MARKS = ("123456789", "abcdefgh")
_STEPS = re.compile(
    rf"\b(?:in|as|with|of) (?:exactly )?(?P<n>{NUMERAL}) (?P<thing>step|part|section|chapter|phase|stage|point)s\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\b(step|part|section|chapter|phase|stage|point)[ \t](\d{1,2})\b", re.IGNORECASE)
_EACH = frozenset("each every all both jede jeden jedes alle".split())
_NAMED = re.compile(r"[:,]\s((?:[A-ZÄÖÜ][\w-]{1,30}(?:,? and |,? und |, |(?=[.\s]|$))){3,12})")


def unfinished_parts(evidence: Evidence) -> Iterator[Symptom]:
    """What the result has of the first parts and lacks of the last."""
    if evidence.made or speak_differently(evidence.result, evidence.brief):
        return
    for why in (*_lacking_marks(evidence), *_lacking_steps(evidence), *_lacking_names(evidence)):
        yield Symptom(FindingKind.ENDS_EARLY, why)


def _lacking_marks(evidence: Evidence) -> Iterator[str]:
    """“a) …, b) …” of the brief, of which the result marks the first and no later one, and has no word of the last."""
    asked = _marks(evidence.brief)
    if len(asked) < 2:
        return
    given = _marks(evidence.result)
    if given[:1] != asked[:1] or len(given) >= len(asked) or given != asked[: len(given)]:
        return
    last = _MARK.split(evidence.brief)[-1]
    before = _MARK.sub(" ", evidence.brief[: -len(last)])
    if (own := stems(last) - stems(before)) and not own & stems(evidence.result):
        yield sentence("It stops after {given}) of {asked}).", given=given[-1], asked=asked[-1])


def _marks(text: str) -> list[str]:
    """The marks in order from the first; none where they are in another order."""
    found = [one.lower() for one in _MARK.findall(text)]
    return found if any(found == [*marks[: len(found)]] for marks in _MARKS) else []


def _lacking_steps(evidence: Evidence) -> Iterator[str]:
    """“In five steps”, and the last that it calls a step is “Step 3”."""
    for found in (one for clause in clauses(evidence.brief) if (one := _STEPS.search(clause))):
        labels = _LABEL.findall(evidence.result)
        there = [int(number) for thing, number in labels if thing.lower() == found["thing"].lower()]
        asked = number_of(found["n"])
        if there and there == [*range(1, len(there) + 1)] and there[-1] < asked <= 50:
            yield sentence(
                "It stops at {found} {there} of {asked}.", found=found["thing"], there=there[-1], asked=asked
            )


def _lacking_names(evidence: Evidence) -> Iterator[str]:
    """Each of several things that the brief names was to be given, and those from one on are not."""
    for clause in clauses(evidence.brief):
        found = _NAMED.search(clause)
        if not found or not _EACH & frozenset(words(clause)) or figures(found[1]):
            continue
        names = [one.strip(" .") for one in re.split(r",? and |,? und |, ", found[1]) if one.strip(" .")]
        there = [one.casefold() in evidence.result.casefold() for one in names]
        if there[0] and not there[-1] and there == sorted(there, reverse=True):
            yield sentence("It stops before “{names}”.", names=names[there.index(False)])
