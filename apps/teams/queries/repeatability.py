"""Whether an attempt may be made again, and by what its work is found again."""

import uuid
from collections.abc import Iterable

from apps.agents.domain.connectors import Resume
from apps.agents.domain.repeatability import judge_skill
from apps.agents.queries.connectors import descriptor_of_kind
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt

GOING_ON = (AttemptState.LOST, AttemptState.LATE, AttemptState.ASKED, AttemptState.FAILED)
"""Attempts whose work may be gone on with; one that failed for good, or with which nothing is left, has no handle."""


def is_repeatable(attempt: Attempt) -> bool:
    """Whether every skill the task was given for may be exercised twice; with none named, every skill of the agent.

    An agent without skills is judged by how it is reached.
    """
    agent, wanted = attempt.agent, attempt.task.skills
    asked = [skill for skill in agent.skills if skill["id"] in wanted] or agent.skills
    said = [skill.get("repeatable") for skill in asked] or [None]
    harmless = descriptor_of_kind(agent.connector).harmless
    return all(judge_skill(each, harmless, agent.connector_config).repeatable for each in said)


def handle_before(attempt: Attempt) -> str:
    """What the agent calls the work that the attempt before was at, if it can go on with it."""
    before = Attempt.objects.filter(task=attempt.task_id, agent=attempt.agent_id, number=attempt.number - 1)
    return before.filter(state__in=GOING_ON).values_list("handle", flat=True).first() or ""


def may_go_on_with(attempt: Attempt) -> bool:
    """Whether the work may go on after its call was cut: it is found again, or doing it twice does no harm."""
    found_again = bool(attempt.handle) or descriptor_of_kind(attempt.agent.connector).resume is Resume.BY_KEY
    return found_again or is_repeatable(attempt)


def unrepeatable(attempt_ids: Iterable[uuid.UUID]) -> list[uuid.UUID]:
    """Those of these attempts whose call nobody may make again, or go on with."""
    rows = Attempt.objects.filter(id__in=list(attempt_ids)).select_related("agent", "task")
    return [row.id for row in rows if not may_go_on_with(row)]
