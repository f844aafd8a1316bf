"""Further demands on the form of a result: one of the answers offered, one thing a line, keys, a word left out.

Like those of `requirements`, they are told from the clauses that give an order, and in doubt overlooked.
"""

import json
import re
from collections.abc import Iterator

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import clauses, orders
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom

_OPTIONS = r"(?P<options>[\w-]{1,20}(?:, [\w-]{1,20}){0,5},? or [\w-]{1,20})"
_ONE_OF = re.compile(
    rf"\b(?:only|just|nothing but|either) (?:with |by )?(?:one of )?"
    rf"(?P<before>{_OPTIONS.replace('options', 'first')})\s?(?:[.;,]|$)|"
    rf"\b(?:with|by) {_OPTIONS},? (?:only|alone|and nothing else)\b",
    re.IGNORECASE,
)
_MOST_AROUND = 12  # words of an answer that is one of those offered
_A_LINE = re.compile(
    r"\bone (?:[\w-]{1,20} ){0,2}?(?:per|a|in each|on each) line\b|\beach (?:[\w-]{1,20} ){0,3}?on "
    r"(?:its own|a separate|a new) line\b",
    re.IGNORECASE,
)
_SEVERAL = 8  # words of a single line that holds several things
_KEYS = re.compile(
    r"\b(?:with|has|have|having|of)\s(?:exactly )?(?:the |these )?(?:\w{1,10} )?(?:keys|fields|properties|members|"
    r"attributes):?\s"
    r"(?P<names>[\w\"'`-]{1,40}(?:, [\w\"'`-]{1,40}){0,12},? and [\w\"'`-]{1,40})",
    re.IGNORECASE,
)
_WORD_LEFT_OUT = re.compile(
    r"\b(?:not|never|n['’]t|without|avoid(?:ing)?|leave out|omit)\b(?: \w{1,12}){0,2}? the "
    r"(?:word|term|name) (?P<word>[\w-]{3,30})",
    re.IGNORECASE,
)
_NO_WORD = frozenset("count limit order for that which is and itself".split())


def further_faults_of_form(evidence: Evidence) -> Iterator[Symptom]:
    """What the task demands of the form and the result does not keep."""
    for reason in (one for clause in clauses(evidence.brief) for one in _in_one_line(clause, evidence.result)):
        yield Symptom(FindingKind.DISOBEYS_TASK, reason)
    for clause in orders(evidence.asked_for):
        for reason in (
            *_other_answer(clause, evidence.result),
            *_lacking_keys(clause, evidence.result),
            *_word_left_in(clause, evidence.result),
        ):
            yield Symptom(FindingKind.DISOBEYS_TASK, reason)


def _other_answer(clause: str, result: str) -> Iterator[str]:
    found = _ONE_OF.search(clause)
    if found is None:
        return
    offered = found["before"] or found["options"]
    options = {one.casefold() for one in re.split(r",? or |, ", offered)}
    said = re.findall(r"[\w-]+", result.casefold())
    if not options & set(said) or len(said) > _MOST_AROUND:
        yield sentence("“{offered}” was to be the whole answer, and it is another.", offered=offered)


def _in_one_line(clause: str, result: str) -> Iterator[str]:
    if not _A_LINE.search(clause):
        return
    lines = [line for line in result.splitlines() if line.strip()]
    if len(lines) == 1 and len(lines[0].split()) > _SEVERAL:
        yield "Each was to have a line of its own, and all stand in one."


def _lacking_keys(clause: str, result: str) -> Iterator[str]:
    """Keys that JSON which came was to have; whether some came is looked at elsewhere."""
    found = _KEYS.search(clause)
    if found is None or "json" not in clause.casefold() or not re.search(r"[{\[]", result):
        return
    names = [one.strip("\"'`") for one in re.split(r",? and |, ", found["names"])]
    for name in names:
        if json.dumps(name).casefold() not in result.casefold():
            yield sentence("The key “{name}” was asked for, and it is not there.", name=name)


def _word_left_in(clause: str, result: str) -> Iterator[str]:
    for found in _WORD_LEFT_OUT.finditer(clause):
        word = found["word"].casefold()
        if word not in _NO_WORD and word in re.findall(r"[\w-]+", result.casefold()):
            yield sentence("“{found}” was not to stand in it, and does.", found=found["word"])
