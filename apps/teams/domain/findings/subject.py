"""Whether a result speaks of what it was asked, of all parts of it, and to whom it was asked by.

A text has left its subject only where none of the words of the goal, the brief and what it was given come up in it, or
next to none, and it is in the same language. Poems and code may do without them: they are left to the review.
"""

import re
from collections.abc import Iterator

from apps.core.sentences import sentence
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import all_stems, figures, language_of, speak_differently, stems, words

_LEAST_WORDS = 30
_LEAST_SHARE = 0.06  # of the content words
_FAR = 0.42  # of the product's own vectors; texts on the same subject are seldom below 0.44
_VERY_FAR = 0.25  # where it is not sure that both are in the same language
_FREE_FORM = frozenset(
    "poem verse haiku sonnet song lyric limeri story tale fable code script functi joke rhyme "
    "legend invent metaph analog anecdo child childr pupils".split()
)
_BULLET = re.compile(r"^[ \t]{0,4}[-*•][ \t]+(\S[^\n]{3,300})", re.MULTILINE)
_MARK = r"\(?(?:[1-9]|[a-hA-H])[.)]"
_SPLIT = re.compile(rf"[\s,;(](?={_MARK}[ \t])")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_OTHER_ORDINALS = {"erstens": "first", "zweitens": "second", "drittens": "third", "viertens": "fourth"}
_BY_ORDINALS = re.compile(
    rf"(?:^|[\s,;])(?:and )?({'|'.join((*_ORDINALS, *_OTHER_ORDINALS))})(?:ly)?[,:]?[ \t](?=[a-z])", re.IGNORECASE
)
_ASKS = frozenset(
    "list name compare write give say state summarise summarize explain describe compute calculate recommend draft "
    "propose estimate find show draw tell outline identify suggest choose pick rank assess judge check review note "
    "what which who when where why how count add define provide present discuss "
    "nenne beschreibe erkläre gib schreibe liste berechne vergleiche begründe".split()
)
_MOST_TALK = 60  # words of a result that only asks
_MOST_GREETING = 30  # of one that only offers itself
_ABOUT_THE_TALK = frozenset(
    "session context conversation chat request instruction instructions prompt assistant assist service ready "
    "await awaiting begin start started explore introduce meet hello welcome greetings".split()
)
_YOU = frozenset("you your yours sie ihnen ihr vous votre usted ustedes".split())
_SPOKEN_TO_SOMEBODY = all_stems(
    ["message greeting line letter mail email card invitation speech dialogue chat chatbot phone telephone script post"]
) | {"line", "lines"}


def off_subject(evidence: Evidence) -> Iterator[Symptom]:
    """A text about something else."""
    result = evidence.result
    if evidence.made or len(words(result)) < _LEAST_WORDS or "```" in result:
        return
    asked = all_stems([evidence.goal, evidence.brief, *evidence.given, *evidence.told])
    said = stems(result)
    task = f"{evidence.goal} {evidence.brief}"
    if asked & _FREE_FORM or not said or speak_differently(result, task):
        return
    far = _FAR if language_of(result) == language_of(task) else _VERY_FAR
    if evidence.closeness is not None and evidence.closeness > far:
        return
    if len(said & asked) / len(said) < _LEAST_SHARE and len(said & stems(evidence.brief)) <= 1:
        yield Symptom(FindingKind.DERAILS, sentence("It does not speak of what it was asked."), certain=False)


def begins_anew(evidence: Evidence) -> Iterator[Symptom]:
    """A result that only speaks to somebody of the talk itself, or asks back, without a word of what was asked.

    A text that is to be spoken to somebody (a greeting, a letter) may be of this form.
    """
    result = evidence.result.strip()
    said = frozenset(words(result))
    if evidence.made or evidence.checks or len(words(result)) > _MOST_TALK or figures(result):
        return
    asked = all_stems([evidence.goal, evidence.brief, *evidence.given, *evidence.told])
    if (
        asked & _SPOKEN_TO_SOMEBODY
        or stems(result) & asked
        or {"question", "questions"} & frozenset(words(evidence.brief))
    ):
        return
    short = len(words(result)) <= _MOST_GREETING
    if result.endswith("?") or (short and said & _YOU and said & _ABOUT_THE_TALK):
        yield Symptom(FindingKind.RESETS, sentence("It asks what the work is, as if nothing had been said."))


def missing_parts(evidence: Evidence) -> Iterator[Symptom]:
    """Parts that the brief numbers and of which the result has no word, while it has those before."""
    parts = _parts(evidence.brief)
    result = evidence.result
    if len(parts) < 2 or evidence.made or speak_differently(result, evidence.brief):
        return
    own = [stems(part) - all_stems([*parts[:at], *parts[at + 1 :]]) for at, part in enumerate(parts)]
    said, marks = stems(result), len(re.findall(r"^\W{0,6}(?:[1-9]|[a-h])[.)]", result, re.MULTILINE))
    headed = len(re.findall(r"^#{1,6} |^\*\*", result, re.MULTILINE))
    if max(marks, headed) >= len(parts):
        return
    there = [bool(one & said) or not one for one in own]
    if there[0] and not there[-1]:
        lacking = there.index(False)
        why = sentence(
            "Part {lacking} of {count} is not there: “{parts}”",
            lacking=lacking + 1,
            count=len(parts),
            parts=parts[lacking][:120],
        )
        yield Symptom(FindingKind.ENDS_EARLY, why)


def _parts(brief: str) -> list[str]:
    """The parts that a text numbers in order, each of which asks for something."""
    if in_words := _parts_by_ordinals(brief):
        return in_words
    found: list[str] = []
    marks: list[str] = []
    for piece in _SPLIT.split(f" {brief}"):
        numbered = re.match(r"\(?(?P<mark>[1-9]|[a-hA-H])[.)][ \t]+(?P<text>[^\n]{4,300})", piece.strip())
        if numbered:
            marks.append(numbered["mark"].lower())
            found.append(numbered["text"].strip())
    bullets = [one.strip() for one in _BULLET.findall(brief)]
    if not found and len(bullets) > 1:
        return bullets if all((words(one) or [""])[0] in _ASKS for one in bullets) else []
    in_order = marks in ([*"123456789"[: len(marks)]], [*"abcdefgh"[: len(marks)]])
    ask = all((words(one) or [""])[0] in _ASKS for one in found)
    return found if in_order and ask else []


def _parts_by_ordinals(brief: str) -> list[str]:
    """“First …, second …, third …”."""
    pieces = _BY_ORDINALS.split(brief)
    marks = [_OTHER_ORDINALS.get(one.lower(), one.lower()) for one in pieces[1::2]]
    parts = [one.strip() for one in pieces[2::2]]
    ask = all((words(one) or [""])[0] in _ASKS for one in parts)
    return parts if len(marks) > 1 and marks == [*_ORDINALS[: len(marks)]] and ask else []
