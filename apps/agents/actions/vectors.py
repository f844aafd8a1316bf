"""What an agent's vector is: the unit mean of its profile and of the goals that it helped to complete.

Its words are learned from the same goals.
"""

from collections import Counter
from collections.abc import Sequence

from apps.agents import embedding
from apps.agents.domain.ranking import PROFILE_GOALS
from apps.agents.domain.words import stems
from apps.agents.models import Agent, ExperienceMean

Vector = Sequence[float]

MOST_WORDS = 1000  # of one agent; 10 kB


def learned_vector(agent: Agent) -> Vector | None:
    """Give the vector that follows from the agent's profile and all of its experience; None without either."""
    learned = ExperienceMean.objects.filter(agent=agent).first()
    return vector_with(agent, learned)


def vector_with(agent: Agent, learned: ExperienceMean | None) -> Vector | None:
    """As `learned_vector`, from the mean of its experience; None: it has none."""
    parts = [(agent.profile_vector, PROFILE_GOALS)] if agent.profile_vector is not None else []
    if learned is not None:
        parts.append((learned.mean, learned.goals))
    if not parts:
        return None
    vectors, weights = zip(*parts, strict=True)
    return embedding.unit_mean(vectors, weights)


def mean_with_goals(agent: Agent, learned: ExperienceMean | None, vectors: Sequence[Vector]) -> ExperienceMean:
    """Give the mean with some goals more; it is not saved yet."""
    before = [(learned.mean, learned.goals)] if learned is not None else []
    means, goals = zip(*before, *((vector, 1) for vector in vectors), strict=True)
    return ExperienceMean(agent=agent, mean=embedding.mean(means, goals), goals=sum(goals))


def words_with_goal(agent: Agent, text: str) -> dict[str, int]:
    """Give the agent's goal words with those of one more goal; the most frequent MOST_WORDS are kept."""
    counts = Counter(agent.goal_words)
    counts.update(stems(text))
    return dict(counts.most_common(MOST_WORDS))
