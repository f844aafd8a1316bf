"""The only writers of the journal."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from apps.journal import faults, gateway
from apps.journal.domain.audit import Who
from apps.journal.domain.streams import StreamKind
from apps.journal.models import AuditEntry, Event, Pulse, Stream


@dataclass
class Log:
    """The events of one transaction on one stream, numbered as they are added. `now` was read after the lock."""

    stream_id: uuid.UUID
    seq: int
    now: datetime
    _events: list[Event] = field(default_factory=list)

    def add(self, kind: str, /, *, actor: str = "", team_id: uuid.UUID | None = None, **payload: object) -> int:
        """Note that something happened; gives its place in the stream. `payload` must be JSON."""
        self.seq += 1
        event = Event(
            stream_id=self.stream_id,
            seq=self.seq,
            at=self.now,
            kind=kind,
            actor=actor[:200],
            team_id=team_id,
            payload=payload,
        )
        self._events.append(event)
        return self.seq

    def write(self) -> None:
        """Save what was added and have it published after the commit."""
        if not self._events:
            return
        Event.objects.bulk_create(self._events)
        Stream.objects.filter(id=self.stream_id).update(seq=self.seq)
        stream_id, seq = self.stream_id, self.seq
        transaction.on_commit(lambda: gateway.publish(stream_id, seq), robust=True)


@contextmanager
def recording(stream_id: uuid.UUID) -> Iterator[Log]:
    """One transaction that changes what a stream tells of, and the events that tell it.

    The stream's row is locked first, so changes of one goal happen one after the other and no two of them can
    deadlock. Raises Stream.DoesNotExist.
    """
    with transaction.atomic():
        transaction.on_commit(lambda: faults.point("after_commit"))  # the first follow-up: nothing was rung yet
        stream = Stream.objects.select_for_update().get(id=stream_id)
        log = Log(stream_id, stream.seq, clock())
        yield log
        log.write()
        faults.point("before_commit")


def open_stream(stream_id: uuid.UUID, kind: StreamKind) -> None:
    """Begin a stream; a second call does nothing."""
    Stream.objects.get_or_create(id=stream_id, defaults={"kind": kind.value})


def audit(
    deed: str,
    who: Who | None,
    about: object,
    object_id: uuid.UUID | None,
    *,
    workspace_id: uuid.UUID | None = None,
    **details: object,
) -> None:
    """Note that somebody did what only some may do; a part of the transaction that does it.

    `who` None: the hub or its command line, then `workspace_id` says where. `details` are JSON and hold no secret.
    """
    AuditEntry.objects.create(
        at=clock(),
        deed=deed,
        actor=who.name[:200] if who else "",
        user_id=who.user_id if who else None,
        workspace_id=who.workspace_id if who else workspace_id,
        about=str(about)[:200],
        object_id=object_id,
        details=details,
    )


def beat(name: str) -> None:
    """Note that something which has to run all the time has just run."""
    pulse = Pulse(name=name, at=clock())
    Pulse.objects.bulk_create([pulse], update_conflicts=True, unique_fields=["name"], update_fields=["at"])


def clock() -> datetime:
    """The database's time at this moment, not at the start of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
