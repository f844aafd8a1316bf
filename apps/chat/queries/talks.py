"""Where the conversations of teams stand, as pages know it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, OuterRef, QuerySet, Subquery, When

from apps.chat.domain.room_protocols.talk import RoomTalk
from apps.chat.domain.states import MessageKind, Phase, TurnState
from apps.chat.domain.utterances import Verdict
from apps.chat.models import Conversation, Message
from apps.core.read_models import columns_of, fill_from_row
from apps.journal.queries.compiled import CompiledQuery


@dataclass(frozen=True)
class Talk:
    """Where a team's conversation stands. `in_part`: it concluded with what there was."""

    id: UUID
    team_id: UUID
    phase: Phase
    phase_at: datetime
    round: int
    turn: int
    turn_state: TurnState
    speaker_id: UUID | None
    last_number: int
    read_number: int
    last_message_at: datetime
    in_part: bool
    protocol_talk: RoomTalk | None = None


def talks_of(goal_ids: list[UUID]) -> dict[UUID, Talk]:
    """Where the conversations of these goals stand, by team."""
    return {
        row.team_id: talk_of(row, row.last_message_at or row.phase_at, in_part=row.ended_as == Verdict.PARTIAL)
        for row in _TALKS.named(goal_ids)
    }


def _with_last_words(goal_ids: list[UUID]) -> "QuerySet[Any]":
    newest = Message.objects.filter(conversation=OuterRef("pk")).order_by("-number").values("created_at")[:1]
    said = Message.objects.filter(conversation=OuterRef("pk"), kind=MessageKind.CONCLUSION).order_by("-number")
    # only where it concluded: a long talk without a conclusion would be read from end to end
    ended_as = Case(When(phase=Phase.CONCLUDED, then=Subquery(said.values("data__verdict")[:1])))
    rows = Conversation.objects.filter(team__goal__any_of=goal_ids)
    told = rows.annotate(last_message_at=Subquery(newest), ended_as=ended_as)
    return told.values_list(*_TALK_COLUMNS, "last_message_at", "ended_as")


_TALK_COLUMNS = (*columns_of(Talk, but={"last_message_at", "in_part", "protocol_talk"}), "memory")
_TALKS: CompiledQuery[Any] = CompiledQuery(_with_last_words, list)


def talk_of(row: Any, last_message_at: datetime, *, in_part: bool) -> Talk:
    """A conversation, or a row of its columns that this needs, as pages know it."""
    talk = RoomTalk.model_validate(row.memory["talk"]) if row.memory.get("talk") else None
    return fill_from_row(Talk, row, last_message_at=last_message_at, in_part=in_part, protocol_talk=talk)
