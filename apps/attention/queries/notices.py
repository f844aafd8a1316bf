"""A person's notices, as their pages read them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.domain.access import Actor, Role
from apps.attention.domain.notices import NoticeKind
from apps.attention.models import Letter, Notice
from apps.attention.queries.choices import wishes_of

MOST_NEW = 20


@dataclass(frozen=True)
class NoticeView:
    """One notice of one's own. `path`: where it is answered, or read."""

    id: UUID
    kind: NoticeKind
    title: str
    text: str
    path: str
    noticed_at: datetime


@dataclass(frozen=True)
class LetterView:
    """A letter to oneself, without its words."""

    subject: str
    address: str
    state: str
    tries: int
    problem: str
    created_at: datetime


def workspace_of_letter(letter_id: UUID) -> UUID | None:
    """For whom it is that a letter is sent; None: it is gone."""
    return Letter.objects.filter(pk=letter_id).values_list("workspace_id", flat=True).first()


def newest_notice(actor: Actor) -> UUID | None:
    """The newest notice of a person in the workspace that is open: what comes after it is new."""
    return (
        Notice.objects.filter(user=actor.user_id, workspace=actor.workspace_id)
        .order_by("-id")
        .values_list("id", flat=True)
        .first()
    )


def notices_after(actor: Actor, after: UUID | None) -> list[NoticeView]:
    """What a person was noticed of after that one and is not settled, of the kinds they chose, oldest first.

    Who may decide nothing any more is not told what is to be decided.
    """
    known = wishes_of(actor).kinds - (set() if actor.may(Role.OPERATOR) else {NoticeKind.DECISION})
    kinds = [kind.value for kind in known]
    rows = Notice.objects.filter(user=actor.user_id, workspace=actor.workspace_id, over_at=None, kind__in=kinds)
    rows = rows.filter(id__gt=after) if after else rows
    newest = list(rows.order_by("-id")[:MOST_NEW])[::-1]
    return [NoticeView(row.id, NoticeKind(row.kind), row.title, row.text, row.path, row.noticed_at) for row in newest]


def letters_to(actor: Actor, most: int = 5) -> list[LetterView]:
    """The newest letters to a person, of the workspace that is open."""
    rows = Letter.objects.filter(user=actor.user_id, workspace=actor.workspace_id).order_by("-created_at")[:most]
    return [LetterView(row.subject, row.address, row.state, row.tries, row.problem, row.created_at) for row in rows]
