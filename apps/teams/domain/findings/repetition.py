"""Whether a result was given before, by the same agent, for something else or for what was sent back."""

from collections.abc import Iterator

from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.words import likeness, runs

_SAME = 0.8
_LEAST_RUNS = 8
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
    if _is_among(evidence.sent_back, result):
        yield Symptom(FindingKind.REPEATS, "It is the result that was sent back, nearly word for word.")
    elif _is_among(evidence.own_before, result) and not _is_among(_of_others(evidence), result):
        yield Symptom(FindingKind.REPEATS, "It is the result of another task again, nearly word for word.")


def _of_others(evidence: Evidence) -> tuple[str, ...]:
    return tuple(one for one in evidence.given if one not in evidence.own_before)


def _is_among(texts: tuple[str, ...], result: str) -> bool:
    return any(likeness(result, one) >= _SAME for one in texts)


def asks_again(question: str, answered: tuple[str, ...]) -> Symptom | None:
    """A question that the same agent was answered before, more than once."""
    folded = _folded(question)
    before = sum(_folded(one) == folded or likeness(one, question) >= _SAME_QUESTION for one in answered)
    if before < MOST_ASKED:
        return None
    return Symptom(FindingKind.RESETS, f"It asks what it was answered {before} times, as if nothing had been said.")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
