"""The token of a task that is worked on: what lets its agent turn to its colleagues, and nobody else, meanwhile."""

import uuid
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.db.models.functions import Now

from apps.accounts.domain.errors import Conflict
from apps.agents.domain.calls import Colleagues
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt

PATH = "/api/v1/colleagues"
PREFIX = "ioa_task_"  # lets secret scanners recognise a leaked one


@dataclass(frozen=True)
class Caller:
    """An agent that works on a task now."""

    task_id: uuid.UUID
    agent_id: uuid.UUID
    goal_id: uuid.UUID
    workspace_id: uuid.UUID


def colleagues_of(task_id: uuid.UUID, agent_id: uuid.UUID) -> Colleagues:
    """Give where an agent may turn to, and the token that lets it while it works on a task."""
    signed = _signer().sign(f"{task_id.hex}{agent_id.hex}")
    return Colleagues(f"{settings.IOA_PUBLIC_URL}{PATH}", PREFIX + signed)


def caller_of(token: str) -> Caller | None:
    """Give who presents this token; None when it is forged, or its task is not worked on by that agent now."""
    try:
        signed = _signer().unsign(token.removeprefix(PREFIX))
    except BadSignature:
        return None
    task_id, agent_id = uuid.UUID(signed[:32]), uuid.UUID(signed[32:])
    found = _at_work(task_id, agent_id).values_list("task__team__goal_id", "task__team__goal__workspace_id").first()
    return Caller(task_id, agent_id, *found) if found else None


def still_working(caller: Caller) -> Attempt:
    """Give the caller's attempt with its task; the caller holds the goal's stream. Raises Conflict."""
    attempts = _at_work(caller.task_id, caller.agent_id).select_related("task__team__goal", "task__owner", "agent")
    attempt = attempts.defer("agent__vector", "agent__profile_vector", "agent__goal_words").first()
    if attempt is None:
        raise Conflict("This task is no longer worked on.")
    return attempt


def _at_work(task_id: uuid.UUID, agent_id: uuid.UUID) -> QuerySet[Attempt]:
    running = Attempt.objects.filter(state=AttemptState.RUNNING, lease_until__gt=Now())
    return running.filter(task_id=task_id, agent_id=agent_id, agent__enabled=True)


def _signer() -> Signer:
    return Signer(salt="apps.teams.colleagues")
