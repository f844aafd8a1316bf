"""How far somebody has read the rooms of a goal."""

from typing import NamedTuple
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.chat.models import ReadMark


class ReadUpTo(NamedTuple):
    """The last message of a room that somebody has read: its number there, and its place in the goal's stream."""

    number: int
    seq: int


def read_marks(actor: Actor, goal_id: UUID) -> dict[UUID, ReadUpTo]:
    """By team, of the rooms that they have read at all; the caller has proved that the goal may be seen."""
    rows = ReadMark.objects.filter(user=actor.user_id, conversation__team__goal=goal_id)
    return {
        team: ReadUpTo(number, seq) for team, number, seq in rows.values_list("conversation__team", "number", "seq")
    }
