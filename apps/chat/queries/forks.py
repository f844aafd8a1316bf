"""What a fork of a goal begins with, and which there are."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.chat.domain.states import MessageKind
from apps.chat.models import Message
from apps.journal.queries import events_after
from apps.teams.domain.states import MemberKind
from apps.teams.events import TeamEvent
from apps.teams.queries.decisions import question_of
from apps.teams.queries.rows import Goal

MOST_FORKS = 50


@dataclass(frozen=True)
class ForkView:
    """A goal that goes on otherwise from event `at` of another."""

    id: UUID
    title: str
    at: int
    created_at: datetime


def forks_of(goal_id: UUID) -> list[ForkView]:
    """The newest forks of a goal, which the caller has proved may be seen."""
    rows = Goal.objects.filter(forked_from=goal_id).only("title", "forked_at", "created_at").order_by("-created_at")
    return [ForkView(row.pk, row.title, row.forked_at or 1, row.created_at) for row in rows[:MOST_FORKS]]


def words_at(goal: Goal, seq: int) -> str:
    """A goal's words, with what a person said or decided at that very event: the text that a fork may change."""
    return "\n\n".join(filter(None, (goal.text, _said_at(goal.id, seq) or _decided_at(goal.id, seq))))


def _said_at(goal_id: UUID, seq: int) -> str:
    said = Message.objects.filter(conversation__team__goal=goal_id, event_seq=seq, member__kind=MemberKind.PERSON)
    return said.exclude(kind=MessageKind.GOAL).values_list("text", flat=True).first() or ""


def _decided_at(goal_id: UUID, seq: int) -> str:
    event = next(iter(events_after(goal_id, seq - 1, 1)), None)
    if event is None or event.kind != TeamEvent.APPROVAL_DECIDED:
        return ""
    question = question_of(UUID(event.payload["approval"]))
    return f"{question} {event.payload['answer']}".strip() if question else ""
