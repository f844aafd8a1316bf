"""The only writers of the journal."""

import json
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction

from apps.core import faults
from apps.core.chains import ChainIds
from apps.core.recordsets import in_one_go
from apps.core.sentences import pack_all
from apps.core.unit_of_work import UnitOfWork, unit_in_hand, unit_of_work
from apps.journal import gateway
from apps.journal.bells import Bell, ring, ring_all
from apps.journal.domain.audit import AuditOutcome, Who, current_origin
from apps.journal.domain.streams import StreamKind
from apps.journal.models import AuditEntry, Home, Pulse, Stream
from apps.journal.queries.home import home_now

T = TypeVar("T")
Note = tuple[uuid.UUID, StreamKind, str, str]
"""Of another stream: the stream, its kind, the kind of event and its payload as JSON."""

# One statement each: most of what a transaction costs is the way there and back.
_LOCK = """
    WITH locked AS MATERIALIZED (SELECT id, seq FROM journal_stream WHERE id = %s FOR UPDATE)
    SELECT id, seq, clock_timestamp() FROM locked"""
_LOCK_NAMED = """
    WITH locked AS MATERIALIZED (
        SELECT id, seq FROM journal_stream WHERE id = (SELECT stream FROM ({names}) AS named) FOR UPDATE)
    SELECT id, seq, clock_timestamp() FROM locked"""
_LOCK_ALL = """
    SELECT id, seq, clock_timestamp() FROM journal_stream WHERE id = ANY(%s) ORDER BY id FOR UPDATE SKIP LOCKED"""
_BEGIN = """
    WITH begun AS (
        INSERT INTO journal_stream (id, kind, seq) SELECT id, %s, 0 FROM unnest(%s::uuid[]) AS given (id) ORDER BY id)
    SELECT clock_timestamp()"""
_APPEND = """
    WITH moved AS (
        UPDATE journal_stream AS stream SET seq = now.seq
        FROM unnest(%s::uuid[], %s::bigint[]) AS now(id, seq) WHERE stream.id = now.id)
    INSERT INTO journal_event (stream_id, seq, at, kind, actor, team_id, payload, chain)
    SELECT * FROM json_to_recordset(%s::json) AS said (
        stream_id uuid, seq bigint, at timestamptz, kind text, actor text, team_id uuid, payload jsonb, chain jsonb)"""
_NOTE = """
    WITH said AS (
        SELECT * FROM unnest(%s::uuid[], %s::text[], %s::bigint[], %s::text[], %s::jsonb[], %s::jsonb[])
            AS said (stream, stream_kind, place, kind, payload, chain)),
    moved AS (
        INSERT INTO journal_stream AS known (id, kind, seq)
        SELECT stream, stream_kind, count(*) FROM said GROUP BY 1, 2 ORDER BY 1
        ON CONFLICT (id) DO UPDATE SET seq = known.seq + excluded.seq RETURNING id, seq),
    noted AS (
        INSERT INTO journal_event (stream_id, seq, at, kind, actor, payload, chain)
        SELECT moved.id, moved.seq - (SELECT count(*) FROM said AS one WHERE one.stream = moved.id) + said.place,
            %s, said.kind, '', said.payload, said.chain
        FROM moved JOIN said ON said.stream = moved.id ORDER BY 1, 2)
    SELECT id, seq FROM moved"""
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
    events: list[dict[str, object]] = field(default_factory=list)
    notes: dict[Note, str] = field(default_factory=dict)
    rings: dict[tuple[Bell, uuid.UUID], tuple[float, object]] = field(default_factory=dict)
    topics: dict[uuid.UUID, None] = field(default_factory=dict)
    late: dict[Callable[[list[Any]], None], list[Any]] = field(default_factory=dict)

    def add(self, kind: str, /, chain: ChainIds, *, actor: str = "", **payload: object) -> int:
        """Note that something happened, under a chain; gives its place in the stream. `payload` must be JSON.

        What its sentences were made of stands beside them as `made_of`.
        """
        self.seq += 1
        if packed := pack_all(payload):
            payload = {**payload, "made_of": packed}
        self.events.append(
            {
                "stream_id": self.stream_id,
                "seq": self.seq,
                "at": self.now.isoformat(),
                "kind": kind,
                "actor": actor[:200],
                "team_id": chain.team,
                "payload": payload,
                "chain": self._named(chain),
            }
        )
        return self.seq

    def _named(self, chain: ChainIds) -> dict[str, str]:
        return (replace(chain, origin=self.by) if self.by else chain).named()

    def note(
        self, stream_id: uuid.UUID, stream_kind: StreamKind, kind: str, /, chain: ChainIds, **payload: object
    ) -> None:
        """Note an event of another stream, once however often it is said, under the chain that was said last.

        It is written last, so that the lock on a stream that many transactions write to is held for a moment only.
        """
        self.notes[stream_id, stream_kind, kind, _json(payload)] = _json(self._named(chain))

    def publish_topic(self, topic: uuid.UUID) -> None:
        """Have those who look at a topic look again, once this has committed."""
        self.topics[topic] = None

    def ring(self, bell: Bell, identifier: uuid.UUID, *, delay: float = 0.0, about: object = None) -> None:
        """Ring once the transaction has committed, `delay` seconds later. `about`: see `rung`."""
        self.rings[bell, identifier] = delay, about

    def rung(self, bell: Bell) -> list[object]:
        """What the bell is to be rung about without delay: whoever can do that now need not be woken for it."""
        return [about for (which, _), (delay, about) in self.rings.items() if which is bell and not delay]

    def unring(self, bell: Bell, identifier: uuid.UUID) -> None:
        """Nobody need look any more: what the bell would tell was done in this very transaction."""
        self.rings.pop((bell, identifier), None)

    def at_end(self, work: Callable[[list[T]], None], item: T) -> None:
        """Have `work` done at the end, once, with what all goals of the transaction gave for it.

        For what locks rows that many goals share: they are locked for a moment only, and in one order over all goals.
        """
        self.late.setdefault(work, []).append(item)


def _do_last(logs: "Sequence[Log]") -> None:
    """What is to be done at the end, by the names of the works; one may give more to be done."""
    while works := {work for log in logs for work in log.late}:
        work = min(works, key=lambda one: (one.__module__, one.__qualname__))
        work([item for log in logs for item in log.late.pop(work, ())])


def _write_all(logs: "Sequence[Log]", unit: UnitOfWork) -> None:
    """Save the rows and the events of one transaction; bells ring and news are published after the commit."""
    _do_last(logs)
    _ring([(*rung, delay) for log in logs for rung, (delay, _) in log.rings.items()])
    with in_one_go():
        unit.write()
        now_at = _append([log for log in logs if log.events])
        notes = {note: chain for log in logs for note, chain in log.notes.items()}
        now_at |= _note(notes, logs[0].now if logs else None)
    topics = dict.fromkeys(topic for log in logs for topic in log.topics)
    if now_at or topics:
        transaction.on_commit(lambda: gateway.publish(now_at, topics), robust=True)


def _append(told: "Sequence[Log]") -> dict[uuid.UUID, int]:
    """Write the events, and give where each of their streams stands now."""
    events = [event for log in told for event in log.events]
    if told:
        with connection.cursor() as cursor:
            cursor.execute(_APPEND, [[log.stream_id for log in told], [log.seq for log in told], _json(events)])
    return {log.stream_id: log.seq for log in told}


def _ring(rung: Sequence[tuple[Bell, uuid.UUID, float]]) -> None:
    """Ring in one go what needs no delay."""
    ring_all([(bell, identifier) for bell, identifier, delay in rung if not delay])
    for bell, identifier, delay in rung:
        if delay:
            ring(bell, identifier, delay=delay)


def _note(notes: Mapping[Note, str], now: datetime | None) -> dict[uuid.UUID, int]:
    """Write what was noted on other streams, and give where each of those stands now."""
    if not notes:
        return {}
    places: Counter[uuid.UUID] = Counter()
    rows = []
    for (stream, stream_kind, kind, payload), chain in sorted(notes.items()):
        places[stream] += 1
        rows.append((stream, stream_kind.value, places[stream], kind, payload, chain))
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [*map(list, zip(*rows, strict=True)), now])
        return dict(cursor.fetchall())


def _json(payload: object) -> str:
    return json.dumps(payload, cls=DjangoJSONEncoder)


def publish_topic(topic: uuid.UUID) -> None:
    """Have those who look at a topic look again, after the commit; it costs no row and no lock."""
    transaction.on_commit(lambda: gateway.publish({}, [topic]), robust=True)


@dataclass(frozen=True)
class StreamNames:
    """By what else streams are named than by their own ids: `names` selects `key` and `stream` for an array of keys."""

    names: str


_shared: ContextVar[Log | None] = ContextVar("shared_log", default=None)


@contextmanager
def recording(stream: uuid.UUID, by: StreamNames | None = None) -> Iterator[Log]:
    """One transaction that changes what a stream tells of, and the events that tell it.

    The stream is named by its id, or by a key of `by`. Its row is locked first, so changes of one goal happen one after
    the other and no two of them can deadlock. Within `share_log` it is a part of the transaction of many. Raises
    Stream.DoesNotExist.
    """
    shared = _shared.get()
    if shared is not None:
        yield shared
        return
    with _transaction(lambda: {stream: _lock(stream, by)}) as logs:
        yield logs[stream]


@contextmanager
def _transaction(begin: Callable[[], dict[uuid.UUID, Log]]) -> Iterator[dict[uuid.UUID, Log]]:
    """A transaction over the streams whose logs `begin` gives, by whatever keys; what they tell is written at its end.

    The follow-ups of tests come first: nothing was rung yet.
    """
    with transaction.atomic(), unit_of_work() as unit:
        transaction.on_commit(lambda: faults.reach_point("after_commit"))
        logs = begin()
        several = {log.stream_id: log for log in logs.values()}
        if len(several) > 1:
            transaction.on_commit(lambda: faults.reach_point("after_shared_commit"))
        yield logs
        _write_all(list(several.values()), unit)
        faults.reach_point("before_commit")
        if len(several) > 1:
            faults.reach_point("before_shared_commit")


def _lock(stream: uuid.UUID, by: StreamNames | None) -> Log:
    with connection.cursor() as cursor:
        if by is None:
            cursor.execute(_LOCK, [stream])
        else:
            cursor.execute(_LOCK_NAMED.format(names=by.names), [[stream]])
        row = cursor.fetchone()
    if row is None:
        raise Stream.DoesNotExist(f"there is no stream {stream}")
    return Log(*row)


@contextmanager
def recording_many(named: Mapping[StreamNames, Sequence[uuid.UUID]]) -> Iterator[dict[uuid.UUID, Log]]:
    """One transaction over many streams: gives key -> log of those that nobody else holds; keys of a stream share one.

    The streams are locked in the order of their ids, and none is waited for: who is left out is recorded by itself.
    """
    with _transaction(lambda: _lock_many(named)) as logs:
        yield logs


def _lock_many(named: Mapping[StreamNames, Sequence[uuid.UUID]]) -> dict[uuid.UUID, Log]:
    streams = _streams_of(named)
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_ALL, [list(set(streams.values()))])
        logs = {row[0]: Log(*row) for row in cursor.fetchall()}
    return {key: logs[stream] for key, stream in streams.items() if stream in logs}


def _streams_of(named: Mapping[StreamNames, Sequence[uuid.UUID]]) -> dict[uuid.UUID, uuid.UUID]:
    streams: dict[uuid.UUID, uuid.UUID] = {}
    with connection.cursor() as cursor:
        for by, some in named.items():
            cursor.execute(by.names, [list(some)])
            streams.update(cursor.fetchall())
    return streams


def held_logs(logs: Mapping[uuid.UUID, Log], named: Mapping[StreamNames, Sequence[uuid.UUID]]) -> dict[uuid.UUID, Log]:
    """Of other keys, those whose stream is among the logs of an open `recording_many`: key -> log."""
    held = {log.stream_id: log for log in logs.values()}
    return {key: held[stream] for key, stream in _streams_of(named).items() if stream in held}


@contextmanager
def share_log(log: Log) -> Iterator[None]:
    """A block in which what is recorded goes into this log of `recording_many`."""
    token, unit = _shared.set(log), unit_in_hand()
    try:
        with unit.step_of(log.stream_id) if unit is not None else nullcontext():
            yield
    finally:
        _shared.reset(token)


@contextmanager
def recording_new(streams: Sequence[uuid.UUID], kind: StreamKind) -> Iterator[dict[uuid.UUID, Log]]:
    """As `recording_many`, for streams that begin with this transaction."""
    with _transaction(lambda: _begin(streams, kind)) as logs:
        yield logs


def _begin(streams: Sequence[uuid.UUID], kind: StreamKind) -> dict[uuid.UUID, Log]:
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, [kind.value, list(streams)])
        now = cursor.fetchone()[0]
    return {stream: Log(stream, 0, now) for stream in streams}


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
