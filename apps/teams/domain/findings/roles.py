"""Whether a result keeps to the part of who gives it: no orders in the coordinator's form, no words of others."""

import json
import re
from collections.abc import Collection, Iterator

from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import likeness, runs

_DOINGS = frozenset("assign conclude form_subteam send_back wait_for ask_person".split())
_SAID = re.compile(
    r"^[ \t]{0,4}\**@?(?P<who>[\w -]{1,60}?)\**[ \t]{0,2}:\**[ \t]{1,4}(?P<words>\S[^\n]{11,600})", re.MULTILINE
)

_SENTENCE = re.compile(r"\n+|(?<=[a-z][.!?])\s")
_ADDRESSED = re.compile(r"^[\s*>-]{0,6}(?:\d{1,2}[.)]\s)?@(?P<handle>[\w-]{1,60})\b")


def oversteps(evidence: Evidence) -> Iterator[Symptom]:
    """Orders in the coordinator's form, and words that are put into another member's mouth."""
    if _is_order(evidence.result):
        yield Symptom(FindingKind.DISOBEYS_ROLE, "It gives the coordinator's orders instead of a result.")
        return
    others = {name.casefold() for name in evidence.others}
    if _gives_orders(evidence.result, others):
        yield Symptom(FindingKind.DISOBEYS_ROLE, "It gives other members orders instead of a result.")
        return
    heard = "\n".join([evidence.goal, evidence.brief, *evidence.given, *evidence.told])
    for found in _SAID.finditer(evidence.result):
        if found["who"].strip().casefold() in others and not _was_said(found["words"], heard):
            yield Symptom(FindingKind.DISOBEYS_ROLE, f"It speaks in the name of {found['who'].strip()}.", certain=False)
            return


def _is_order(result: str) -> bool:
    text = result.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    if not text.startswith("{"):
        return False
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("do") in _DOINGS


def _gives_orders(result: str, others: Collection[str]) -> bool:
    """Whether at least half of its sentences each begin with the handle of another member."""
    sentences = [one for one in _SENTENCE.split(result) if one.strip()]
    addressed = [found["handle"] for one in sentences if (found := _ADDRESSED.match(one))]
    return bool(addressed) and sum(one.casefold() in others for one in addressed) * 2 >= len(sentences)


def _was_said(quoted: str, heard: str) -> bool:
    """Whether most of its runs of words stand in what was heard; too short to tell counts as said."""
    own = runs(quoted)
    return not own or len(own & runs(heard)) >= len(own) / 2 or likeness(quoted, heard) > 0
