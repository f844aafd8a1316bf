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


@dataclass(frozen=True)
class DueCheck:
    """What a check has to know. `needs_test`: it sends a test message. `lists_skills`: the agent has some listed."""

    address: AgentAddress
    needs_test: bool
    lists_skills: bool


def check_of(connection_id: uuid.UUID) -> DueCheck:
    """Give the next check of a connection. Raises NotFound."""
    rows = Connection.objects.filter(pk=connection_id)
    needs_test, skills = rows.values_list("needs_test", "agent__skills").first() or (False, ())
    return DueCheck(address_of(connection_id), needs_test, bool(skills))


def checks_of(agent_id: uuid.UUID, limit: int) -> list[CheckView]:
    """Give the last checks of the workspace's connection to an agent, newest first."""
    rows = AgentCheck.objects.filter(connection__agent=agent_id, connection__owner=None).order_by("-pk")[:limit]
    return [CheckView(row.at, row.tested, row.reachable, row.latency_ms, row.problem, row.reply) for row in rows]
