"""The agents of a workspace as a registry of Agentic Resource Discovery lists them, and how well they fit a text."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import F, Max, QuerySet
from django.db.models.functions import Coalesce

from apps.agents.domain.ard_entries import CARD, Entry, HubNames, ListedAgent, agent_entry
from apps.agents.domain.ard_queries import ListFilter
from apps.agents.domain.profile import skills_from_rows
from apps.agents.models import Agent
from apps.agents.queries.agents import askable_agents
from apps.agents.queries.discovery import search_agents

MOST_FOUND = 96  # entries that a search finds: those far down fit nothing
MOST_COUNTED = 2_000  # entries whose values are counted


def entries_that_fit(workspace_id: uuid.UUID, names: HubNames, text: str) -> list[tuple[Entry, float]]:
    """The entries that fit a text, best first, each with its score from 0 to 1."""
    found = search_agents(workspace_id, text, limit=MOST_FOUND)
    listed = {
        agent.handle: agent for agent in _listed(_rows(workspace_id).filter(pk__in=[one.agent_id for one in found]))
    }
    return [(agent_entry(listed[one.handle], names), one.score) for one in found if one.handle in listed]


def entry_named(workspace_id: uuid.UUID, names: HubNames, identifier: str) -> Entry | None:
    """The entry of exactly this identifier."""
    handle = names.handle_in(identifier)
    found = _listed(_rows(workspace_id).filter(handle=handle)) if handle else []
    return agent_entry(found[0], names) if found else None


def list_entries(
    workspace_id: uuid.UUID, names: HubNames, wanted: ListFilter, order: Sequence[str], offset: int, limit: int
) -> tuple[list[Entry], int]:
    """A page of the entries that are wanted, and how many there are."""
    elsewhere = wanted.types and CARD not in wanted.types
    if elsewhere or (wanted.publishers and names.publisher not in wanted.publishers):
        return [], 0
    rows = _narrow(_rows(workspace_id), wanted)
    page = _listed(rows.order_by(*order)[offset : offset + limit])
    return [agent_entry(agent, names) for agent in page], rows.count()


def all_entries(workspace_id: uuid.UUID, names: HubNames) -> list[Entry]:
    """Each entry, as far as they are counted."""
    return [agent_entry(agent, names) for agent in _listed(_rows(workspace_id).order_by("handle")[:MOST_COUNTED])]


def _rows(workspace_id: uuid.UUID) -> "QuerySet[Any]":
    changed = Coalesce(Max("versions__at"), F("created_at"))
    rows = askable_agents(workspace_id).annotate(updated_at=changed)
    return rows.only("handle", "name", "description", "skills", "created_at")


def _narrow(rows: "QuerySet[Any]", wanted: ListFilter) -> "QuerySet[Any]":
    if wanted.name:
        rows = rows.filter(name__icontains=wanted.name)
    if wanted.created_after:
        rows = rows.filter(created_at__gt=wanted.created_after)
    return rows.filter(updated_at__gt=wanted.updated_after) if wanted.updated_after else rows


def _listed(rows: "QuerySet[Any]") -> list[ListedAgent]:
    return [_listed_agent(row) for row in rows]


def _listed_agent(row: Agent) -> ListedAgent:
    updated: Any = row.updated_at  # type: ignore[attr-defined]  # annotated above
    return ListedAgent(row.handle, row.name, row.description, skills_from_rows(row.skills), row.created_at, updated)
