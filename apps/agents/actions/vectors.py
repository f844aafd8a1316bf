"""What an agent's vector is: the unit mean of its profile and of the goals that it helped to complete.

Its words are learned from the same goals.
"""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Aggregate, Count
from pgvector.django import HalfVectorField

from apps.agents import embedding
from apps.agents.domain.ranking import PROFILE_GOALS
from apps.agents.domain.words import stems
from apps.agents.models import DIMENSIONS, Agent, Experience

Vector = Sequence[float]

MOST_WORDS = 1000  # of one agent; 10 kB


class MeanVector(Aggregate):
    """Postgres' average of vectors."""

    function = "AVG"
    output_field = HalfVectorField(dimensions=DIMENSIONS)


def relearned(agent: Agent) -> Vector | None:
    """Give the vector that follows from the agent's profile and all of its experience; None without either."""
    return moved(agent, means_of([agent.pk]))


def means_of(agent_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, tuple[Vector, int]]:
    """Give agent id -> the mean of its experience and how many goals that is; agents without any are absent."""
    rows = Experience.objects.filter(agent_id__in=list(agent_ids)).values("agent_id")
    learned = rows.annotate(mean=MeanVector("vector"), goals=Count("pk"))
    return {row["agent_id"]: (row["mean"], row["goals"]) for row in learned}


def moved(agent: Agent, means: Mapping[uuid.UUID, tuple[Vector, int]]) -> Vector | None:
    """Give the vector that follows from the agent's profile and what `means_of` says of it; None without either."""
    learned = [means[agent.pk]] if agent.pk in means else []
    told = [(agent.profile_vector, PROFILE_GOALS)] if agent.profile_vector is not None else []
    if not told + learned:
        return None
    vectors, weights = zip(*told, *learned, strict=True)
    return embedding.unit_mean(vectors, weights)


def with_words_of(agent: Agent, text: str) -> dict[str, int]:
    """Give the agent's goal words with those of one more goal; the most frequent MOST_WORDS are kept."""
    counts = Counter(agent.goal_words)
    counts.update(stems(text))
    return dict(counts.most_common(MOST_WORDS))
