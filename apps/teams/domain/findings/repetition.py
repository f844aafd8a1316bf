"""Whether a result was given before, by the same agent, for something else or for what was sent back."""

import re
from collections import Counter
from collections.abc import Iterator

from apps.core.sentences import sentence
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import MOST, likeness, runs, words

_SAME = 0.8
_RETOUCHED, _OTHER_WORDS, _LEAST_RETOUCHED = 0.5, 0.12, 20
"""Of a result with few other words: the least likeness, the share of words that are others, and its least length."""
_LEAST_RUNS = 8
_PART = re.compile(r"[.,;:!?\n|]+")
_LEAST_PART = 3  # words of a part that is compared
_ALIKE = frozenset("same similar similarly alike identical analogous analogously likewise template again".split())
"""Words of a task whose result is to be like another."""
_SAME_QUESTION = 0.9
MOST_ASKED = 2
"""Times that an agent may ask the same: an answer may not have helped."""


def repetitions(evidence: Evidence) -> Iterator[Symptom]:
    """A result that is an earlier one of the same agent again. What others gave may be handed on as it is, and so may
    what was only to be checked.
    """
    result = evidence.result
    if evidence.made or evidence.checks or len(runs(result)) < _LEAST_RUNS:
        return
    to_be_alike = _ALIKE & set(words(f"{evidence.goal} {evidence.brief}"))
    if _is_among(evidence.sent_back, result):
        yield Symptom(FindingKind.REPEATS, sentence("It is the result that was sent back, nearly word for word."))
    elif not to_be_alike and _is_among(evidence.own_before, result) and not _is_among(_of_others(evidence), result):
        yield Symptom(FindingKind.REPEATS, sentence("It is the result of another task again, nearly word for word."))


def _of_others(evidence: Evidence) -> tuple[str, ...]:
    return tuple(one for one in evidence.given if one not in evidence.own_before)


def _is_among(texts: tuple[str, ...], result: str) -> bool:
    return any(
        likeness(result, one) >= _SAME or _is_rearranged(result, one) or _is_retouched(result, one) for one in texts
    )


def _is_retouched(result: str, earlier: str) -> bool:
    """Whether hardly a word is another, and none of these is a figure or a name: then it says nothing new."""
    own, there = (Counter(re.findall(r"\w+", text[:MOST])) for text in (result, earlier))
    if likeness(result, earlier) < _RETOUCHED or min(own.total(), there.total()) < _LEAST_RETOUCHED:
        return False
    other = (own - there) + (there - own)
    plain = not any(word[0].isupper() or word[0].isdigit() for word in other)
    return plain and other.total() <= (own.total() + there.total()) * _OTHER_WORDS


def _is_rearranged(result: str, earlier: str) -> bool:
    """Whether it is the earlier one with its parts in another order, or set in another way: no longer, nor shorter."""
    there, own = set(_parts(earlier)), _parts(result)
    counts = [sum(map(len, parts)) for parts in (own, _parts(earlier))]
    same = sum(len(part) for part in own if part in there)
    return same >= _SAME * max(*counts, 1)


def _parts(text: str) -> list[tuple[str, ...]]:
    found = (tuple(re.findall(r"\w+", part.lower())) for part in _PART.split(text[:MOST]))
    return [part for part in found if len(part) >= _LEAST_PART]


def asks_again(question: str, answered: tuple[str, ...]) -> Symptom | None:
    """A question that the same agent was answered before, more than once."""
    folded = _folded(question)
    before = sum(_folded(one) == folded or likeness(one, question) >= _SAME_QUESTION for one in answered)
    if before < MOST_ASKED:
        return None
    return Symptom(
        FindingKind.RESETS,
        sentence("It asks what it was answered {before} times, as if nothing had been said.", before=before),
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
