"""Finding goals."""

import uuid

from apps.accounts.domain.access import Actor
from apps.teams.domain.states import TaskState
from apps.teams.models import Goal, Member


def goal_with_key(actor: Actor, key: str) -> Goal | None:
    """The goal that this person gave under an idempotency key."""
    return Goal.objects.filter(
        workspace_id=actor.workspace_id, created_by_id=actor.user_id, idempotency_key=key
    ).first()


def contributors(goal_id: uuid.UUID) -> tuple[str, set[uuid.UUID]]:
    """A goal's text, and the agents that finished a task of it, in whatever team."""
    text = Goal.objects.values_list("text", flat=True).get(id=goal_id)
    members = Member.objects.filter(team__goal_id=goal_id, tasks__state=TaskState.DONE).exclude(agent=None)
    return text, set(members.values_list("agent_id", flat=True))
