"""What people said in a goal's rooms since it was given: changes, of which the newest wins, for all who work on it."""

import uuid
from collections.abc import Mapping

from django.db.models import Q, QuerySet

from apps.agents.domain.places import Change
from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Message
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import MemberKind


def _said(team_id: uuid.UUID) -> "QuerySet[Message]":
    """Notes are for people only, an answer is for whoever asked. Found by who said it: rooms may be long."""
    of_goal = Q(member__team__goal__teams=team_id)
    heard = Q(member__team__parent=None) | Q(member__team=team_id)
    said = Message.objects.filter(of_goal, heard, kind=MessageKind.SAY, member__kind=MemberKind.PERSON)
    rows = said.exclude(delivery=Delivery.NOTE).select_related("conversation")
    return rows.only("number", "said_as", "text", "conversation__team").order_by("id")


_SAID = CompiledQuery(_said)


def changes_for(team_id: uuid.UUID, briefed: Mapping[uuid.UUID, int] | None = None) -> tuple[Change, ...]:
    """What people said in the goal's first room and in the team's own, whole, the oldest first.

    `briefed`: by team the number of the last message of its room that the reader's task could know of.
    """
    return tuple(_change(row, briefed or {}) for row in _SAID.of(team_id))


def _change(row: Message, briefed: Mapping[uuid.UUID, int]) -> Change:
    known = briefed.get(row.conversation.team_id, row.number)
    return Change(row.number, row.said_as, row.text, after_brief=row.number > known)
