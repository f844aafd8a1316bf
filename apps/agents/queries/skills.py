"""How well words fit skills: meaning plus words. Pure: candidates come in, numbers go out."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from apps.agents import embedding
from apps.agents.domain.profile import Candidate, Skill
from apps.agents.domain.words import profile_stems, share_found, stems

WORDS_WEIGHT = 0.3
"""What a full match of words adds to a cosine. Chosen on the discovery data: .2 to .4 are equally good there."""


def skill_scores(texts: Sequence[str], candidates: Sequence[Candidate]) -> list[list[list[float]]]:
    """Score each text (first index) against each skill (third) of each candidate (second), 0 to 1.

    A text is compared with what the skill says of itself, with its tags and with each of its examples, and the best
    counts; words that it shares with the skill count on top.
    """
    skills = [skill for candidate in candidates for skill in candidate.skills]
    flat = _scores(texts, skills)
    return [_by_candidate(row, candidates) for row in flat.tolist()]


def _by_candidate(row: Sequence[float], candidates: Sequence[Candidate]) -> list[list[float]]:
    numbers = iter(row)
    return [[next(numbers) for _ in candidate.skills] for candidate in candidates]


def _scores(texts: Sequence[str], skills: Sequence[Skill]) -> npt.NDArray[np.float64]:
    facets = [_facets(skill) for skill in skills]
    meaning = _best_facet(texts, facets)
    words = [profile_stems(" ".join(each)) for each in facets]
    scores = np.zeros((len(texts), len(skills)))
    for row, text in enumerate(texts):
        wanted, understood = stems(text), embedding.understands(text)
        for column, offered in enumerate(words):
            cosine = float(meaning[row, column])
            scores[row, column] = combine_scores(cosine, share_found(wanted, offered), understood=understood)
    return scores


def _best_facet(texts: Sequence[str], facets: Sequence[Sequence[str]]) -> embedding.Matrix:
    """Give for each text (rows) and each skill the similarity of the skill's nearest facet."""
    if not facets:
        return np.zeros((len(texts), 0), dtype=np.float32)
    similar = embedding.similarity(texts, [facet for each in facets for facet in each])
    begins = np.cumsum([0, *(len(each) for each in facets[:-1])])
    return np.maximum.reduceat(similar, begins, axis=1)


def _facets(skill: Skill) -> tuple[str, ...]:
    return (f"{skill.name}: {skill.description}", " ".join(skill.tags), *skill.examples)


def combine_scores(cosine: float, words: float, *, understood: bool) -> float:
    """Give one score, 0 to 1, of a similarity of meaning and a share of words found.

    Where the embedding does not understand the text its meaning does not count: only words do.
    """
    if not understood:
        return words
    return min(1.0, max(0.0, cosine) + WORDS_WEIGHT * words)
