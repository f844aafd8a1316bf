"""Letting in people who have an account already: they sign in as always and accept."""

import secrets
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role, Scope
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.events import AccountsDeed
from apps.accounts.models import Invitation, Member, User
from apps.accounts.queries import require, require_scope
from apps.accounts.queries.invitations import invitation_of, usable_invitations
from apps.accounts.queries.tokens import digest_of
from apps.core.sentences import sentence
from apps.journal.actions import audit

LASTS = timedelta(days=7)


@transaction.atomic
def invite(actor: Actor, username: str, role: Role) -> str:
    """Invite the person of an account; returns the path of the link to hand them, which is shown this once.

    Owners only. A newer invitation takes the place of an older one. Raises Refused beside `username` where there is no
    such account, or its person belongs here.
    """
    require(actor, Role.OWNER)
    require_scope(actor, Scope.ACCESS)
    user = User.objects.filter(username=username).first()
    if user is None:
        raise Refused(
            username=sentence("There is no account {username!r}: add a new person instead.", username=username)
        )
    if Member.objects.filter(workspace_id=actor.workspace_id, user=user).exists():
        raise Refused(username=sentence("{username} belongs to this workspace already.", username=username))
    secret = secrets.token_urlsafe(32)
    expires_at = timezone.now() + LASTS
    Invitation.objects.filter(workspace_id=actor.workspace_id, user=user).delete()
    row = Invitation.objects.create(
        workspace_id=actor.workspace_id,
        user=user,
        role=role,
        by_id=actor.user_id,
        digest=digest_of(secret),
        expires_at=expires_at,
    )
    audit(AccountsDeed.INVITED, actor, username, row.pk, role=role)
    return reverse("invitation", args=[secret])


@transaction.atomic
def withdraw_invitation(actor: Actor, invitation_id: UUID) -> None:
    """Take an invitation of the actor's workspace back. Owners only. Raises NotFound."""
    require(actor, Role.OWNER)
    open_ones = Invitation.objects.select_for_update(no_key=True, of=("self",)).select_related("user")
    row = open_ones.filter(pk=invitation_id, workspace_id=actor.workspace_id).first()
    if row is None:
        raise NotFound("There is no such invitation in this workspace.")
    row.delete()
    audit(AccountsDeed.INVITATION_WITHDRAWN, actor, row.user.username, invitation_id)


@transaction.atomic
def accept_invitation(user_id: UUID, secret: str) -> Actor:
    """Join the workspace that the secret of one's own invitation leads to. Raises NotFound, and Conflict for members.

    Sessions that began before somebody was taken out stay shut; the door signs in anew the one that accepts.
    """
    row = _lock(invitation_of(user_id, secret))
    row.delete()
    actor = Actor(user_id, row.workspace_id, Role(row.role), str(row.user))
    _, joined = Member.objects.get_or_create(
        workspace_id=row.workspace_id, user_id=user_id, defaults={"role": row.role}
    )
    if not joined:
        raise Conflict("You belong to this workspace already.")
    audit(AccountsDeed.INVITATION_ACCEPTED, actor, row.user.username, row.pk, role=row.role)
    return actor


@transaction.atomic
def decline_invitation(user_id: UUID, invitation_id: UUID) -> None:
    """Say no to an invitation of one's own. Raises NotFound."""
    row = _lock(usable_invitations().filter(user_id=user_id, pk=invitation_id))
    row.delete()
    actor = Actor(user_id, row.workspace_id, Role(row.role), str(row.user))
    audit(AccountsDeed.INVITATION_DECLINED, actor, row.user.username, row.pk)


def _lock(rows: QuerySet[Invitation]) -> Invitation:
    row = rows.select_for_update(no_key=True, of=("self",)).select_related("user").first()
    if row is None:
        raise NotFound("There is no such invitation for you: it was settled, withdrawn, or is older than a week.")
    return row
