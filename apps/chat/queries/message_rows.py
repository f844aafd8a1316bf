"""The lines of a room as programs read them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from apps.chat.domain.receipts import Receipt
from apps.chat.domain.states import ENDED, Delivery, MessageKind
from apps.chat.models import Message
from apps.chat.queries.receipts import NOTHING, Became, RoomPlace, became_of
from apps.core.chains import ChainIds
from apps.core.read_models import fill_from_row
from apps.teams.domain.states import MemberKind
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.members import Face, face_of, face_under_name
from apps.teams.queries.rows import Task


@dataclass(frozen=True)
class MessageRow:
    """One line. `seq` is its place in the goal's stream of events."""

    id: UUID
    number: int
    kind: MessageKind
    sender: Face
    text: str
    data: dict[str, Any]
    task: int | None
    next_speaker: str
    voice: str
    delivery: Delivery
    read_in_turn: int | None
    round: int
    created_at: datetime
    seq: int
    chain: ChainIds
    became: Became

    @property
    def receipt(self) -> Receipt:
        """What became of what a person said."""
        return self.became.receipt

    @property
    def acted_on(self) -> Became | None:
        """What was done because of it; None: nothing as yet."""
        return self.became if self.became.deed else None


def messages_after(team_id: UUID, number: int, limit: int) -> list[MessageRow]:
    """The messages of a team's room with a number above `number`, in order; the caller has proved the right to them."""
    rows = _messages().filter(conversation__team_id=team_id, number__gt=number).order_by("number")
    return _as_rows(rows[:limit])


def newest_messages(team_id: UUID, limit: int) -> list[MessageRow]:
    """The last messages of a team's room, in order; the caller has proved the right to them."""
    rows = _messages().filter(conversation__team_id=team_id).order_by("-number")
    return _as_rows(reversed(rows[:limit]))


def message(message_id: UUID) -> MessageRow:
    """One message; the caller has proved that it may be seen."""
    return _as_rows([_messages().get(pk=message_id)])[0]


def _as_rows(rows: Iterable[Message]) -> list[MessageRow]:
    """The rows of messages of one room."""
    found = list(rows)
    said = [row for row in found if row.member and row.member.kind == MemberKind.PERSON]
    became = became_of(said, _place_of(said[0])) if said else {}
    return [_row(row, became.get(row.pk, NOTHING)) for row in found]


def _place_of(row: Message) -> RoomPlace:
    room = row.conversation
    return RoomPlace(room.team_id, room.team.goal_id, room.team.parent_id is None, room.phase in ENDED)


def _messages() -> "QuerySet[Message]":
    """With who said it, and in whose name. `task_id`: of the task that it is about."""
    about = Task.objects.filter(team=OuterRef("conversation__team"), number=OuterRef("task_number")).values("id")
    said = Message.objects.select_related("member__agent__connection", "member__user", "origin", "conversation__team")
    said = said.defer("html", "conversation__team__formation", "conversation__team__purpose")
    return said.annotate(task_id=Subquery(about))


def _chain(row: Any) -> ChainIds:
    place = chain_of_team(row.conversation.team, row.member_id)
    kind = row.origin.kind if row.origin else None
    return replace(place, origin=row.origin_id, origin_kind=kind, task=row.task_id)


def _row(row: Message, became: Became) -> MessageRow:
    sender = face_under_name(face_of(row.member), row.said_as)
    return fill_from_row(
        MessageRow, row, sender=sender, task=row.task_number, seq=row.event_seq, chain=_chain(row), became=became
    )
