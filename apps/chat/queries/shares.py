"""Links by which people outside of a workspace read one goal."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from apps.accounts.domain.access import Scope
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries.names import earlier_names, shown_name
from apps.accounts.queries.permissions import has_permission
from apps.accounts.queries.tokens import digest_of
from apps.chat.domain.goal_record import Concealable, GoalRecord, redact
from apps.chat.models import SharedLink
from apps.chat.queries.goal_records import goal_record
from apps.files.queries.rows import Blob
from apps.teams.queries.kept_files import current_files
from apps.teams.queries.members import people_in
from apps.teams.queries.rows import Goal


@dataclass(frozen=True)
class ShareView:
    """A link as members see it: never its secret. `works`: it opens the goal now."""

    id: UUID
    by: str
    left_out: tuple[Concealable, ...]
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    works: bool


@dataclass(frozen=True)
class LinkedFile:
    """A file that a link shows."""

    name: str
    media_type: str
    blob: Blob


def shares_of(goal: Goal, now: datetime) -> list[ShareView]:
    """The links of a goal, newest first, those that work no more too."""
    rows: QuerySet[Any] = (
        SharedLink.objects.filter(goal=goal)
        .select_related("goal")
        .annotate(by_name=shown_name("by", "goal__workspace"))
        .order_by("-made_at", "-id")
    )
    return [share_view(row, row.by_name, now) for row in rows[:100]]


def share_view(row: SharedLink, by: str, now: datetime) -> ShareView:
    """A link as members see it."""
    left_out = tuple(Concealable(each) for each in row.left_out)
    return ShareView(row.pk, by, left_out, row.made_at, row.expires_at, row.revoked_at, _works(row, now))


def shared_record(secret: str, now: datetime) -> GoalRecord:
    """What a link shows of its goal now. Raises NotFound, alike for one that never was and one that works no more."""
    row = _share(secret, now)
    return preview(row.goal, [Concealable(each) for each in row.left_out], now)


def preview(goal: Goal, left_out: list[Concealable], now: datetime) -> GoalRecord:
    """What a link would show that leaves these out; the caller has proved that the goal may be seen."""
    return redact(goal_record(goal, now), frozenset(left_out), earlier_names(people_in(goal.pk), goal.workspace_id))


def shared_file(secret: str, file_id: UUID, now: datetime) -> LinkedFile:
    """A file that a link shows. Raises NotFound."""
    row = _share(secret, now)
    found = (
        [] if Concealable.FILES in row.left_out else [one for one in current_files(row.goal_id) if one.pk == file_id]
    )
    if not found:
        raise NotFound("There is no such file.")
    return LinkedFile(found[0].name, found[0].media_type, found[0].blob)


def _share(secret: str, now: datetime) -> SharedLink:
    row = SharedLink.objects.filter(digest=digest_of(secret)).select_related("goal").first()
    if row is None or not _works(row, now):
        raise NotFound("This link does not work, or works no more.")
    return row


def _works(row: SharedLink, now: datetime) -> bool:
    """Whether nobody took it back, it has not run out, and whoever made it may still do so."""
    if row.revoked_at or (row.expires_at and row.expires_at <= now):
        return False
    return has_permission(row.by_id, row.goal.workspace_id, Scope.RUN)
