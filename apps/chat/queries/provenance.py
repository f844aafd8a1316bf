"""Whose words had been read when something was said: what work that follows from it stands on."""

import uuid

from django.db.models import Q

from apps.chat.domain.states import OWN_VOICE, Delivery, MessageKind
from apps.chat.models import Conversation, Message
from apps.teams.queries.authority import agents_of_subteams

_OWN_WORDS = Q(voice__in=["", OWN_VOICE]) & ~Q(member__agent=None)
_BY_THE_HUB = (MessageKind.FORMATION, MessageKind.DELEGATION)


def heard_in(room: Conversation) -> frozenset[uuid.UUID]:
    """Give the agents whose own words the turns of a conversation have read so far."""
    if room.read_number <= 1:  # what it is about, and nothing else
        return frozenset()
    read = Message.objects.filter(conversation=room.id, number__lte=room.read_number).exclude(delivery=Delivery.NOTE)
    told = read.exclude(kind__in=_BY_THE_HUB).filter(_OWN_WORDS)
    results = read.filter(kind=MessageKind.RESULT).values_list("task_number", flat=True)
    by_teams = agents_of_subteams(room.team_id, [number for number in results if number is not None])
    return frozenset(told.values_list("member__agent_id", flat=True)) | by_teams
