"""How well agents fit a text: by their skills, by all that is known of them, against the words that are usual."""

import time
import uuid
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from apps.agents import embedding
from apps.agents.domain.profile import Candidate, Skill, skills_from_rows
from apps.agents.domain.ranking import AgentWords, Background, WordCounts, background_of, likeness, words_fit
from apps.agents.domain.registration import profile_text
from apps.agents.domain.words import profile_stems, profile_subject, share_found, stems
from apps.agents.models import Agent
from apps.agents.queries.near_agents import NearAgent
from apps.agents.queries.sought import SoughtText

WORDS_WEIGHT = 0.3
"""What a full match of words adds to a cosine. Chosen on the discovery data: .2 to .4 are equally good there."""


def skill_scores(
    texts: Sequence[str], candidates: Sequence[Candidate], meanings: embedding.Matrix | None = None
) -> list[list[list[float]]]:
    """Score each text (first index) against each skill (third) of each candidate (second), 0 to 1.

    A text is compared with what the skill says of itself, with its tags and with each of its examples, and the best
    counts; words that it shares with the skill count on top. `meanings`: the texts' vectors, where they are known.
    """
    skills = [skill for candidate in candidates for skill in candidate.skills]
    flat = _scores(texts, skills, meanings)
    return [_by_candidate(row, candidates) for row in flat.tolist()]


def _by_candidate(row: Sequence[float], candidates: Sequence[Candidate]) -> list[list[float]]:
    numbers = iter(row)
    return [[next(numbers) for _ in candidate.skills] for candidate in candidates]


def _scores(
    texts: Sequence[str], skills: Sequence[Skill], meanings: embedding.Matrix | None
) -> npt.NDArray[np.float64]:
    facets = [_facets(skill) for skill in skills]
    meaning = _best_facet(texts, facets, meanings)
    words = [profile_stems(" ".join(each)) for each in facets]
    scores = np.zeros((len(texts), len(skills)))
    for row, text in enumerate(texts):
        wanted, understood = stems(text), embedding.understands(text)
        for column, offered in enumerate(words):
            cosine = float(meaning[row, column])
            scores[row, column] = combine_scores(cosine, share_found(wanted, offered), understood=understood)
    return scores


def _best_facet(
    texts: Sequence[str], facets: Sequence[Sequence[str]], meanings: embedding.Matrix | None
) -> embedding.Matrix:
    """Give for each text (rows) and each skill the similarity of the skill's nearest facet."""
    if not facets:
        return np.zeros((len(texts), 0), dtype=np.float32)
    known = embedding.fresh_matrix(texts) if meanings is None else meanings
    similar = embedding.similarity(known, [facet for each in facets for facet in each])
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


SAMPLE = 500  # agents; how rare a word is needs no more
SECONDS = 60.0
WORKSPACES = 64  # of which it is remembered


def background(workspace_id: uuid.UUID) -> Background:
    """Give what is usual in a workspace, as it was at most SECONDS ago."""
    known, now = _known.get(workspace_id), time.monotonic()
    if known is None or now - known[0] > SECONDS:
        _known.pop(workspace_id, None)
        _known[workspace_id] = known = now, _read(workspace_id)
    if len(_known) > WORKSPACES:
        _known.pop(next(iter(_known)), None)
    return known[1]


_known: dict[uuid.UUID, tuple[float, Background]] = {}


def _read(workspace_id: uuid.UUID) -> Background:
    agents = Agent.objects.filter(workspace_id=workspace_id, enabled=True)
    rows = agents.values_list("name", "handle", "description", "skills", "goal_words")[:SAMPLE]
    return background_of(
        agent_words(name, handle, description, skills_from_rows(skills), goals)
        for name, handle, description, skills, goals in rows
    )


def agent_words(name: str, handle: str, description: str, skills: tuple[Skill, ...], goals: WordCounts) -> AgentWords:
    """Give an agent's words: of its profile, its handle and its skills' tags, and of the goals that it did well."""
    tags = " ".join(tag for skill in skills for tag in skill.tags)
    return AgentWords(profile_stems(f"{profile_text(name, description, skills)} {handle} {tags}"), goals)


KNOWN_WORDS_WEIGHT = 0.5
"""What words add to a cosine where all of them fit. From .5 to .8 rank equally well."""

PART_WEIGHT = 0.25
"""What the best part of a text counts beside the whole: an agent may be just right for one half of a goal."""


def known_scores(workspace_id: uuid.UUID, sought: SoughtText, field: Sequence[NearAgent]) -> list[float]:
    """Score agents of a workspace, 0 to 1, in the field's order. What they are similar to are the parts of `sought`."""
    usual = background(workspace_id)
    wanted = [usual.rarities(stems(each)) for each in sought.texts]
    understood = [embedding.understands(each) for each in sought.texts]
    subjects = _similar_subjects(sought.subjects, [near.candidate for near in field])
    scores = []
    for near, alone in zip(field, subjects, strict=True):
        one = near.candidate
        offered = agent_words(one.name, one.handle, one.description, one.skills, near.goals)
        words = [words_fit(each, offered, usual.length) for each in wanted]
        pairs = zip([one.score, *near.similar], alone, strict=True)
        scores.append(_whole_and_best_part(understood, [likeness(*pair, one.goals_completed) for pair in pairs], words))
    return scores


def _similar_subjects(subjects: embedding.Matrix, field: Sequence[Candidate]) -> list[list[float]]:
    """How similar the subject of each agent's profile (first index) is to each of these subjects (second)."""
    told = [profile_subject(profile_text(one.name, one.description, one.skills)) for one in field]
    similar: list[list[float]] = embedding.similarity(subjects, told).T.tolist()
    return similar


def _whole_and_best_part(understood: Sequence[bool], cosines: Sequence[float], words: Sequence[float]) -> float:
    whole, *parts = (_combine(*each) for each in zip(understood, cosines, words, strict=True))
    return (whole + PART_WEIGHT * max(parts)) / (1 + PART_WEIGHT) if parts else whole


def _combine(understood: bool, cosine: float, words: float) -> float:
    """Where the embedding does not understand a text its meaning does not count: only words do."""
    if not understood:
        return words
    return min(1.0, max(0.0, cosine) + KNOWN_WORDS_WEIGHT * words)
