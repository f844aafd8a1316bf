"""What people chose to be told."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries.addresses import who_stops
from apps.accounts.queries.people import member_view, workspace_view
from apps.attention.domain.notices import MailPace, NoticeKind, NoticeWishes
from apps.attention.models import NoticeChoice


@dataclass(frozen=True)
class EndedLetters:
    """What the link at the end of a letter ends: a person's letters about a workspace, with what both are called."""

    user_id: UUID
    name: str
    workspace_id: UUID
    workspace: str


def letters_ended_by(words: str) -> EndedLetters:
    """Give what the words of a letter's link end.

    Raises NotFound where they are none of ours, or the person is no member any more.
    """
    who = who_stops(words)
    if who is None:
        raise NotFound("This link ends no letters.")
    user, workspace = who
    return EndedLetters(user, member_view(workspace, user).name, workspace, workspace_view(workspace).name)


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
