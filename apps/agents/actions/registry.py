"""Agents come into the registry, change, and are switched on and off."""

import uuid
from collections.abc import Iterable
from importlib.metadata import entry_points

from django.db import IntegrityError, transaction

from apps.accounts.domain.errors import NotFound, Refused
from apps.agents import embedding
from apps.agents.actions.vectors import relearned
from apps.agents.connectors import ENTRY_POINTS
from apps.agents.domain.profile import ConnectorKind
from apps.agents.domain.registration import AgentProfile, profile_text
from apps.agents.models import Agent


def register_agent(workspace_id: uuid.UUID, profile: AgentProfile) -> uuid.UUID:
    """Add an agent and give its id. Raises Refused for a handle that is taken or a connector that nobody knows."""
    values = _columns(profile)
    vector = values["profile_vector"]
    try:
        with transaction.atomic():
            return Agent.objects.create(workspace_id=workspace_id, vector=vector, **values).pk
    except IntegrityError:
        raise Refused(handle=f"There is an agent @{profile.handle} already. Choose another handle.") from None


@transaction.atomic
def update_agent(workspace_id: uuid.UUID, profile: AgentProfile) -> uuid.UUID:
    """Replace what is known of the agent with the profile's handle and give its id; what it learned stays.

    Raises NotFound, and Refused for a connector that nobody knows.
    """
    agent = Agent.objects.select_for_update().filter(workspace_id=workspace_id, handle=profile.handle).first()
    if agent is None:
        raise NotFound(f"There is no agent @{profile.handle} here.")
    for name, value in _columns(profile).items():
        setattr(agent, name, value)
    agent.vector = relearned(agent)
    agent.save()
    return agent.pk


@transaction.atomic
def set_enabled(agent_ids: Iterable[uuid.UUID], enabled: bool) -> int:
    """Switch agents on or off and give how many that concerned; one that is off is never asked."""
    return Agent.objects.filter(pk__in=list(agent_ids)).exclude(enabled=enabled).update(enabled=enabled)


def _columns(profile: AgentProfile) -> dict[str, object]:
    if profile.connector not in _connectors():
        raise Refused(connector=f"Nobody knows the connector “{profile.connector}”. Choose one of: {_offered()}.")
    (vector,) = embedding.embed([profile_text(profile.name, profile.description, profile.skills)])
    return {
        **profile.model_dump(include={"handle", "name", "description", "connector", "connector_config", "enabled"}),
        "skills": [skill.model_dump(mode="json", by_alias=True) for skill in profile.skills],
        "concurrency": profile.concurrency,
        "timeout_seconds": profile.timeout_seconds,
        "profile_vector": vector,
    }


def _connectors() -> set[str]:
    return {kind.value for kind in ConnectorKind} | set(entry_points(group=ENTRY_POINTS).names)


def _offered() -> str:
    return ", ".join(sorted(_connectors()))
