"""The lines of a room as programs read them: everything a line carries, nothing that depends on who looks."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Message
from apps.teams.queries.faces import Face, face_of, face_under_name


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


def messages_after(team_id: UUID, number: int, limit: int) -> list[MessageRow]:
    """The messages of a team's room with a number above `number`, in order; the caller has proved the right to them."""
    rows = (
        Message.objects.filter(conversation__team_id=team_id, number__gt=number)
        .select_related("member__agent", "member__user")
        .defer("vector", "html")
        .order_by("number")
    )
    return [_row(message) for message in rows[:limit]]


def message(message_id: UUID) -> MessageRow:
    """One message; the caller has proved that it may be seen."""
    return _row(
        Message.objects.select_related("member__agent", "member__user").defer("vector", "html").get(pk=message_id)
    )


def _row(row: Message) -> MessageRow:
    return MessageRow(
        id=row.pk,
        number=row.number,
        kind=MessageKind(row.kind),
        sender=face_under_name(face_of(row.member), row.said_as),
        text=row.text,
        data=row.data,
        task=row.task_number,
        next_speaker=row.next_speaker,
        voice=row.voice,
        delivery=Delivery(row.delivery),
        read_in_turn=row.read_in_turn,
        round=row.round,
        created_at=row.created_at,
        seq=row.event_seq,
    )
