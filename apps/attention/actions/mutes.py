"""Muting a goal, for oneself."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.attention.models import MutedGoal
from apps.attention.queries.mutes import open_mutes
from apps.teams.queries.access import goal_visible_to

MOST_MUTED = 50
"""Goals that one person mutes at one time: the address of their wall names each."""
LATELY = timedelta(hours=1)


@transaction.atomic
def mute_goal(actor: Actor, goal_id: UUID, *, muted: bool) -> None:
    """Mute a goal, or hear of it again. Raises NotFound, and Conflict where too many are muted."""
    goal_visible_to(actor, goal_id)
    now = timezone.now()
    if not muted:
        MutedGoal.objects.filter(user=actor.user_id, goal=goal_id).delete()
        return
    if open_mutes(actor, now - LATELY).exclude(goal=goal_id).count() >= MOST_MUTED:
        raise Conflict("You have muted as many goals as can be muted at one time. Hear of another one again first.")
    row = MutedGoal(user_id=actor.user_id, goal_id=goal_id, at=now)
    MutedGoal.objects.bulk_create([row], ignore_conflicts=True)
