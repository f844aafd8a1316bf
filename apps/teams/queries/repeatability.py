"""Whether an attempt may be made again, and by what its work is found again."""

import uuid
from collections.abc import Iterable

from apps.agents.domain.calls import AgentError
from apps.agents.domain.connectors import Resume
from apps.agents.domain.failures import WORK, WorkFate
from apps.agents.domain.repeatability import judge_skill
from apps.agents.queries.connectors import descriptor_of_kind
from apps.teams.domain.flaws import Flaw
from apps.teams.domain.retries import Next, after_error, after_flaw
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt
from apps.teams.queries.connections import line_of

GOING_ON = (AttemptState.LOST, AttemptState.LATE, AttemptState.ASKED, AttemptState.FAILED)
"""Attempts whose work may be gone on with; one that failed for good, or with which nothing is left, has no handle."""


def is_repeatable(attempt: Attempt) -> bool:
    """Whether every skill the task was given for may be exercised twice; with none named, every skill of the agent.

    An agent without skills is judged by how it is reached.
    """
    agent, wanted = attempt.agent, attempt.task.skills
    asked = [skill for skill in agent.skills if skill["id"] in wanted] or agent.skills
    said = [skill.get("repeatable") for skill in asked] or [None]
    line = line_of(attempt)
    harmless = descriptor_of_kind(line.connector).harmless
    return all(judge_skill(each, harmless, line.connector_config).repeatable for each in said)


def handle_before(attempt: Attempt) -> str:
    """What the agent calls the work that the attempt before was at over this connection, if it can go on with it."""
    before = Attempt.objects.filter(task=attempt.task_id, connection=attempt.connection_id, number=attempt.number - 1)
    return before.filter(state__in=GOING_ON).values_list("handle", flat=True).first() or ""


def handle_after(attempt: Attempt, error: AgentError) -> str:
    """What the attempt after this failed one finds the work by, if there is anything to go on with."""
    goes_on = error.resumable or WORK[error.failure] is WorkFate.NOT_BEGUN
    return (attempt.handle or handle_before(attempt)) if goes_on else ""


def next_after(attempt: Attempt, error: AgentError, tries: int) -> Next:
    """What becomes of the task after its attempt failed, for the `tries`-th time."""
    return after_error(
        WORK[error.failure],
        repeatable=is_repeatable(attempt),
        resumable=error.resumable and bool(attempt.handle),
        permanent=error.permanent or error.retry_after is not None,  # sooner than it wants is no use either
        tries=tries,
    )


def was_refused(attempt: Attempt, text: str) -> bool:
    """Whether these words were given for the task before, and not taken."""
    before = Attempt.objects.filter(task=attempt.task_id, state=AttemptState.FAILED, result=text)
    return before.exclude(pk=attempt.pk).exists()


def next_after_flaw(attempt: Attempt, flaw: Flaw, tries: int) -> Next:
    """What becomes of the task after its attempt gave what is no answer, for the `tries`-th time that one failed."""
    return after_flaw(mendable=flaw.may_be_mended, repeatable=is_repeatable(attempt), tries=tries)


def may_go_on_with(attempt: Attempt) -> bool:
    """Whether the work may go on after its call was cut: it is found again, or doing it twice does no harm."""
    return is_found_again(attempt) or is_repeatable(attempt)


def is_found_again(attempt: Attempt) -> bool:
    """Whether the next call finds the work of this one, and begins nothing anew."""
    return bool(attempt.handle) or descriptor_of_kind(line_of(attempt).connector).resume is Resume.BY_KEY


def unrepeatable(attempt_ids: Iterable[uuid.UUID]) -> list[uuid.UUID]:
    """Those of these attempts whose call nobody may make again, or go on with."""
    rows = Attempt.objects.filter(id__in=list(attempt_ids)).select_related("agent", "connection", "task")
    return [row.id for row in rows if not may_go_on_with(row)]
