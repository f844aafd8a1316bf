"""What those at the beginning of something may do now: judged each time that something is done in their name."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from apps.accounts.domain.origins import NOBODY, Authority, OriginKind
from apps.accounts.domain.roles import Role, may
from apps.accounts.domain.scopes import TAKES, Scope
from apps.accounts.models import Leaving, Member, Origin
from apps.accounts.queries.permissions import has_permission
from apps.accounts.queries.tokens import is_usable, scopes_of
from apps.journal.queries.compiled import CompiledQuery

NEEDED = TAKES[Scope.RUN]
"""What giving a goal takes, and so whatever is done for one."""


def _with_role(origins: "QuerySet[Origin]") -> "QuerySet[Any]":
    members = Member.objects.filter(user=OuterRef("user"), workspace=OuterRef("workspace"), switched_off_at=None)
    role = members.values("role")[:1]
    left = Leaving.objects.filter(user=OuterRef("user"), workspace=OuterRef("workspace")).values("at")[:1]
    rows = origins.select_related("user", "token")
    return rows.annotate(role=Subquery(role), left_at=Subquery(left))


_ORIGINS = CompiledQuery(lambda origin_id: _with_role(Origin.objects.filter(pk=origin_id)))


def authority_of(origin_id: UUID | None) -> Authority:
    """What an origin may do now; nobody for None."""
    row = next(iter(_ORIGINS.of(origin_id)), None) if origin_id is not None else None
    if row is None or row.user is None:
        return NOBODY
    return Authority(OriginKind(row.kind), str(row.user), _refusal(row))


def lost_among(origin_ids: Collection[UUID]) -> dict[UUID, str]:
    """Those of these origins that may do nothing any more, each with why."""
    rows = _with_role(Origin.objects.filter(pk__in=origin_ids).exclude(user=None)) if origin_ids else ()
    return {row.pk: why for row in rows if (why := _refusal(row))}


def _refusal(row: Any) -> str:
    """Why it may do nothing any more; an origin with its person, token and role."""
    left = row.left_at is not None and row.left_at >= row.created_at  # who was let in again gives new goals
    if not row.user.is_active or row.role is None or left:
        return f"{row.user} no longer belongs to the workspace"
    if not may(Role(row.role), NEEDED):
        return f"{row.user} may not give goals any more"
    if row.token is not None and not (is_usable(row.token) and Scope.RUN in scopes_of(row.token)):
        return f"the token “{row.token.name}” of {row.user} was revoked, has expired, or is not for goals"
    return ""


def may_decide(user_id: UUID | None, workspace_id: UUID) -> bool:
    """Whether somebody may still decide what waits for a person."""
    return user_id is not None and has_permission(user_id, workspace_id, Scope.RUN)
