"""Whether somebody may still do what they once began: asked at the time of doing, never remembered."""

from uuid import UUID

from apps.accounts.domain.roles import Role, may
from apps.accounts.domain.scopes import TAKES, Scope
from apps.accounts.models import ApiToken, Member
from apps.accounts.queries.people import present_members
from apps.accounts.queries.tokens import is_usable, scopes_of


def has_permission(user_id: UUID, workspace_id: UUID, scope: Scope, token_id: UUID | None = None) -> bool:
    """Whether a person may now do what `scope` names in a workspace; with `token_id` by that token of theirs.

    No more so when they were removed, switched off or given a smaller role, when the token was revoked or expired, or
    where it never reached so far.
    """
    members = present_members(Member.objects.filter(user_id=user_id, workspace_id=workspace_id))
    role = members.values_list("role", flat=True).first()
    if role is None or not may(Role(role), TAKES[scope]):
        return False
    return token_id is None or _reaches(token_id, user_id, workspace_id, scope)


def _reaches(token_id: UUID, user_id: UUID, workspace_id: UUID, scope: Scope) -> bool:
    token = ApiToken.objects.filter(pk=token_id, user_id=user_id, workspace_id=workspace_id).first()
    return token is not None and is_usable(token) and scope in scopes_of(token)
