"""Whether a result goes by what a person has taken back: “22 people, not 12”.

A correction is told by its form: two figures or names of which one stands for the other (“X, not Y”, “X instead of Y”,
“not Y but X”, “from Y to X”, “replace Y by X”), or a figure for a thing for which the goal has another. The newest word
on a thing counts. A result that has the new one too is left alone.
"""

import re
from collections.abc import Iterator

from apps.core.sentences import sentence
from apps.teams.domain.findings.clauses import clauses
from apps.teams.domain.findings.exchanges import Correction, another_of_its_class, respelt_names
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import figures, stem, words

_MARK = r"[\"“„'‘]"
_END = r"[\"”“'’]"
_NAME = r"(?<![\w&'’-])[A-ZÄÖÜ][\w&'’-]{1,30}+(?:\s[A-ZÄÖÜ][\w&'’-]{1,30}+){0,2}"
_FIGURE = r"(?<![\w.])\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,6})?%?(?!\w|\.\d)"
_TERM = rf"(?:{_FIGURE}(?:\s[A-Z][a-z]{{2,9}})?|{_MARK}[^\"“”„'‘’\n]{{1,40}}+{_END}|{_NAME})"
_THING = r"(?:\s[a-z€$£%][\w-]{0,20}){0,3}"
_WORD = r"[a-zäöüß]{3,20}"
_ASIDE = r"(?:,\s[a-z]{2,10})?"  # “…, please, …”
_WORDS_CHANGED = tuple(
    re.compile(one)
    for one in (
        rf"\b(?P<new>{_WORD}),?\s(?:and\s)?(?:not|instead of|rather than)\s(?:in\s)?(?P<old>{_WORD})\b",
        rf"\b[Nn]ot\s(?:in\s)?(?P<old>{_WORD}),?\s?(?:but|:|;|–|—)\s?(?:in\s)?(?P<new>{_WORD})\b",
    )
)
"""Other words than names: they count where the goal has the old one."""
_FORMS = tuple(
    re.compile(one)
    for one in (
        rf"(?P<new>{_TERM}){_THING}{_ASIDE},?\s(?:and\s)?not\s(?:\w{{1,8}}\s){{0,2}}?(?P<old>{_TERM})",
        rf"(?P<new>{_TERM}){_THING},?\s(?:instead of|rather than|in place of)\s(?:\w{{1,8}}\s){{0,2}}?(?P<old>{_TERM})",
        rf"\b[Nn]ot\s(?:\w{{1,8}}\s){{0,2}}?(?P<old>{_TERM}){_THING},?\s?(?:but|:|;|–|—)\s?(?:\w{{1,8}}\s){{0,2}}?(?P<new>{_TERM})",
        rf"\b[Ff]rom\s(?P<old>{_TERM}){_THING}\sto\s(?P<new>{_TERM})",
        rf"\b(?:[Rr]eplace|[Cc]hange|[Ss]wap|[Mm]ove)\s(?:\w{{1,8}}\s){{0,2}}?(?P<old>{_TERM}){_THING}\s(?:with|by|to|for|into)\s(?P<new>{_TERM})",
        rf"\b[Ii]nstead of\s(?P<old>{_TERM}){_THING},?\s(?:\w{{1,8}}\s){{0,3}}?(?P<new>{_TERM})",
        rf"(?P<old>{_TERM}){_THING}\s(?:should be|should read|becomes?|is now|are now)\s(?P<new>{_TERM})",
        rf"\b[Nn]icht\s(?:\w{{1,8}}\s){{0,2}}?(?P<old>{_TERM}){_THING},?\ssondern\s(?:\w{{1,8}}\s){{0,2}}?(?P<new>{_TERM})",
        rf"(?P<old>{_FIGURE}){_THING},?\sbut\s(?:\w{{1,8}}\s){{0,2}}?it(?:\s\w{{1,8}})?\s(?P<new>{_FIGURE})",
    )
)
_COUNTED = re.compile(rf"(?P<number>{_FIGURE})\s(?P<thing>[a-z][a-z-]{{3,20}})")
_TELLING = 100  # a figure of this size is hardly that of another thing
_UNITS = frozenset("words pages sentences lines percent times minutes hours days weeks months years".split())


def stale_facts(evidence: Evidence) -> Iterator[Symptom]:
    """Corrections that the result does not follow."""
    for one in corrections(evidence.goal, evidence.told):
        if _stands(one.old, one.thing, evidence.result) and not _stands(one.new, "", evidence.result):
            reason = sentence(
                "A person said {new} in the place of {old}, and it goes by {old}.",
                new=_shown(one.new),
                old=_shown(one.old),
            )
            yield Symptom(FindingKind.LOSES_HISTORY, reason)


def stale_counts(evidence: Evidence) -> Iterator[Symptom]:
    """Another number of a thing than a person said, which the goal has: “a table for 8”, “so 10 people”."""
    if not evidence.told:
        return
    said, own = _counted(evidence.told[-1]), _counted(evidence.result)
    asked = {one[0] for one in re.finditer(_FIGURE, evidence.goal)}
    for thing in said.keys() & own.keys():
        (new, *more), old = sorted(said[thing]), own[thing] & asked
        if old and not more and not _stands(new, "", evidence.result) and not _stands(min(old), "", evidence.told[-1]):
            why = sentence("A person said {new} in the place of {old}, and it goes by {old}.", new=new, old=min(old))
            yield Symptom(FindingKind.LOSES_HISTORY, why)


def corrections(goal: str, told: tuple[str, ...]) -> tuple[Correction, ...]:
    """What persons changed after the goal, without what they have changed again."""
    found: list[Correction] = []
    known = _counted(goal)
    for said in told:
        plain = "\n".join(clauses(said))
        new = [
            one
            for one in (
                *_in_forms(plain),
                *_in_words(plain, goal),
                *_in_figures(plain, known),
                *another_of_its_class(plain, goal),
                *respelt_names(plain, goal),
            )
            if one.old != one.new
        ]
        back = {(one.new, one.old) for one in new}
        found = [one for one in found if (one.old, one.new) not in back] + new
        known |= _counted(plain)
    return tuple(dict.fromkeys(found))


def _in_forms(said: str) -> Iterator[Correction]:
    for form in _FORMS:
        for found in form.finditer(said):
            new, old = found["new"].strip("\"“”„'‘’"), found["old"].strip("\"“”„'‘’")
            if _is_figure(new) == _is_figure(old):
                yield Correction(new, old)


def _in_words(said: str, goal: str) -> Iterator[Correction]:
    """“blue, not green”, of a goal that has “green”."""
    asked = frozenset(words(goal))
    for form in _WORDS_CHANGED:
        for found in form.finditer(said):
            if found["old"] in asked and found["new"] not in asked:
                yield Correction(found["new"], found["old"])


def _in_figures(said: str, known: dict[str, set[str]]) -> Iterator[Correction]:
    """Figures of things that had one other figure until then: “there will be 22 people”."""
    for thing, numbers in _counted(said).items():
        old = known.get(thing, set())
        if len(old) == 1 and len(numbers) == 1 and old != numbers:
            yield Correction(min(numbers), min(old), thing)


def _counted(text: str) -> dict[str, set[str]]:
    """The figures of each thing (a stem)."""
    found: dict[str, set[str]] = {}
    for one in _COUNTED.finditer(text):
        if one["thing"] not in _UNITS:
            found.setdefault(stem(one["thing"]), set()).add(one["number"])
    return found


def _is_figure(term: str) -> bool:
    return term[:1].isdigit()


def _stands(term: str, thing: str, text: str) -> bool:
    if not _is_figure(term):
        return f" {_folded(term)} " in f" {_folded(text)} "
    if not thing:
        return bool(figures(term) & figures(text))
    if float(term.strip("%").replace(",", "")) >= _TELLING:
        return bool(figures(term) & figures(text))
    near = {(figure["number"], stem(figure["thing"])) for figure in _COUNTED.finditer(text)}
    return (term, thing) in near


def _folded(text: str) -> str:
    return " ".join(words(text))


def _shown(term: str) -> str:
    return term if _is_figure(term) else f"“{term}”"
