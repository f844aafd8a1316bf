"""Who of those that have a page open may still see it."""

from collections.abc import Collection
from uuid import UUID

from django.contrib.sessions.models import Session
from django.utils import timezone

from apps.accounts.models import Member

Seat = tuple[UUID, str]
"""A person and the session they came with."""


def still_in(workspace_id: UUID, seats: Collection[Seat]) -> tuple[set[Seat], set[Seat]]:
    """Split `seats` into those whose session is open, and of them those whose person still belongs to the workspace."""
    keys = {key for _, key in seats}
    open_keys = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now()).values_list(
            "session_key", flat=True
        )
    )
    people = {person for person, _ in seats}
    members = set(
        Member.objects.filter(workspace_id=workspace_id, user_id__in=people, user__is_active=True).values_list(
            "user_id", flat=True
        )
    )
    signed_in = {seat for seat in seats if seat[1] in open_keys}
    return signed_in, {seat for seat in signed_in if seat[0] in members}
