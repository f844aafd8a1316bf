"""Making and taking back links by which people outside of a workspace read one goal."""

import secrets
from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from apps.accounts.domain.access import MOST_DAYS, Actor, Scope, expiry_after
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require_scope
from apps.accounts.queries.tokens import digest_of
from apps.chat.domain.goal_record import Concealable
from apps.chat.events import ChatDeed
from apps.chat.models import SharedLink
from apps.chat.queries.shares import ShareView, share_view
from apps.core.sentences import sentence
from apps.journal.actions import audit
from apps.teams.queries.access import goal_operable_by


@transaction.atomic
def share_goal(
    actor: Actor, goal_id: UUID, left_out: Collection[Concealable], days: int | None
) -> tuple[ShareView, str]:
    """Make a link that shows a goal without these; gives it and its path, which is known this once.

    `days`: after how many it runs out; None: never. Raises NotFound, Forbidden, and Refused beside `days`.
    """
    goal = goal_operable_by(actor, goal_id)
    require_scope(actor, Scope.ACCESS)
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refused(days=sentence("A link runs out after 1 to {most_days} days, or never.", most_days=MOST_DAYS))
    now, secret = timezone.now(), secrets.token_urlsafe(32)
    row = SharedLink.objects.create(
        goal=goal,
        by_id=actor.user_id,
        digest=digest_of(secret),
        left_out=[each.value for each in Concealable if each in left_out],
        made_at=now,
        expires_at=expiry_after(days, now),
    )
    expires = row.expires_at.isoformat() if row.expires_at else None
    audit(ChatDeed.GOAL_SHARED, actor, goal.title, goal.pk, share=str(row.pk), left_out=row.left_out, expires=expires)
    return share_view(row, actor.name, now), reverse("shared", args=[secret])


@transaction.atomic
def revoke_share(actor: Actor, goal_id: UUID, share_id: UUID) -> None:
    """Take a link of a goal back: it opens nothing from now on. Raises NotFound, Forbidden."""
    goal = goal_operable_by(actor, goal_id)
    require_scope(actor, Scope.ACCESS)
    row = SharedLink.objects.select_for_update(no_key=True).filter(pk=share_id, goal=goal).first()
    if row is None:
        raise NotFound("There is no such link of this goal.")
    if row.revoked_at is None:
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        audit(ChatDeed.SHARE_REVOKED, actor, goal.title, goal.pk, share=str(row.pk))
