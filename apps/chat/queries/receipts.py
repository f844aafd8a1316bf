"""What became of what people said in a room: read from its messages, the turn in flight, and the calls of its goal.

Rows whose receipt is told by themselves cost no statement.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from apps.chat.domain.receipts import Deed, Receipt, SeenMessage, receipt, receipt_at
from apps.chat.domain.states import Delivery, MessageKind, TurnOutcome
from apps.chat.models import Message, Turn
from apps.teams.domain.uptake import TaskUptake
from apps.teams.queries.taking_up import calls_since, uptake_of


@dataclass(frozen=True)
class Became:
    """What became of a message, and the details: the turn that reads it now, the agents whose calls were given it, the
    tasks that it was told to, each with what became of it there, and what was done because of it.
    """

    receipt: Receipt = Receipt.NONE
    turn: int | None = None
    handles: tuple[str, ...] = ()
    tasks: tuple[tuple[int, Receipt], ...] = ()
    deed: Deed | None = None
    deed_seq: int | None = None

    def unread(self) -> "Became":
        """As it was before a turn read it; nothing becomes of what nobody was to read."""
        if self.receipt is Receipt.NONE:
            return self
        return replace(self, receipt=Receipt.QUEUED, deed=None, deed_seq=None)


NOTHING = Became()
"""Of what nobody was to read."""


@dataclass(frozen=True)
class RoomPlace:
    """A room. `root`: whether it is the goal's own, whose words concern all who work for it; `over`: it has ended.

    `at`: what happened later is left out; None: nothing is.
    """

    team_id: uuid.UUID
    goal_id: uuid.UUID
    root: bool
    over: bool
    at: datetime | None = None


_WORDS = (MessageKind.SAY, MessageKind.ANSWER)
"""What people say to be read. A goal opens its room; a result, and an answer that it gave, count by themselves."""


def became_of(rows: Sequence[Message], place: RoomPlace) -> dict[uuid.UUID, Became]:
    """What became of messages of one room that people said, by their ids."""
    said = [row for row in rows if row.kind in _WORDS]
    waiting = [row for row in said if _waits(row)]
    told = _told(place, [row for row in said if Delivery(row.delivery).is_for_work])
    given = _Given.read(place, waiting) if waiting and not place.over else _Given()
    return {row.pk: _became(row, place, given, told) for row in said}


def _waits(row: Message) -> bool:
    """Whether it is for the floor, and no turn has read it."""
    return Delivery(row.delivery) is Delivery.NEXT_TURN and row.read_in_turn is None and not _is_acted_on(row)


def _is_acted_on(row: Message) -> bool:
    """Whether something was done because of it; what settles a question of the hub's does something by being said."""
    return bool(row.deed) or bool(row.data.get("settles"))


@dataclass(frozen=True)
class _Given:
    """What is given to a turn in flight, and to calls: by agent, the moment of the last that began or heard."""

    turn: int | None = None
    reading: int = 0
    calls: tuple[tuple[str, datetime], ...] = ()

    @classmethod
    def read(cls, place: RoomPlace, waiting: Sequence[Message]) -> "_Given":
        """What may have been given of these."""
        room = waiting[0].conversation_id
        turns = Turn.objects.filter(conversation=room, outcome=TurnOutcome.OPEN)
        turns = turns.filter(started_at__lte=place.at) if place.at else turns
        turn = turns.values_list("number", "reading").first()
        since = min(row.created_at for row in waiting)
        calls = calls_since(place.goal_id, None if place.root else place.team_id, since, place.at)
        number, reading = turn or (None, 0)
        return cls(number, reading, tuple(calls))


def _became(row: Message, place: RoomPlace, given: _Given, told: Mapping[int, TaskUptake]) -> Became:
    waits = _waits(row)
    turn = given.turn if waits and row.number <= given.reading else None
    handles = tuple(handle for handle, at in given.calls if waits and at >= row.created_at)
    tasks = tuple(told[number] for number in row.data.get("tasks", ()) if number in told)
    seen = SeenMessage(
        expected=True,
        delivery=Delivery(row.delivery),
        at=row.created_at,
        is_taken_back=row.taken_back_at is not None,
        is_read=row.read_in_turn is not None,
        is_acted_on=_is_acted_on(row),
        taken_up=turn is not None or bool(handles),
        over=place.over,
        told=tasks,
    )
    return Became(
        receipt(seen), turn, handles, _at_tasks(row, tasks), Deed(row.deed) if row.deed else None, row.deed_seq
    )


def _at_tasks(row: Message, told: Sequence[TaskUptake]) -> tuple[tuple[int, Receipt], ...]:
    """What became of it at the tasks that it names; one that waited for it as an answer goes on with it."""
    if not Delivery(row.delivery).is_for_work:
        return tuple((number, Receipt.ACTED_ON) for number in row.data.get("tasks", ()))
    return tuple((task.number, receipt_at(task, row.created_at)) for task in told)


def _told(place: RoomPlace, rows: Sequence[Message]) -> Mapping[int, TaskUptake]:
    numbers = {number for row in rows for number in row.data.get("tasks", ())}
    return uptake_of(place.team_id, numbers, place.at) if numbers else {}
