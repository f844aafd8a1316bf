"""Agents go out of the registry."""

import uuid

from django.db import transaction
from django.db.models import ProtectedError

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, NotFound
from apps.accounts.domain.roles import Role
from apps.accounts.queries import require
from apps.agents.events import AgentsDeed
from apps.agents.models import Agent
from apps.journal.actions import audit


@transaction.atomic
def remove_agent(actor: Actor, agent_id: uuid.UUID) -> None:
    """Take an agent out that never had a seat in a team. Owners only.

    Raises NotFound, and Conflict for one whose past work has to stay readable: that one can be switched off.
    """
    require(actor, Role.OWNER)
    agent = Agent.objects.select_for_update().filter(pk=agent_id, workspace_id=actor.workspace_id).first()
    if agent is None:
        raise NotFound("There is no such agent in this workspace.")
    try:
        agent.delete()
    except ProtectedError:
        raise Conflict(
            f"@{agent.handle} has been in teams, whose rooms stay readable. Switch it off instead."
        ) from None
    audit(AgentsDeed.AGENT_REMOVED, actor, agent, agent_id)
