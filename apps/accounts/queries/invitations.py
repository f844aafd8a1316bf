"""Who is invited to what."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.domain.access import Role
from apps.accounts.domain.errors import NotFound
from apps.accounts.models import Invitation
from apps.accounts.queries.names import shown_name
from apps.accounts.queries.tokens import digest_of


@dataclass(frozen=True)
class InvitationView:
    """An open invitation, for the owners of its workspace and for whom it is meant. Its secret is not kept."""

    id: UUID
    username: str
    workspace: str
    role: Role
    by: str
    made_at: datetime
    expires_at: datetime


def usable_invitations() -> QuerySet[Invitation]:
    """All that may still be accepted."""
    return Invitation.objects.filter(expires_at__gt=timezone.now())


def invitation_of(user_id: UUID, secret: str) -> QuerySet[Invitation]:
    """The invitation whose link was opened, if it is meant for this person."""
    return usable_invitations().filter(user_id=user_id, digest=digest_of(secret))


def invitation_by_link(user_id: UUID, secret: str) -> InvitationView:
    """The invitation behind a link. Raises NotFound, the same for a wrong link and for somebody else's."""
    row = _with_names(invitation_of(user_id, secret)).first()
    if row is None:
        raise NotFound(
            "It is not for the account that you are signed in with, was accepted, declined or withdrawn before, "
            "or is older than a week."
        )
    return _view(row)


def invitations_after(workspace_id: UUID, before: UUID | None, limit: int) -> list[InvitationView]:
    """The open invitations of a workspace, newest first, those made before one of them."""
    rows = _with_names(usable_invitations().filter(workspace_id=workspace_id)).order_by("-pk")
    return [_view(row) for row in (rows if before is None else rows.filter(pk__lt=before))[:limit]]


def invitations_to(user_id: UUID) -> list[InvitationView]:
    """What a person is invited to, newest first."""
    return [_view(row) for row in _with_names(usable_invitations().filter(user_id=user_id)).order_by("-pk")]


def _with_names(rows: QuerySet[Invitation]) -> "QuerySet[Any]":
    return rows.select_related("user", "workspace").annotate(by_name=shown_name("by", "workspace"))


def _view(row: Any) -> InvitationView:
    role, by = Role(row.role), row.by_name
    return InvitationView(row.pk, row.user.username, row.workspace.name, role, by, row.made_at, row.expires_at)
