"""What agents learn from work that went well or badly: their track record, their words and their vectors."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.agents import embedding
from apps.agents.domain.lessons import Lesson
from apps.agents.domain.profile import Availability
from apps.agents.domain.ranking import PROFILE_GOALS
from apps.agents.domain.words import stems
from apps.agents.events import agents_of
from apps.agents.models import Agent, Connection, Experience, ExperienceMean
from apps.core.updates import run_last
from apps.journal.actions import publish_topic

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


_COUNT = """
    WITH told AS (
        SELECT * FROM unnest(%(lines)s::uuid[], %(done)s::int[], %(failed)s::int[]) AS told(line, done, failed)),
    lines AS MATERIALIZED (
        SELECT id FROM agents_connection WHERE id IN (SELECT line FROM told) ORDER BY agent_id, id FOR NO KEY UPDATE),
    used AS (
        UPDATE agents_connection AS line SET
            last_seen_at = CASE WHEN told.done > 0 THEN %(now)s::timestamptz ELSE last_seen_at END,
            needs_test = needs_test OR told.failed > 0,
            check_at = CASE WHEN told.failed > 0 THEN NULL ELSE check_at END
        FROM lines JOIN told ON told.line = lines.id WHERE line.id = lines.id
        RETURNING line.agent_id, told.done, told.failed),
    more AS (SELECT agent_id, sum(done) AS done, sum(failed) AS failed FROM used GROUP BY agent_id),
    held AS MATERIALIZED (
        SELECT id FROM agents_agent WHERE id IN (SELECT agent_id FROM more) ORDER BY id FOR NO KEY UPDATE)
    UPDATE agents_agent AS agent SET tasks_done = tasks_done + more.done, tasks_failed = tasks_failed + more.failed
    FROM held JOIN more ON more.agent_id = held.id WHERE agent.id = held.id"""


def record_outcomes(outcomes: Mapping[uuid.UUID, tuple[int, int]]) -> None:
    """Count the tasks that agents did, and those that they failed, over connections.

    One that was failed over has that tested soon. Like all that locks both, it takes the connections before the agents,
    each in the order of `lines_to_hold`: whoever needs more of them holds those before.
    """
    lines = sorted(outcomes)
    done, failed = [outcomes[line][0] for line in lines], [outcomes[line][1] for line in lines]
    run_last(_COUNT, {"lines": lines, "done": done, "failed": failed, "now": timezone.now()})


def set_availability(connection_id: uuid.UUID, availability: Availability) -> None:
    """Note whether an agent can be reached over a connection; unless it is offline it was seen now and all is well."""
    now = timezone.now()
    seen: dict[str, object] = {"last_seen_at": now, "out_since": None, "failing": 0, "problem": ""}
    gone: dict[str, object] = {"out_since": Coalesce("out_since", now)}
    more = gone if availability is Availability.OFFLINE else seen
    known = Connection.objects.filter(pk=connection_id)
    known.update(availability=availability, **more)
    for workspace_id in known.values_list("agent__workspace_id", flat=True):
        publish_topic(agents_of(workspace_id))
