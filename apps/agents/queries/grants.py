"""Who may set an agent to work, as owners decided it: outside any model."""

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from apps.agents.domain.profile import Askers, Trust
from apps.agents.domain.reach import Reach, Skills, reach_of, skills_asked_for
from apps.agents.models import Agent, Connection, Grant
from apps.agents.queries.connectors import descriptor_of_kind


@dataclass(frozen=True)
class GrantView:
    """One grant. `asker`: the handle of who may ask; empty: any agent of the workspace."""

    id: uuid.UUID
    asker: str
    given_by: str
    given_at: datetime


@dataclass(frozen=True)
class Doorkeeping:
    """How an agent may be set to work, and how far a call of it may reach. `leaves`: beyond this hub."""

    handle: str
    askers: Askers
    reach: Reach
    leaves: bool


def doorkeeping_of(agent: Agent, line: Connection, skills: Collection[str]) -> Doorkeeping:
    """Give it for an agent that is called over a connection, and the ids of the skills that a task names.

    None named: all may be used.
    """
    used = used_skills(agent, line, skills)
    way = descriptor_of_kind(line.connector)
    reach = reach_of(way.reach, Trust(agent.trust), used)
    return Doorkeeping(agent.handle, Askers(agent.askers), reach, way.leaves_hub(line.connector_config))


def used_skills(agent: Agent, line: Connection, named: Collection[str]) -> Skills:
    """Give the skills, as they are stored, that a call over a connection may exercise."""
    return skills_asked_for(
        descriptor_of_kind(line.connector).tools, line.connector_config.get("tool"), agent.skills, named
    )


def confined_skills(agent: Agent, line: Connection, named: Collection[str]) -> tuple[str, ...]:
    """Give the ids of the skills that a call is confined to, where it may begin because those only read; else none."""
    used = used_skills(agent, line, named)
    way = descriptor_of_kind(line.connector)
    if not way.tools or reach_of(way.reach, Trust(agent.trust), used) is not Reach.READS:
        return ()
    return tuple(skill["id"] for skill in used)


def grants_of(agent_id: uuid.UUID) -> list[GrantView]:
    """Give the grants by which an agent may be set to work, oldest first."""
    rows = Grant.objects.filter(agent_id=agent_id).select_related("asker").order_by("pk")
    return [GrantView(row.pk, row.asker.handle if row.asker else "", row.given_by, row.given_at) for row in rows]


def permitted_askers(agent_id: uuid.UUID) -> frozenset[uuid.UUID | None]:
    """Give the ids of the agents that may set an agent to work; None among them: any agent may."""
    return frozenset(Grant.objects.filter(agent_id=agent_id).values_list("asker_id", flat=True))


def trust_of(agent_ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, tuple[str, Trust]]:
    """Give handle and trust of agents by id; those that were removed are believed nothing."""
    rows = Agent.objects.filter(pk__in=agent_ids).values_list("pk", "handle", "trust", "removed_at")
    return {key: (handle, Trust(trust) if removed is None else Trust.UNTRUSTED) for key, handle, trust, removed in rows}
