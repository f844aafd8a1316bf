"""How often an agent is called: one that takes only so many calls a minute has those of the last minute counted."""

import uuid
from datetime import datetime
from math import ceil

from django.db import transaction

from apps.accounts.domain.errors import Conflict
from apps.agents.domain.registration import MINUTE
from apps.agents.models import Agent, RecentCall
from apps.journal.actions import clock


def begin_call(agent_id: uuid.UUID, per_minute: int) -> datetime | None:
    """Count a call that begins now. Where that is one too many, nothing is counted: gives when the next may begin.

    The window slides: no sixty seconds see more than `per_minute` calls begin; 0 lifts the limit.
    The caller holds the agent's row.
    """
    if not per_minute:
        return None
    now, calls = clock(), RecentCall.objects.filter(agent_id=agent_id)
    calls.filter(at__lte=now - MINUTE).delete()
    for first in calls.order_by("-at").values_list("at", flat=True)[per_minute - 1 : per_minute]:
        return first + MINUTE
    RecentCall.objects.create(agent_id=agent_id, at=now)
    return None


@transaction.atomic
def begin_message(agent_id: uuid.UUID) -> None:
    """Count a call that no team makes. Raises Conflict where the agent has had its calls of this minute."""
    agent = _held(agent_id)
    if next_at := begin_call(agent_id, agent.calls_per_minute):
        wait = max(1, ceil((next_at - clock()).total_seconds()))
        calls = "one call" if agent.calls_per_minute == 1 else f"{agent.calls_per_minute} calls"
        raise Conflict(f"{agent} has had its {calls} of this minute: try again in {wait} s.")


@transaction.atomic
def may_be_asked(agent_id: uuid.UUID) -> bool:
    """Count a question that a colleague asks an agent; False where it has had its calls of this minute."""
    return begin_call(agent_id, _held(agent_id).calls_per_minute) is None


@transaction.atomic
def may_be_tested(agent_id: uuid.UUID) -> bool:
    """Count the test message of a check; False: the agent has had its calls of this minute, its check is put off."""
    next_at = begin_call(agent_id, _held(agent_id).calls_per_minute)
    if next_at is not None:
        Agent.objects.filter(pk=agent_id).update(check_at=next_at)
    return next_at is None


def _held(agent_id: uuid.UUID) -> Agent:
    return Agent.objects.select_for_update(no_key=True).only("handle", "calls_per_minute").get(pk=agent_id)
