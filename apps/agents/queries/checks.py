"""Checks of connections: which are due, and how the last ones went."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from apps.agents.domain.address import AgentAddress
from apps.agents.models import AgentCheck, Connection
from apps.agents.queries.agents import address_of
from apps.agents.queries.connectors import inside_kinds


@dataclass(frozen=True)
class CheckView:
    """How one check went. `reply` is the agent's own words; `tested`: to a test message."""

    at: datetime
    tested: bool
    reachable: bool
    latency_ms: int
    problem: str
    reply: str


def usual_gap() -> timedelta:
    """Give how long after a check that went well the next one is due."""
    return timedelta(minutes=settings.IOA_CHECK_MINUTES)


def due_at(now: datetime) -> Q:
    """The connections whose check is due."""
    reached = Q(enabled=True, agent__enabled=True, agent__removed_at=None) & ~Q(connector__in=inside_kinds())
    return reached & (Q(check_at=None) | Q(check_at__lte=now))


def check_of(connection_id: uuid.UUID) -> tuple[AgentAddress, bool]:
    """Give where a connection leads, and whether its next check sends a test message. Raises NotFound."""
    needs_test = Connection.objects.filter(pk=connection_id).values_list("needs_test", flat=True).first()
    return address_of(connection_id), bool(needs_test)


def checks_of(agent_id: uuid.UUID, limit: int) -> list[CheckView]:
    """Give the last checks of the workspace's connection to an agent, newest first."""
    rows = AgentCheck.objects.filter(connection__agent=agent_id, connection__owner=None).order_by("-pk")[:limit]
    return [CheckView(row.at, row.tested, row.reachable, row.latency_ms, row.problem, row.reply) for row in rows]
