"""The token of a task that is worked on: what lets its agent turn to its colleagues, and nobody else, meanwhile."""

import secrets
import time
import uuid
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from apps.accounts.domain.errors import Conflict
from apps.agents.domain.calls import Colleagues
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt
from apps.teams.queries.connections import line_of

PATH = "/api/v1/colleagues"
MARGIN = 600  # seconds beyond two whole calls: the one that was lost, and the one that goes on with its work
PREFIX = "ioa_task_"  # lets secret scanners recognise a leaked one


@dataclass(frozen=True)
class Caller:
    """An agent that works on a task now."""

    task_id: uuid.UUID
    agent_id: uuid.UUID
    goal_id: uuid.UUID
    workspace_id: uuid.UUID


def colleagues_of(attempt: Attempt) -> Colleagues:
    """Give where an agent may turn to, and a token that lets it while this attempt goes on. No two are the same."""
    ends = int(time.time()) + 2 * line_of(attempt).timeout_seconds + MARGIN
    signed = _signer().sign(f"{attempt.pk.hex}.{ends:x}.{secrets.token_urlsafe(16)}")
    return Colleagues(f"{settings.IOA_PUBLIC_URL}{PATH}", PREFIX + signed)


def caller_of(token: str) -> Caller | None:
    """Give who presents this token; None when it is forged or too old, or its attempt does not go on."""
    try:
        attempt_id, ends, _ = _signer().unsign(token.removeprefix(PREFIX)).split(".")
    except (BadSignature, ValueError):
        return None
    if int(ends, 16) < time.time():
        return None
    return _caller(uuid.UUID(attempt_id))


def _caller(attempt_id: uuid.UUID) -> Caller | None:
    """The agent whose attempt this is, or whose next one goes on with the very work that this one began at it."""
    began = Attempt.objects.filter(pk=attempt_id).values_list("task_id", "agent_id", "handle").first()
    if began is None:
        return None
    task_id, agent_id, handle = began
    same = Q(pk=attempt_id) | Q(handle=handle) if handle else Q(pk=attempt_id)
    goal = ("task__team__goal_id", "task__team__goal__workspace_id")
    found = _at_work(task_id, agent_id).filter(same).values_list(*goal).first()
    return Caller(task_id, agent_id, *found) if found else None


def working_attempt(caller: Caller) -> Attempt:
    """Give the caller's attempt with its task; the caller holds the goal's stream. Raises Conflict."""
    attempts = _at_work(caller.task_id, caller.agent_id).select_related("task__team__goal", "task__owner", "agent")
    attempt = attempts.defer("agent__vector", "agent__profile_vector", "agent__goal_words").first()
    if attempt is None:
        raise Conflict("This task is no longer worked on.")
    return attempt


def is_at_work(caller: Caller) -> bool:
    """Whether the caller's attempt goes on."""
    return _at_work(caller.task_id, caller.agent_id).exists()


def _at_work(task_id: uuid.UUID, agent_id: uuid.UUID) -> QuerySet[Attempt]:
    running = Attempt.objects.filter(state=AttemptState.RUNNING, lease_until__gt=Now())
    return running.filter(task_id=task_id, agent_id=agent_id, agent__enabled=True)


def _signer() -> Signer:
    return Signer(salt="apps.teams.colleagues")
