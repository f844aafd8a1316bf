"""Noting that somebody is here, so that they can be told later what they missed."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.chat.domain.digest import VISIT
from apps.chat.models import Visit
from apps.chat.queries.since_left import visit_of
from apps.teams.queries.access import goal_visible_to


@transaction.atomic
def mark_seen(actor: Actor, goal_id: UUID | None, *, dismiss: bool = False, told_until: datetime | None = None) -> None:
    """Somebody looks at a goal, or at the workspace (None). `dismiss`: what was told until now is known to them, or
    until `told_until`: a page may have been open since an earlier visit.

    Raises NotFound.
    """
    if goal_id is not None:
        goal_visible_to(actor, goal_id)
    now = timezone.now()
    who = {"user_id": actor.user_id, "workspace_id": actor.workspace_id, "goal_id": goal_id}
    Visit.objects.bulk_create([Visit(**who, came_at=now, seen_at=now, left_at=now)], ignore_conflicts=True)
    visit = visit_of(actor, goal_id).select_for_update(no_key=True).get()
    if now - visit.seen_at > VISIT:  # a new visit begins where the last one ended
        visit.left_at, visit.came_at = visit.seen_at, now
    if dismiss:
        visit.left_at = max(visit.left_at, min(told_until or now, now))
    visit.seen_at = now
    visit.save(update_fields=["seen_at", "left_at", "came_at"])
