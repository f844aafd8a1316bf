"""Trying agents out and noting how that went. No transaction is open while an agent is called."""

import uuid
from dataclasses import replace
from datetime import timedelta

from asgiref.sync import async_to_sync
from django.db import transaction
from django.db.models import Case, DateTimeField, DurationField, ExpressionWrapper, F, Value, When
from django.utils import timezone

from apps.agents.actions.call_limits import begin_message
from apps.agents.connectors.socket.connector import NOT_CONNECTED
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.health import after_check, until_next
from apps.agents.domain.profile import Availability, skills_as_rows
from apps.agents.events import agents_of
from apps.agents.gateway.probe import probe
from apps.agents.models import Agent, AgentCheck, Connection
from apps.agents.queries.agents import workspace_connection
from apps.agents.queries.checks import check_of, due_at, usual_gap
from apps.journal.actions import publish_topic

KEPT = 100  # checks of an agent
TEST_MARGIN = timedelta(minutes=1)  # beside the time that a test message is waited for: from its taking to its noting


def probe_agent(agent_id: uuid.UUID) -> ProbeResult:
    """Send a registered agent a test message over the workspace's connection, note how that went, and tell it.

    Takes as long as its test may. Raises NotFound, and Conflict where it may not be called now.
    """
    connection_id = workspace_connection(agent_id)
    due = check_of(connection_id)
    begin_message(connection_id)
    card = async_to_sync(probe)(due.address, lists_skills=due.lists_skills)
    note_check(connection_id, card, tested=True)
    return card


@transaction.atomic
def note_check(connection_id: uuid.UUID, card: ProbeResult, *, tested: bool) -> None:
    """Note how a check went: the connection's presence follows from it, and when it is looked at again.

    One that keeps failing is left out of formation until a check succeeds. `tested`: a test message was sent.
    """
    rows = Connection.objects.select_for_update(no_key=True, of=("self",)).select_related("agent")
    line = rows.defer(*UNREAD).filter(pk=connection_id, removed_at=None, agent__removed_at=None).first()
    if line is None:
        return
    now = timezone.now()
    health = after_check(line.failing, card)
    if card.problem and line.availability == Availability.OFFLINE and line.problem == NOT_CONNECTED:
        health = replace(health, availability=Availability.OFFLINE, problem=NOT_CONNECTED)  # it left while it was asked
    line.availability, line.failing, line.problem = health.availability, health.failing, health.problem[:400]
    line.out_since = (line.out_since or now) if health.availability is Availability.OFFLINE else None
    line.last_seen_at = now if card.reachable else line.last_seen_at
    line.needs_test = bool(card.problem) or (line.needs_test and not tested)
    line.check_at = now + until_next(health.failing, usual_gap())
    line.save(update_fields=_HEALTH)
    if card.skills:
        Agent.objects.filter(pk=line.agent_id).update(read_skills=skills_as_rows(card.skills))
    publish_topic(agents_of(line.agent.workspace_id))
    AgentCheck.objects.create(
        connection=line,
        at=now,
        tested=tested,
        reachable=card.reachable,
        latency_ms=card.latency_ms,
        problem=card.problem[:400],
        reply=card.reply[:400],
    )
    for oldest in line.checks.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1]:
        line.checks.filter(pk__lte=oldest).delete()


UNREAD = ("agent__vector", "agent__profile_vector", "agent__goal_words")
_HEALTH = ("availability", "failing", "problem", "out_since", "last_seen_at", "needs_test", "check_at")


@transaction.atomic
def take_due(limit: int) -> list[uuid.UUID]:
    """Give connections whose check is due, most overdue first, and put their next one off; each is given to one caller.

    A test that comes to nothing (its process died, or the connection's row was held) is due again soon: what a test
    finds is noted, which puts the next check off. None is due where agents are not checked.
    """
    if not usual_gap():
        return []
    now = timezone.now()
    tested = ExpressionWrapper(F("test_seconds") * timedelta(seconds=1), DurationField())
    ended = ExpressionWrapper(Value(now + TEST_MARGIN) + tested, DateTimeField())
    again = Case(When(needs_test=True, then=ended), default=now + usual_gap())
    rows = Connection.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).filter(due_at(now))
    due = list(rows.order_by(F("check_at").asc(nulls_first=True)).values_list("pk", flat=True)[:limit])
    Connection.objects.filter(pk__in=due).update(check_at=again)
    return due
