"""Whether what was to be passed on is there: all of it, or the things that the brief lists and others have given."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import clauses
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.inputs import follows_from
from apps.teams.domain.findings.words import MOST, NUMERALS, figures, speak_differently, stem, telling_figures, words

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
    r"\b(?:review|inspect|audit|proofread|critique|critici[sz]e|examine)\W{1,20}"
    r"(?:the|both|all|each|every|this|these|[\w-]{1,40}\.\w)",
    re.IGNORECASE,
)
_OF_JUDGING = re.compile(r"\b(?:findings?|points?|items?|risks?)\Z", re.IGNORECASE)
"""What somebody who looks at the work of others lists is their own: "Review the draft, list each finding"."""
_LIST = re.compile(r"[^.,;:!?\n]{2,60}(?:,[^.,;:!?\n]{2,40}){0,12}?,?\s(?:and|as well as)\s[^.,;:!?\n]{2,60}")
_BETWEEN = re.compile(r",\s(?:and\s)?|\s(?:and|as well as)\s")
_STATEMENT = re.compile(r"[.;!?](?=\s|$)|\n|,(?=\s)")
_LEAST_WORD, _MOST_STATEMENTS, _MOST_LISTED = 3, 400, 30
_CHOOSES = frozenset(
    "choose choosing pick select decide recommend whether which best better cheapest compare rank or between "
    "either".split()
)
"""Words of a brief that asks for one of several, or for what follows from them: not all of it is to be passed on."""
_SMALL = frozenset(
    "the and for all its our your their his her with are was were this that than who how which tell report".split()
)
_TELLING = 3  # words of a statement, none of which is there
_NEAR = 0.05  # of a figure: as it may be rounded


def withheld_facts(evidence: Evidence) -> Iterator[Symptom]:
    """What the brief asks to be passed on, in full or by name, and the results before had."""
    if evidence.made or not evidence.given or speak_differently("\n".join(evidence.given), evidence.result):
        return
    parts = (one for text in evidence.given for one in _STATEMENT.split(text[:MOST]))
    statements = list(islice((one for one in parts if one.strip()), _MOST_STATEMENTS))
    if _asks_for_all(evidence.brief):
        yield from _lacking_of_all(statements, evidence)
    else:
        yield from _lacking_by_name(statements, evidence)


def _asks_for_all(brief: str) -> bool:
    asked = [found[0] for clause in clauses(brief) if (found := _ALL.search(clause))]
    return any(not _OF_JUDGING.search(one) for one in asked) if _JUDGES.search(brief) else bool(asked)


def _lacking_of_all(statements: list[str], evidence: Evidence) -> Iterator[Symptom]:
    """A figure that is not there, not even rounded; surely withheld where its statement has no word there either."""
    said = _figures_said(evidence.result)
    rounded = said - frozenset().union(*map(figures, statements))
    lacking = [one for one in statements if figures(one) and not _is_told(figures(one), said, rounded)]
    if lacking and len(lacking) < sum(bool(figures(one)) for one in statements):
        named = _terms(lacking[0]) & _terms(evidence.result)
        why = sentence("All was to be passed on, and “{lacking}” is not there.", lacking=lacking[0].strip()[:120])
        yield Symptom(FindingKind.WITHHOLDS, why, certain=not named and bool(_terms(lacking[0])))


def _lacking_by_name(statements: list[str], evidence: Evidence) -> Iterator[Symptom]:
    stated = [(_terms(one), one.strip()) for one in statements]
    listed = (one for clause in clauses(evidence.brief) for one in _listed(clause, stated))
    known = list(islice(listed, _MOST_LISTED))
    given = frozenset().union(*map(figures, statements))
    own = telling_figures(evidence.result) - given
    if own and follows_from(own, given):
        return
    lacking = [(name, told) for name, told in known if not _is_passed_on(name, told, evidence.result)]
    if lacking and len(lacking) < len(known):
        name, told = lacking[0]
        why = sentence("“{name}” was asked for and known (“{told}”), and is not there.", name=name, told=told[:120])
        yield Symptom(FindingKind.WITHHOLDS, why, certain=bool(figures(told)) or len(_terms(told)) >= _TELLING)


def _listed(clause: str, stated: list[tuple[frozenset[str], str]]) -> Iterator[tuple[str, str]]:
    """The things that a clause lists and of which something is stated, each with its statement."""
    found = _LIST.search(clause)
    if found is None or _CHOOSES & set(words(clause)):
        return
    for item in _BETWEEN.split(found[0]):
        own = _terms(item)
        about = ((own & terms, one) for terms, one in stated)
        names, told = max(about, key=lambda one: (len(one[0]), bool(figures(one[1]))), default=(frozenset(), ""))
        if names and len(_terms(told)) + len(figures(told)) > len(names):
            yield next(one for one in words(item) if stem(one) in names), told


def _is_passed_on(name: str, told: str, result: str) -> bool:
    """Whether its name, or what was said of it, is there."""
    said = _terms(result)
    return (
        stem(name) in said
        or bool(figures(told) & _figures_said(result))
        or (not figures(told) and bool(_terms(told) & said))
    )


@lru_cache(maxsize=256)  # each statement is compared with each listed thing, by each result that had it
def _terms(text: str) -> frozenset[str]:
    return frozenset(stem(one) for one in words(text) if len(one) >= _LEAST_WORD and one not in _SMALL)


def _figures_said(text: str) -> frozenset[float]:
    """In signs or in words."""
    return figures(text) | {float(NUMERALS[one]) for one in words(text) if one in NUMERALS}


def _is_told(own: frozenset[float], said: frozenset[float], rounded: frozenset[float]) -> bool:
    """Whether one of the figures is said, or one near it that is no other's."""
    return bool(own & said) or any(abs(figure - one) <= _NEAR * abs(figure) for figure in own for one in rounded)
