"""What agents learn from goals that went well: their vectors and words move towards them."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from apps.agents import embedding
from apps.agents.actions.vectors import mean_with_goals, vector_with, words_with_goal
from apps.agents.domain.lessons import Lesson
from apps.agents.models import Agent, Experience, ExperienceMean

Vector = Sequence[float]
Learned = Sequence[tuple[Lesson, Vector | None]]


@transaction.atomic
def learn_from_goals(lessons: Sequence[Lesson]) -> None:
    """Move agents towards the goals that they helped to complete, and count these goals.

    Many lessons cost little more than one: each agent's vector is written, and brought into its index, once. What was
    learned before changes nothing; a goal whose text has no tokens is only counted.
    """
    taught = frozenset(agent_id for lesson in lessons for agent_id in lesson.agent_ids)
    agents = list(Agent.objects.select_for_update(no_key=True).filter(pk__in=taught).order_by("pk"))
    means = ExperienceMean.objects.in_bulk(taught)
    new = _new(lessons)
    Experience.objects.bulk_create(
        Experience(agent_id=agent_id, goal_id=lesson.goal_id, text=lesson.text, vector=vector, at=timezone.now())
        for agent_id, learned in new.items()
        for lesson, vector in learned
        if vector is not None
    )
    moved_on = [_take_in(agent, new[agent.pk], means.get(agent.pk)) for agent in agents if agent.pk in new]
    ExperienceMean.objects.bulk_create(
        [mean for mean in moved_on if mean is not None],
        update_conflicts=True,
        unique_fields=["agent"],
        update_fields=["mean", "goals"],
    )


def _new(lessons: Sequence[Lesson]) -> Mapping[uuid.UUID, Learned]:
    """Agent id -> the lessons that it has not had, each with its vector."""
    goals = {lesson.goal_id for lesson in lessons}
    had = set(Experience.objects.filter(goal_id__in=goals).values_list("agent_id", "goal_id"))
    new: dict[uuid.UUID, list[tuple[Lesson, Vector | None]]] = defaultdict(list)
    for lesson, vector in zip(lessons, embedding.embed([lesson.text for lesson in lessons]), strict=True):
        for agent_id in lesson.agent_ids:
            if (agent_id, lesson.goal_id) not in had:
                new[agent_id].append((lesson, vector))
    return new


def _take_in(agent: Agent, learned: Learned, before: ExperienceMean | None) -> ExperienceMean | None:
    """Save what the agent has learned and give the mean of its experience as it is now; None: it has none."""
    told = [(lesson.text, vector) for lesson, vector in learned if vector is not None]
    for text, _ in told:
        agent.goal_words = words_with_goal(agent, text)
    after = mean_with_goals(agent, before, [vector for _, vector in told]) if told else before
    agent.vector = vector_with(agent, after)
    agent.goals_completed += len(learned)
    agent.save(update_fields=["vector", "goal_words", "goals_completed"])
    return after
