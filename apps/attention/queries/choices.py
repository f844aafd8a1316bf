"""What people chose to be told."""

from collections.abc import Collection
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.attention.domain.notices import MailPace, NoticeKind, NoticeWishes
from apps.attention.models import NoticeChoice


def wishes_of(actor: Actor) -> NoticeWishes:
    """What a person wants to be told in the workspace that is open."""
    return wishes_by_person(actor.workspace_id, [actor.user_id])[actor.user_id]


def wishes_by_person(workspace: UUID, people: Collection[UUID]) -> dict[UUID, NoticeWishes]:
    """The same of several people; of who never chose, what is usual."""
    rows = NoticeChoice.objects.filter(workspace=workspace, user__in=people)
    chosen = {row.user_id: _wishes(row) for row in rows}
    return {person: chosen.get(person, NoticeWishes()) for person in people}


def _wishes(row: NoticeChoice) -> NoticeWishes:
    known = frozenset(NoticeKind(kind) for kind in row.kinds if kind in set(NoticeKind))
    return NoticeWishes(known, row.all_goals, MailPace(row.pace), row.hour, row.zone)
