"""Who of those that have a page open may still see it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from apps.accounts.domain.roles import Role
from apps.accounts.models import BrowserSession, Member
from apps.accounts.queries.people import present_members, with_left_at


class PageSeat(NamedTuple):
    """A person, the session they came with, and the role they had then."""

    user_id: UUID
    session_key: str
    role: Role


class PageAccess(StrEnum):
    """What became of somebody who was let in."""

    WELCOME = "welcome"  # nothing changed
    OTHER_ROLE = "other_role"  # still in, as somebody else
    NO_ACCESS = "no_access"  # no longer a member, or switched off
    SIGNED_OUT = "signed_out"  # the session ended


class Membership(NamedTuple):
    """What somebody is now, and when they were last taken out before."""

    role: str
    left_at: datetime | None


def page_accesses(workspace_id: UUID, seats: Collection[PageSeat]) -> dict[PageSeat, PageAccess]:
    """How each of `seats` stands in a workspace now."""
    keys, people = {seat.session_key for seat in seats}, {seat.user_id for seat in seats}
    sessions = BrowserSession.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    members = present_members(Member.objects.filter(workspace_id=workspace_id, user_id__in=people))
    began = dict(sessions.values_list("session_key", "started_at"))
    rows = with_left_at(members).values("user_id", "role", "left_at")
    belongs = {row["user_id"]: Membership(row["role"], row["left_at"]) for row in rows}
    return {seat: _page_access(seat, began, belongs.get(seat.user_id)) for seat in seats}


def _page_access(seat: PageSeat, began: Mapping[str, datetime], belongs: Membership | None) -> PageAccess:
    if seat.session_key not in began:
        return PageAccess.SIGNED_OUT
    if belongs is None or (belongs.left_at is not None and belongs.left_at >= began[seat.session_key]):
        return PageAccess.NO_ACCESS
    return PageAccess.WELCOME if belongs.role == seat.role else PageAccess.OTHER_ROLE
