"""The goals of which a person wants to hear nothing."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from apps.accounts.domain.access import Actor
from apps.attention.models import MutedGoal


def muted_goals(actor: Actor, ended_since: datetime) -> frozenset[UUID]:
    """Those that run or ended since then, of the workspace that is open."""
    return frozenset(open_mutes(actor, ended_since).values_list("goal_id", flat=True))


def open_mutes(actor: Actor, ended_since: datetime) -> "QuerySet[MutedGoal]":
    """The rows of the same."""
    open_goals = Q(goal__ended_at=None) | Q(goal__ended_at__gte=ended_since)
    return MutedGoal.objects.filter(open_goals, user=actor.user_id, goal__workspace=actor.workspace_id)
