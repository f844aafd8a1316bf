"""Agents go out of the registry."""

import uuid

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.domain.roles import Role
from apps.accounts.queries import require
from apps.agents.domain.topics import agents_of
from apps.agents.events import AgentsDeed
from apps.agents.models import Agent, AgentToken, Grant
from apps.journal.actions import audit, publish_topic


@transaction.atomic
def remove_agent(actor: Actor, agent_id: uuid.UUID) -> None:
    """Take an agent out: nobody finds or asks it any more, and its handle is free again. Owners only.

    What it did stays readable under its name; its connection is forgotten with its
    secrets, its tokens end. Raises NotFound.
    """
    require(actor, Role.OWNER)
    known = Agent.objects.select_for_update().filter(workspace_id=actor.workspace_id, removed_at=None)
    agent = known.filter(pk=agent_id).first()
    if agent is None:
        raise NotFound("There is no such agent in this workspace.")
    now = timezone.now()
    agent.removed_at, agent.enabled, agent.connector_config = now, False, {}
    agent.save(update_fields=["removed_at", "enabled", "connector_config"])
    Grant.objects.filter(Q(agent=agent) | Q(asker=agent)).delete()
    AgentToken.objects.filter(agent=agent, revoked_at=None).update(revoked_at=now)
    publish_topic(agents_of(actor.workspace_id))
    audit(AgentsDeed.AGENT_REMOVED, actor, agent, agent_id)
