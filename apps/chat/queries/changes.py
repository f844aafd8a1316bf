"""What people said in a goal's rooms since it was given: changes, of which the newest wins, for all who work on it."""

import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import F, Q, QuerySet

from apps.agents.domain.places import Change
from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Message
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import MemberKind


def _said(teams: list[uuid.UUID]) -> "QuerySet[Message]":
    """By `hearer`, the team that it is for.

    Notes are for people only, an answer is for whoever asked. Found by who said it: rooms may be long.
    """
    of_goals = Message.objects.filter(member__team__goal__teams__any_of=teams)
    heard = Q(member__team__parent=None) | Q(member__team=F("hearer"))
    said = of_goals.annotate(hearer=F("member__team__goal__teams")).filter(heard, kind=MessageKind.SAY)
    rows = said.filter(member__kind=MemberKind.PERSON).exclude(delivery=Delivery.NOTE)
    return rows.select_related("conversation").only("number", "said_as", "text", "conversation__team").order_by("id")


_SAID: CompiledQuery[Any] = CompiledQuery(_said, list)


def said_for(teams: Collection[uuid.UUID]) -> dict[uuid.UUID, list[Message]]:
    """Of each of these teams what people said in its goal's first room and in its own, the oldest first."""
    said: dict[uuid.UUID, list[Message]] = {team: [] for team in teams}
    for row in _SAID.of(list(said)) if said else ():
        said[row.hearer].append(row)
    return said


def changes_for(team_id: uuid.UUID) -> tuple[Change, ...]:
    """The same for one team, whole."""
    return changes_in(said_for([team_id])[team_id])


def changes_in(said: Iterable[Message], briefed: Mapping[uuid.UUID, int] | None = None) -> tuple[Change, ...]:
    """What was said, for a reader. `briefed`: by team the number of the last message of its room that the reader's task
    could know of.
    """
    return tuple(_change(row, briefed or {}) for row in said)


def _change(row: Message, briefed: Mapping[uuid.UUID, int]) -> Change:
    known = briefed.get(row.conversation.team_id, row.number)
    return Change(row.number, row.said_as, row.text, after_brief=row.number > known)
