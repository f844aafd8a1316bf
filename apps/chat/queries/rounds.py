"""The rounds of a goal: what was said in its own room in one of them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation, Message
from apps.teams.domain.states import MemberKind


@dataclass(frozen=True)
class RoundLine:
    """Something said. `speaker`: an agent's handle, else empty; `by_person`: a person said it."""

    id: UUID
    kind: MessageKind
    speaker: str
    by_person: bool
    text: str
    at: datetime


def current_round(goal_id: UUID) -> int:
    """The number of the goal's latest round, from 1."""
    return Conversation.objects.values_list("round", flat=True).get(team__goal=goal_id, team__parent=None)


def current_rounds(goal_ids: list[UUID]) -> dict[UUID, int]:
    """The same for several goals."""
    rows = Conversation.objects.filter(team__goal__in=goal_ids, team__parent=None)
    return dict(rows.values_list("team__goal_id", "round"))


def lines_of_round(goal_id: UUID, number: int, most: int) -> list[RoundLine]:
    """The newest `most` lines of a round in the goal's own room, in order."""
    rows = Message.objects.filter(conversation__team__goal=goal_id, conversation__team__parent=None, round=number)
    rows = rows.select_related("member__agent").defer("html", "member__agent__vector")
    return [_line(row) for row in reversed(rows.order_by("-number")[:most])]


def conclusion_of_round(goal_id: UUID, number: int) -> RoundLine | None:
    """The answer of a round; None where it ended without one."""
    rows = Message.objects.filter(conversation__team__goal=goal_id, conversation__team__parent=None, round=number)
    row = rows.filter(kind=MessageKind.CONCLUSION).select_related("member__agent").order_by("-number").first()
    return _line(row) if row else None


def _line(row: Message) -> RoundLine:
    member = row.member
    by_person = row.kind == MessageKind.GOAL or (member is not None and member.kind == MemberKind.PERSON)
    speaker = member.agent.handle if member is not None and member.agent is not None else ""
    return RoundLine(row.pk, MessageKind(row.kind), speaker, by_person, row.text, row.created_at)
