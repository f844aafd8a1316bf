"""Whether a result keeps to the part of who gives it: no orders in the coordinator's form, no words of others."""

import json
import re
from collections.abc import Collection, Iterator
from itertools import islice

from apps.core.sentences import sentence
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import likeness, runs, stems, words

_BRACE = re.compile(r"^\{(?=\s{0,9}\"do\")", re.MULTILINE)
_MOST_BRACES, _MOST_OF_ORDER = 20, 10_000
_DOINGS = frozenset("assign conclude form_subteam send_back wait_for ask_person".split())
_OF_AN_END = frozenset(("accepts", "answer", "verdict"))  # an order to end without its name
_SAID = re.compile(
    r"^[ \t]{0,4}(?:\**@?(?P<name>[\w -]{1,60}?)\**[ \t]{0,2}:\**|"
    r"\[@?(?P<marked>[\w -]{1,60})\]:?)[ \t]{1,4}(?P<words>\S[^\n]{11,600})",
    re.MULTILINE,
)

_FIRST_PERSON = frozenset("i me my myself mine ich mir mein je moi yo".split())
_INVENTED = 0.34  # of the words put into somebody's mouth: as many may be theirs by chance
_ABOUT_ORDERS = frozenset("json api apis protocol schema message messages example format hub".split())
_SENTENCE = re.compile(r"\n+|(?<=[a-z][.!?])\s")
_ADDRESSED = re.compile(r"^[\s*>-]{0,6}(?:\d{1,2}[.)]\s)?@(?P<handle>[\w-]{1,60})\b")


def oversteps(evidence: Evidence) -> Iterator[Symptom]:
    """Orders in the coordinator's form, and words that are put into another member's mouth."""
    asked = frozenset(words(f"{evidence.goal} {evidence.brief}"))
    if _is_order(evidence.result) or (not asked & _ABOUT_ORDERS and _holds_order(evidence.result)):
        yield Symptom(FindingKind.DISOBEYS_ROLE, sentence("It gives the coordinator's orders instead of a result."))
        return
    others = {name.casefold() for name in evidence.others}
    if _gives_orders(evidence.result, others):
        yield Symptom(FindingKind.DISOBEYS_ROLE, sentence("It gives other members orders instead of a result."))
        return
    heard = "\n".join([evidence.goal, evidence.brief, *evidence.given, *evidence.told])
    for found in _SAID.finditer(evidence.result):
        who = (found["name"] or found["marked"]).strip().casefold()
        if who in others and who not in asked and not _was_said(found["words"], heard):
            certain = _is_invented(found["words"], heard)
            yield Symptom(
                FindingKind.DISOBEYS_ROLE, sentence("It speaks in the name of {who}.", who=who), certain=certain
            )
            return


def addressed_handles(result: str) -> frozenset[str]:
    """The handles with which lines or sentences of a result begin."""
    found = (_ADDRESSED.match(one) for one in _SENTENCE.split(result))
    return frozenset(one["handle"].casefold() for one in found if one)


def _is_order(result: str) -> bool:
    text = result.strip().removeprefix("```json").removeprefix("```").strip()
    return text.startswith("{") and _reads_as_order(text)


def _holds_order(result: str) -> bool:
    """Whether an order stands between other words."""
    return any(_reads_as_order(result[found.start() :]) for found in islice(_BRACE.finditer(result), _MOST_BRACES))


def _reads_as_order(text: str) -> bool:
    try:
        said, _ = json.JSONDecoder().raw_decode(text[:_MOST_OF_ORDER])
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and (said.get("do") in _DOINGS or said.keys() >= _OF_AN_END)


def _is_invented(quoted: str, heard: str) -> bool:
    """Whether somebody is made to say in the first person what has hardly a word of what was heard."""
    said = stems(quoted)
    return bool(_FIRST_PERSON & set(words(quoted))) and len(said & stems(heard)) < _INVENTED * len(said)


def _gives_orders(result: str, others: Collection[str]) -> bool:
    """Whether at least half of its sentences each begin with the handle of another member."""
    sentences = [one for one in _SENTENCE.split(result) if one.strip()]
    addressed = [found["handle"] for one in sentences if (found := _ADDRESSED.match(one))]
    return bool(addressed) and sum(one.casefold() in others for one in addressed) * 2 >= len(sentences)


def _was_said(quoted: str, heard: str) -> bool:
    """Whether most of its runs of words stand in what was heard; too short to tell counts as said."""
    own = runs(quoted)
    return not own or len(own & runs(heard)) >= len(own) / 2 or likeness(quoted, heard) > 0
