"""Whether a check really looked: it names something of what it checked, and sees what does not fit.

A task is a check where it goes by results and is told to check them. What a check lets pass is told without judging:
its own calculations, and the figures of the text it checked that neither the other results nor the goal have, nor
follow from them.
"""

import re
from collections.abc import Iterator

from apps.agents.domain.briefs import words_repeated
from apps.core.sentences import sentence
from apps.teams.domain.findings.alterations import altered_figure
from apps.teams.domain.findings.deeds import wrong_sums
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.inputs import follows_from
from apps.teams.domain.findings.listed_sums import wrong_listed_sums
from apps.teams.domain.findings.words import all_stems, figures, language_of, stems, telling_figures, words

_TO_CHECK = re.compile(
    r"\b(?:compare\b[^.\n]{0,60}\b(?:against|with what|with the [^.\n]{0,40}\bthat)|sign off|look over|"
    r"run the (?:script|program|code|tests?)|über?prüfen?|prüfen? sie|prüfe|kontrollieren?|korrigieren?|"
    r"vérifie[rz]?|contrôle[rz]?|revisar?|verificar?|comprueba|"
    r"go over|make sure|(?:see|ensure) (?:if|whether|that)|"
    r"approve|vet|scrutini[sz]e)\b|"
    r"\b(?:re|double|cross|fact|proof)?-?\s?(?:checks?|verif(?:y|ies)|validate|reviews?|proofread|correct|edit|audit|confirm|inspect|"
    r"examine|test)\b",
    re.IGNORECASE,
)
_OF_LANGUAGE = re.compile(
    r"\b(?:proof-?read\w*|spell\w*|typos?|grammar|punctuation|rechtschreib\w*|grammatik)\b", re.IGNORECASE
)
_OF_FACTS = re.compile(
    r"\b(?:figures?|numbers?|sums?|facts?|dates?|names?|sources?|claims?|content|zahlen|fakten)\b", re.IGNORECASE
)
_BEGINNING = 80  # characters of a brief in which its verb stands
_IDENTIFIER = re.compile(
    r"`[^`\n]{1,80}`|\b[A-Z]?[a-z]{1,30}[A-Z]\w{0,40}\b|\b[a-z]{1,30}_\w{1,40}\b"
)  # a name of code
_FINDS_FAULT = re.compile(
    r"\b(?:not|no(?! (?:errors?|faults?|problems?|mistakes?))|wrong|incorrect|differs?|instead|should|but|however|"
    r"false|mistaken|nicht|falsch|statt|aber)\b|n['’]t\b|≠|!=",
    re.IGNORECASE,
)
"""In doubt a check has found something: what it says of it is for the review."""
_LONG = 60  # words of a check that cannot have looked at nothing


def is_check(title: str, brief: str) -> bool:
    """Whether a task is told to check something."""
    return bool(_TO_CHECK.search(title) or _TO_CHECK.search(brief[:_BEGINNING]))


def faults_of_check(evidence: Evidence) -> Iterator[Symptom]:
    """A check that says nothing of what it checked, or passes what does not fit."""
    if not evidence.checks or not evidence.given or evidence.made:
        return
    if wrong := next(wrong_sums(evidence.result), ""):
        yield Symptom(FindingKind.CHECKS_WRONGLY, wrong)
    elif passed := _wrong_sum_passed(evidence):
        yield Symptom(FindingKind.CHECKS_WRONGLY, sentence("It lets pass what is wrong: {passed}", passed=passed))
    elif altered := altered_figure(evidence.given, evidence.result):
        yield Symptom(FindingKind.CHECKS_WRONGLY, sentence("It lets pass {altered}", altered=altered))
    elif unfounded := _unfounded(evidence):
        why = sentence(
            "It lets {unfounded:,g} pass, which stands in none of the other results and follows from none.",
            unfounded=unfounded,
        )
        yield Symptom(FindingKind.CHECKS_WRONGLY, why)
    if _names_nothing(evidence) and not _is_of_language_alone(evidence.brief):
        why = sentence("It says nothing of what it checked: which figures or parts, and what each gave.")
        yield Symptom(FindingKind.SKIPS_CHECK, why)


def _wrong_sum_passed(evidence: Evidence) -> str:
    """A wrong calculation of the text that was checked; nothing where the check finds fault with anything."""
    if _FINDS_FAULT.search(evidence.result):
        return ""
    return next((one for one in (*wrong_sums(evidence.given[-1]), *wrong_listed_sums(evidence.given[-1]))), "")


def _is_of_language_alone(brief: str) -> bool:
    """Whether it is read for its language: of a text without mistakes there is nothing to name."""
    asked = words_repeated(brief)
    return bool(_OF_LANGUAGE.search(asked)) and not _OF_FACTS.search(asked)


def _names_nothing(evidence: Evidence) -> bool:
    """Neither a figure of its own nor a name or figure that only what it checked has."""
    result, known = evidence.result, f"{evidence.goal}\n{evidence.brief}"
    if len(words(result)) > _LONG or figures(result) - figures(known) or _IDENTIFIER.search(result):
        return False
    only = all_stems(evidence.given) - stems(known)
    there = only or frozenset().union(*map(figures, evidence.given)) - figures(known)
    return bool(there) and not only & stems(result) and language_of(result) in ("", language_of(known))


def _unfounded(evidence: Evidence) -> float | None:
    """A figure of the text that was checked (the last of several) without a source, of which the check says nothing."""
    *sources, checked = evidence.given
    known = "\n".join([evidence.goal, evidence.brief, *evidence.told])
    there = frozenset().union(figures(known), *map(figures, sources))
    if not telling_figures("\n".join(sources)):
        return None
    mentioned = figures(evidence.result)
    unknown = sorted(telling_figures(checked) - there - mentioned)
    return next((one for one in unknown if not follows_from([one], there)), None)
