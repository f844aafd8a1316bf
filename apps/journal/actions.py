"""The only writers of the journal."""

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from operator import itemgetter
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import QuerySet

from apps.core import faults
from apps.core.chains import ChainIds
from apps.journal import gateway
from apps.journal.bells import Bell, ring
from apps.journal.domain.audit import AuditOutcome, Who, current_origin
from apps.journal.domain.streams import StreamKind
from apps.journal.models import AuditEntry, Event, Home, Pulse, Stream
from apps.journal.queries.home import home_now

# One statement each: most of what a transaction costs is the way there and back.
_LOCK = """
    WITH locked AS MATERIALIZED (SELECT id, seq FROM journal_stream WHERE id = ({stream}) FOR UPDATE)
    SELECT id, seq, clock_timestamp() FROM locked"""
_APPEND = """
    WITH moved AS (UPDATE journal_stream SET seq = %s WHERE id = %s)
    INSERT INTO journal_event (stream_id, seq, at, kind, actor, team_id, payload, chain)
    SELECT %s, said.*
    FROM unnest(
        %s::bigint[], %s::timestamptz[], %s::text[], %s::text[], %s::uuid[], %s::jsonb[], %s::jsonb[]) AS said"""
_NOTE = """
    WITH moved AS (
        INSERT INTO journal_stream AS known (id, kind, seq) VALUES (%s, %s, 1)
        ON CONFLICT (id) DO UPDATE SET seq = known.seq + 1 RETURNING id, seq),
    said AS (
        INSERT INTO journal_event (stream_id, seq, at, kind, actor, payload, chain)
        SELECT id, seq, %s, %s, '', %s::jsonb, %s::jsonb FROM moved)
    SELECT seq FROM moved"""
_TAKE = """
    INSERT INTO journal_pulse AS known (name, at)
    VALUES (%s, clock_timestamp() + %s * interval '1 second')
    ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE known.at <= clock_timestamp()"""


@dataclass
class Log:
    """The events of one transaction on one stream, numbered as they are added. `now` was read after the lock.

    `by`: the origin of whoever has all of it done, where somebody does: then it stands at the beginning of each chain.
    """

    stream_id: uuid.UUID
    seq: int
    now: datetime
    by: uuid.UUID | None = None
    _events: list[Event] = field(default_factory=list)
    _notes: dict[tuple[uuid.UUID, StreamKind, str, str], str] = field(default_factory=dict)
    _rings: dict[tuple[Bell, uuid.UUID], tuple[float, object]] = field(default_factory=dict)
    _topics: dict[uuid.UUID, None] = field(default_factory=dict)
    _last: list[tuple[str, Callable[[], None]]] = field(default_factory=list)

    def add(self, kind: str, /, chain: ChainIds, *, actor: str = "", **payload: object) -> int:
        """Note that something happened, under a chain; gives its place in the stream. `payload` must be JSON."""
        self.seq += 1
        event = Event(
            stream_id=self.stream_id,
            seq=self.seq,
            at=self.now,
            kind=kind,
            actor=actor[:200],
            team_id=chain.team,
            payload=payload,
            chain=self._named(chain),
        )
        self._events.append(event)
        return self.seq

    def _named(self, chain: ChainIds) -> dict[str, str]:
        return (replace(chain, origin=self.by) if self.by else chain).named()

    def note(
        self, stream_id: uuid.UUID, stream_kind: StreamKind, kind: str, /, chain: ChainIds, **payload: object
    ) -> None:
        """Note an event of another stream, once however often it is said, under the chain that was said last.

        It is written last, so that the lock on a stream that many transactions write to is held for a moment only.
        """
        self._notes[stream_id, stream_kind, kind, _json(payload)] = _json(self._named(chain))

    def publish_topic(self, topic: uuid.UUID) -> None:
        """Have those who look at a topic look again, once this has committed."""
        self._topics[topic] = None

    def ring(self, bell: Bell, identifier: uuid.UUID, *, delay: float = 0.0, about: object = None) -> None:
        """Ring once the transaction has committed, `delay` seconds later. `about`: see `rung`."""
        self._rings[bell, identifier] = delay, about

    def rung(self, bell: Bell) -> list[object]:
        """What the bell is to be rung about without delay: whoever can do that now need not be woken for it."""
        return [about for (which, _), (delay, about) in self._rings.items() if which is bell and not delay]

    def unring(self, bell: Bell, identifier: uuid.UUID) -> None:
        """Nobody need look any more: what the bell would tell was done in this very transaction."""
        self._rings.pop((bell, identifier), None)

    def last(self, key: str, work: Callable[[], None]) -> None:
        """Do `work` at the end: it locks a row that many goals share.

        Such rows are locked for a moment only, and in the order of `key`, so that no two transactions can deadlock.
        """
        self._last.append((key, work))

    def keys_of_last(self, beginning: str) -> set[str]:
        """The keys that begin so of what is to be done at the end."""
        return {key for key, _ in self._last if key.startswith(beginning)}

    def write(self) -> None:
        """Save what was added; bells ring and news are published after the commit."""
        for _, work in sorted(self._last, key=itemgetter(0)):
            work()
        for (bell, identifier), (delay, _) in self._rings.items():
            ring(bell, identifier, delay=delay)
        if self._events:
            with connection.cursor() as cursor:
                cursor.execute(_APPEND, [self.seq, self.stream_id, self.stream_id, *_columns(self._events)])
            _publish_later(self.stream_id, self.seq)
        for (stream_id, stream_kind, kind, payload), chain in sorted(self._notes.items()):
            with connection.cursor() as cursor:
                cursor.execute(_NOTE, [stream_id, stream_kind.value, self.now, kind, payload, chain])
                _publish_later(stream_id, cursor.fetchone()[0])
        for topic in self._topics:
            publish_topic(topic)


def _columns(events: list[Event]) -> list[list[object]]:
    names = ("seq", "at", "kind", "actor", "team_id")
    texts = ([_json(getattr(event, name)) for event in events] for name in ("payload", "chain"))
    return [*([getattr(event, name) for event in events] for name in names), *texts]


def _json(payload: object) -> str:
    return json.dumps(payload, cls=DjangoJSONEncoder)


def _publish_later(stream_id: uuid.UUID, seq: int) -> None:
    transaction.on_commit(partial(gateway.publish, stream_id, seq), robust=True)


def publish_topic(topic: uuid.UUID) -> None:
    """Have those who look at a topic look again, after the commit; it costs no row and no lock."""
    transaction.on_commit(partial(gateway.publish_topic, topic), robust=True)


@contextmanager
def recording(stream: "uuid.UUID | QuerySet[Any, Any]") -> Iterator[Log]:
    """One transaction that changes what a stream tells of, and the events that tell it.

    The stream is named by its id or by a query that gives its id. Its row is locked first, so changes of one goal
    happen one after the other and no two of them can deadlock. Raises Stream.DoesNotExist.
    """
    with transaction.atomic():
        transaction.on_commit(lambda: faults.reach_point("after_commit"))  # the first follow-up: nothing was rung yet
        log = _lock(stream)
        yield log
        log.write()
        faults.reach_point("before_commit")


def _lock(stream: "uuid.UUID | QuerySet[Any, Any]") -> Log:
    which, named = stream.query.sql_with_params() if isinstance(stream, QuerySet) else ("%s", (stream,))
    with connection.cursor() as cursor:
        cursor.execute(_LOCK.format(stream=which), named)
        row = cursor.fetchone()
    if row is None:
        raise Stream.DoesNotExist(f"there is no stream {stream}")
    return Log(*row)


@contextmanager
def recording_new(stream_id: uuid.UUID, kind: StreamKind) -> Iterator[Log]:
    """As `recording`, for a stream that begins with this transaction."""
    with transaction.atomic():
        transaction.on_commit(lambda: faults.reach_point("after_commit"))
        Stream.objects.bulk_create([Stream(id=stream_id, kind=kind)])
        log = Log(stream_id, 0, clock())
        yield log
        log.write()
        faults.reach_point("before_commit")


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
    outcome: AuditOutcome = AuditOutcome.DONE,
    **details: object,
) -> None:
    """Note that somebody did what only some may do, or tried to; a part of the transaction that does it.

    `who` None: the hub or its command line, then `workspace_id` says where. `details` are JSON and hold no secret.
    Where it came from is what a door said (`domain.audit`). The entry is chained when the transaction commits.
    """
    AuditEntry.objects.create(
        at=clock(),
        deed=deed,
        outcome=outcome,
        address=current_origin()[:64],
        actor=who.name[:200] if who else "",
        user_id=who.user_id if who else None,
        workspace_id=who.workspace_id if who else workspace_id,
        about=str(about)[:200],
        object_id=object_id,
        details=details,
    )


def note_home(folder: str) -> None:
    """Note where this database lives now; see queries.home."""
    Home.objects.update_or_create(id=1, defaults={"mark": home_now(folder)})


def beat(name: str) -> None:
    """Note that something which has to run all the time has just run."""
    pulse = Pulse(name=name, at=clock())
    Pulse.objects.bulk_create([pulse], update_conflicts=True, unique_fields=["name"], update_fields=["at"])


def take_alone(name: str, seconds: float) -> bool:
    """Take what only one process may be at; False: another is, or was killed at it less than so many seconds ago.

    A row and no lock of the session: it holds behind a pooler, too, that gives each transaction another connection.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [name, seconds])
        return bool(cursor.rowcount)


def give_back(name: str) -> None:
    """Let the next take what only one process may be at."""
    Pulse.objects.filter(name=name).update(at=clock())


def clock() -> datetime:
    """The database's time at this moment, not at the start of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
