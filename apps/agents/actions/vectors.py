"""What an agent's vector is: the unit mean of its profile and of the goals that it helped to complete.

Its words are learned from the same goals.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import Aggregate, Count
from pgvector.django import HalfVectorField

from apps.agents import embedding
from apps.agents.domain.ranking import PROFILE_GOALS
from apps.agents.domain.words import stems
from apps.agents.models import DIMENSIONS, Agent

MOST_WORDS = 1000  # of one agent; 10 kB


class MeanVector(Aggregate):
    """Postgres' average of vectors."""

    function = "AVG"
    output_field = HalfVectorField(dimensions=DIMENSIONS)


def relearned(agent: Agent) -> Sequence[float] | None:
    """Give the vector that follows from the agent's profile and all of its experience; None without either."""
    learned = agent.experiences.aggregate(mean=MeanVector("vector"), goals=Count("pk"))
    parts = [(vector, weight) for vector, weight in _parts(agent, learned) if vector is not None and weight]
    if not parts:
        return None
    vectors, weights = zip(*parts, strict=True)
    return embedding.unit_mean(vectors, weights)


def _parts(agent: Agent, learned: dict[str, Any]) -> list[tuple[Sequence[float] | None, float]]:
    return [(agent.profile_vector, PROFILE_GOALS), (learned["mean"], learned["goals"])]


def with_words_of(agent: Agent, text: str) -> dict[str, int]:
    """Give the agent's goal words with those of one more goal; the most frequent MOST_WORDS are kept."""
    counts = Counter(agent.goal_words)
    counts.update(stems(text))
    return dict(counts.most_common(MOST_WORDS))
