"""Who of those that have a page open may still see it."""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.contrib.sessions.models import Session
from django.utils import timezone

from apps.accounts.domain.roles import Role
from apps.accounts.models import Member


class Seat(NamedTuple):
    """A person, the session they came with, and the role they had then."""

    user_id: UUID
    session_key: str
    role: Role


class Standing(StrEnum):
    """What became of somebody who was let in."""

    WELCOME = "welcome"  # nothing changed
    OTHER_ROLE = "other_role"  # still in, as somebody else
    NO_ACCESS = "no_access"  # no longer a member, or switched off
    SIGNED_OUT = "signed_out"  # the session ended


def standings(workspace_id: UUID, seats: Collection[Seat]) -> dict[Seat, Standing]:
    """How each of `seats` stands in a workspace now."""
    keys, people = {seat.session_key for seat in seats}, {seat.user_id for seat in seats}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    members = Member.objects.filter(workspace_id=workspace_id, user_id__in=people, user__is_active=True)
    open_keys = set(sessions.values_list("session_key", flat=True))
    roles = dict(members.values_list("user_id", "role"))
    return {seat: _standing(seat, open_keys, roles.get(seat.user_id)) for seat in seats}


def _standing(seat: Seat, open_keys: Collection[str], role: str | None) -> Standing:
    if seat.session_key not in open_keys:
        return Standing.SIGNED_OUT
    if role is None:
        return Standing.NO_ACCESS
    return Standing.WELCOME if role == seat.role else Standing.OTHER_ROLE
