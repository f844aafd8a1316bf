"""What an agent's vector is: the unit mean of its profile and of the goals that it helped to complete."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Aggregate, Count
from pgvector.django import HalfVectorField

from apps.agents import embedding
from apps.agents.models import DIMENSIONS, Agent


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
    return [(agent.profile_vector, 1.0), (learned["mean"], learned["goals"])]
