"""Whose words had been read when something was said: what work that follows from it stands on."""

import uuid
from dataclasses import dataclass

from django.db.models import Q

from apps.chat.domain.states import OWN_VOICE, Delivery, MessageKind
from apps.chat.models import Conversation, Message
from apps.teams.queries.authority import done_by_teams

_OWN_WORDS = Q(voice__in=["", OWN_VOICE]) & ~Q(member__agent=None)
_BY_THE_HUB = (MessageKind.FORMATION, MessageKind.DELEGATION)


@dataclass(frozen=True)
class Provenance:
    """What had been read. `origin`: of the last person's message; `heard`: the agents whose own words were in it."""

    origin: uuid.UUID | None = None
    heard: frozenset[uuid.UUID] = frozenset()


def told_by(room: Conversation) -> Provenance:
    """Give what the turns of a conversation have read so far."""
    if room.read_number <= 1:  # what it is about, and nothing else
        return Provenance()
    read = Message.objects.filter(conversation=room.id, number__lte=room.read_number).exclude(delivery=Delivery.NOTE)
    told = read.exclude(kind__in=_BY_THE_HUB).filter(_OWN_WORDS | ~Q(origin=None)).order_by("number")
    rows: list[tuple[uuid.UUID | None, uuid.UUID | None]] = list(told.values_list("origin_id", "member__agent_id"))
    origins = [origin for origin, _ in rows if origin]
    results = read.filter(kind=MessageKind.RESULT).values_list("task_number", flat=True)
    by_teams = done_by_teams(room.team_id, [number for number in results if number is not None])
    return Provenance(origins[-1] if origins else None, frozenset(agent for _, agent in rows if agent) | by_teams)
