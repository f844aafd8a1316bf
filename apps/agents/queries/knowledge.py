"""How well a text fits all that is known of agents: what they say of themselves and the goals that they did well."""

import uuid
from collections.abc import Sequence

from apps.agents import embedding
from apps.agents.domain.profile import Candidate
from apps.agents.domain.ranking import WordCounts, clauses, words_fit
from apps.agents.domain.words import stems
from apps.agents.models import Agent
from apps.agents.queries.neighbours import with_cosines
from apps.agents.queries.word_background import agent_words, background

WORDS_WEIGHT = 0.5
"""What words add to a cosine where all of them fit. From .5 to .8 rank equally well."""

PART_WEIGHT = 0.25
"""What the best part of a text counts beside the whole: an agent may be just right for one half of a goal."""


def known_scores(workspace_id: uuid.UUID, text: str, field: Sequence[Candidate]) -> list[float]:
    """Score agents of a workspace against a text, 0 to 1, in the field's order."""
    parts = _with_meaning(clauses(text))
    texts = [text, *parts]
    usual = background(workspace_id)
    wanted = [usual.rarities(stems(each)) for each in texts]
    understood = [embedding.understands(each) for each in texts]
    details = _details(list(parts.values()), field)
    scores = []
    unknown: tuple[WordCounts, list[float]] = ({}, [0.0] * len(parts))  # removed since the field was read
    for one in field:
        goals, similar = details.get(uuid.UUID(one.agent_id), unknown)
        offered = agent_words(one.name, one.handle, one.description, one.skills, goals)
        words = [words_fit(each, offered, usual.length) for each in wanted]
        scores.append(_whole_and_best_part(understood, [one.score, *similar], words))
    return scores


def _whole_and_best_part(understood: Sequence[bool], meaning: Sequence[float], words: Sequence[float]) -> float:
    whole, *parts = (_combine(*each) for each in zip(understood, meaning, words, strict=True))
    return (whole + PART_WEIGHT * max(parts)) / (1 + PART_WEIGHT) if parts else whole


def _combine(understood: bool, cosine: float, words: float) -> float:
    """Where the embedding does not understand a text its meaning does not count: only words do."""
    if not understood:
        return words
    return min(1.0, max(0.0, cosine) + WORDS_WEIGHT * words)


def _with_meaning(texts: Sequence[str]) -> dict[str, list[float]]:
    """Give text -> vector, without the texts that have none."""
    return {text: vector for text, vector in zip(texts, embedding.embed(texts), strict=True) if vector is not None}


def _details(
    vectors: Sequence[Sequence[float]], field: Sequence[Candidate]
) -> dict[uuid.UUID, tuple[WordCounts, list[float]]]:
    """Give for each agent the words of its goals, and its cosine with each vector."""
    rows = Agent.objects.filter(pk__in=[one.agent_id for one in field])
    return {key: (goals, similar) for key, goals, *similar in with_cosines(rows, vectors, "goal_words")}
