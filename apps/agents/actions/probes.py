"""Trying agents out and noting how that went. No transaction is open while an agent is called."""

import uuid
from datetime import timedelta

from asgiref.sync import async_to_sync
from django.db import transaction
from django.db.models import Case, F, When
from django.utils import timezone

from apps.agents.actions.call_limits import begin_message
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.health import after_check, until_next
from apps.agents.domain.profile import Availability
from apps.agents.events import agents_of
from apps.agents.gateway.probe import probe
from apps.agents.models import Agent, AgentCheck
from apps.agents.queries import address_of
from apps.agents.queries.checks import due_at, usual_gap
from apps.journal.actions import publish_topic

KEPT = 100  # checks of an agent
TEST_LASTS = timedelta(minutes=2)  # at most, from its taking to its noting


def probe_agent(agent_id: uuid.UUID) -> ProbeResult:
    """Send a registered agent a test message, note how that went, and tell it.

    Takes up to a minute. Raises NotFound, and Conflict where it may not be called now.
    """
    address = address_of(agent_id)
    begin_message(agent_id)
    card = async_to_sync(probe)(address)
    note_check(agent_id, card, tested=True)
    return card


@transaction.atomic
def note_check(agent_id: uuid.UUID, card: ProbeResult, *, tested: bool) -> None:
    """Note how a check went: the agent's presence follows from it, and when it is looked at again.

    One that keeps failing is left out of formation until a check succeeds. `tested`: a test message was sent.
    """
    agent = Agent.objects.select_for_update().filter(pk=agent_id, removed_at=None).first()
    if agent is None:
        return
    now = timezone.now()
    health = after_check(agent.failing, card)
    agent.availability, agent.failing, agent.problem = health.availability, health.failing, health.problem[:400]
    agent.out_since = (agent.out_since or now) if health.availability is Availability.OFFLINE else None
    agent.last_seen_at = now if card.reachable else agent.last_seen_at
    agent.needs_test = bool(card.problem) or (agent.needs_test and not tested)
    agent.check_at = now + until_next(health.failing, usual_gap())
    agent.save(update_fields=_HEALTH)
    publish_topic(agents_of(agent.workspace_id))
    AgentCheck.objects.create(
        agent=agent,
        at=now,
        tested=tested,
        reachable=card.reachable,
        latency_ms=card.latency_ms,
        problem=card.problem[:400],
        reply=card.reply[:400],
    )
    for oldest in agent.checks.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1]:
        agent.checks.filter(pk__lte=oldest).delete()


_HEALTH = ("availability", "failing", "problem", "out_since", "last_seen_at", "needs_test", "check_at")


@transaction.atomic
def take_due(limit: int) -> list[uuid.UUID]:
    """Give agents whose check is due, most overdue first, and put their next one off; each is given to one caller.

    A test that comes to nothing (its process died, or the agent's row was held) is due again soon: what a test
    finds is noted, which puts the next check off.
    """
    now = timezone.now()
    again = Case(When(needs_test=True, then=now + min(TEST_LASTS, usual_gap())), default=now + usual_gap())
    rows = Agent.objects.select_for_update(skip_locked=True).filter(due_at(now))
    due = list(rows.order_by(F("check_at").asc(nulls_first=True)).values_list("pk", flat=True)[:limit])
    Agent.objects.filter(pk__in=due).update(check_at=again)
    return due
