"""The agents and documents that a new workspace starts with, from the files in `apps/agents/seed`."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction
from django.db.models import F

from apps.agents.actions.library import add_document
from apps.agents.actions.registry import register_agent, update_agent
from apps.agents.domain.registration import QUOTA, AgentProfile
from apps.agents.models import Agent, Document

DECIDED = ("enabled", *QUOTA)
FOLDER = Path(__file__).parent.parent / "seed"


@transaction.atomic
def seed_agents(workspace_id: uuid.UUID) -> None:
    """Register the built-in agents; those that are there already get their profile of this version.

    What people decided about them stays: whether they are there at all, whether they are on, and their quota.
    """
    known = Agent.objects.filter(workspace_id=workspace_id)
    present = {agent.handle: agent for agent in known.order_by(F("removed_at").desc(nulls_last=True))}
    for profile in _profiles():
        if (agent := present.get(profile.handle)) is None:
            register_agent(workspace_id, profile)
        elif agent.removed_at is None and agent.connector == profile.connector:
            decided = {name: getattr(agent, name) for name in DECIDED}
            update_agent(workspace_id, profile.model_copy(update=decided))


@transaction.atomic
def seed_documents(workspace_id: uuid.UUID) -> None:
    """Put the seed documents into the workspace's library, unless documents of these names are there."""
    present = set(Document.objects.filter(workspace_id=workspace_id, goal_id=None).values_list("name", flat=True))
    for path in sorted((FOLDER / "documents").iterdir()):
        if path.name not in present:
            add_document(workspace_id, None, path.name, path.read_bytes())


def _profiles() -> Iterator[AgentProfile]:
    for path in sorted(FOLDER.glob("*.json")):
        yield from (AgentProfile.model_validate(entry) for entry in json.loads(path.read_text()))
