"""The registry as data that can be brought in elsewhere; secrets stay here, only their names go along."""

import uuid

from apps.agents.domain.listings import as_csv, as_json
from apps.agents.domain.profile import skills_from_rows
from apps.agents.domain.registration import QUOTA
from apps.agents.models import Agent
from apps.agents.queries.credentials import shown_config


def export_rows(workspace_id: uuid.UUID) -> list[dict[str, object]]:
    """Give the workspace's agents by handle, each as the fields of its registration and `secrets`, their names."""
    rows = Agent.objects.filter(workspace_id=workspace_id, removed_at=None).order_by("handle")
    return [
        _row(agent)
        for agent in rows.select_related("connection").defer("vector", "profile_vector", "goal_words", "read_skills")
    ]


def export_json(workspace_id: uuid.UUID) -> str:
    """Give the workspace's agents as JSON."""
    return as_json(export_rows(workspace_id))


def export_csv(workspace_id: uuid.UUID) -> str:
    """Give the workspace's agents as CSV."""
    told = export_rows(workspace_id)
    return as_csv(told, [skills_from_rows(each["skills"]) for each in told])  # type: ignore[arg-type]


def _row(agent: Agent) -> dict[str, object]:
    line = agent.connection
    config = shown_config(line.connector_config)
    return {
        "handle": agent.handle,
        "name": agent.name,
        "description": agent.description,
        "skills": agent.skills,
        "connector": line.connector,
        "connector_config": config.values,
        "secrets": list(config.secrets),
        **{name: getattr(line, name) for name in QUOTA},
        "trust": agent.trust,
        "askers": agent.askers,
        "enabled": agent.enabled,
    }
