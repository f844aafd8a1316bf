"""Whether an agent may be called now: it takes so many calls at one time, so many a minute, and may be busy.

The calls of the last minute are counted of those agents that take only so many.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Greatest

from apps.accounts.domain.errors import Conflict
from apps.agents.domain.registration import MINUTE
from apps.agents.models import Connection, RecentCall
from apps.core.sentences import plural_sentence, sentence
from apps.journal.actions import clock


@dataclass(frozen=True)
class Room:
    """How many calls a connection takes at one time, 0 where it is switched off, and in a minute, 0 for any number.

    `busy_until`: it wants to be left alone until then; None: it never said so.
    """

    connection_id: uuid.UUID
    handle: str
    slots: int
    per_minute: int
    busy_until: datetime | None


_COLUMNS = ("agent__handle", "concurrency", "calls_per_minute", "busy_until", "enabled", "agent__enabled")


def lock_room(connection_id: uuid.UUID) -> Room:
    """Hold the connection's row until the caller's transaction ends; gives what it takes on."""
    rows = Connection.objects.select_for_update(no_key=True, of=("self",)).values_list(*_COLUMNS)
    handle, slots, per_minute, busy_until, *switches = rows.get(pk=connection_id)
    return Room(connection_id, handle, slots if all(switches) else 0, per_minute, busy_until)


LINE_ORDER = ("agent", "pk")
"""In which all that hold several connections ask for them."""

_UNREAD = ("agent__vector", "agent__profile_vector", "agent__goal_words", "agent__description")


def lines_to_hold() -> "QuerySet[Connection]":
    """Connections with their agents; who reads them holds their rows until the transaction ends.

    They are held in the order of their agents and keys: whoever holds several has to ask for all of them at once.
    """
    rows = Connection.objects.select_for_update(no_key=True, of=("self",)).select_related("agent").defer(*_UNREAD)
    return rows.order_by(*LINE_ORDER)


def room_of(line: Connection) -> Room:
    """Give what a connection takes on, whose row is held."""
    slots = line.concurrency if line.agent.enabled else 0
    return Room(line.pk, line.agent.handle, slots, line.calls_per_minute, line.busy_until)


def postpone_calls(connection_id: uuid.UUID, until: datetime) -> None:
    """Send nothing over a connection whose agent says it is busy until then, whoever has something for it."""
    Connection.objects.filter(pk=connection_id).update(busy_until=Greatest(Coalesce("busy_until", until), until))


def begin_call(room: Room) -> datetime | None:
    """Count a call that begins now. Where none may, nothing is counted: gives when the next may begin.

    None may while the agent wants to be left alone, and where it has had its calls of the last sixty seconds: the
    window slides. The caller holds the connection's row.
    """
    if not room.per_minute and room.busy_until is None:
        return None
    now = clock()
    if room.busy_until is not None and room.busy_until > now:
        return room.busy_until
    return _count(room, now) if room.per_minute else None


def _count(room: Room, now: datetime) -> datetime | None:
    calls = RecentCall.objects.filter(connection_id=room.connection_id)
    calls.filter(at__lte=now - MINUTE).delete()
    for first in calls.order_by("-at").values_list("at", flat=True)[room.per_minute - 1 : room.per_minute]:
        return first + MINUTE
    RecentCall.objects.create(connection_id=room.connection_id, at=now)
    return None


@transaction.atomic
def begin_message(connection_id: uuid.UUID) -> None:
    """Count a call that no team makes. Raises Conflict where none may begin now."""
    room = lock_room(connection_id)
    if next_at := begin_call(room):
        wait = max(1, ceil((next_at - clock()).total_seconds()))
        raise Conflict(
            sentence("@{handle} {why}: try again in {wait} s.", handle=room.handle, why=_why(room, next_at), wait=wait)
        )


def _why(room: Room, next_at: datetime) -> str:
    if next_at == room.busy_until:
        return sentence("has too much to do")
    return plural_sentence(
        "has had its one call of this minute", "has had its {count} calls of this minute", room.per_minute
    )


@transaction.atomic
def count_question(connection_id: uuid.UUID) -> bool:
    """Count a question that a colleague asks an agent; False where no call may begin now."""
    return begin_call(lock_room(connection_id)) is None


@transaction.atomic
def count_test(connection_id: uuid.UUID) -> bool:
    """Count the test message of a check; False: no call may begin now, and the check is put off until one may."""
    next_at = begin_call(lock_room(connection_id))
    if next_at is not None:
        Connection.objects.filter(pk=connection_id).update(check_at=next_at)
    return next_at is None
