"""What one transaction tells: its events, what it notes on other streams, and the bells and news that follow it."""

import json
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from apps.core.chains import ChainIds
from apps.core.recordsets import in_one_go
from apps.core.sentences import pack_all
from apps.core.statements import fetch_rows, run_statement
from apps.core.unit_of_work import UnitOfWork
from apps.journal import gateway
from apps.journal.bells import Bell, are_heard_here, ring, ring_all
from apps.journal.domain.streams import StreamKind

T = TypeVar("T")
Note = tuple[uuid.UUID, StreamKind, str, str]
"""Of another stream: the stream, its kind, the kind of event and its payload as JSON."""

# One statement each: most of what a transaction costs is the way there and back.
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


@dataclass(frozen=True)
class _Ring:
    """How a bell is to be rung: after so many seconds; `about` what, see `Log.rung`; `known`: what its job is given."""

    delay: float
    about: object
    known: tuple[uuid.UUID, ...]


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
    rings: dict[tuple[Bell, uuid.UUID], _Ring] = field(default_factory=dict)
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

    def ring(
        self,
        bell: Bell,
        identifier: uuid.UUID,
        *,
        delay: float = 0.0,
        about: object = None,
        whom: uuid.UUID | None = None,
    ) -> None:
        """Ring once the transaction has committed, `delay` seconds later. `about`: see `rung`.

        `whom`: for whom it is, the id of a workspace, which a job that needs it is given, and else looks for.
        """
        self.rings[bell, identifier] = _Ring(delay, about, () if whom is None else (whom,))

    def rung(self, bell: Bell) -> list[object]:
        """What the bell is to be rung about without delay: whoever can do that now need not be woken for it."""
        return [ring.about for (which, _), ring in self.rings.items() if which is bell and not ring.delay]

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


def write_all(logs: "Sequence[Log]", unit: UnitOfWork, go_on: Callable[[], None] | None = None) -> None:
    """Save the rows and the events of one transaction; bells ring and news are published after the commit.

    Before them, and after what steps have done then, `go_on`: who waits for the commit goes on, with what was read for
    it. A bell for another process comes before the news, since a goal waits there. What a log rings for this process
    comes after them: it would take the interpreter from who tells them.
    """
    unit.finish_rows()  # first: what is done last locks rows that many goals share, and this may take its time
    _do_last(logs)
    if go_on is not None:
        transaction.on_commit(go_on, robust=True)
    rung, heard_here = {which: one for log in logs for which, one in log.rings.items()}, are_heard_here()
    if not heard_here:
        _ring(rung)
    with in_one_go():
        unit.write()
        now_at = _append([log for log in logs if log.events])
        notes = {note: chain for log in logs for note, chain in log.notes.items()}
        now_at |= _note(notes, logs[0].now if logs else None)
    topics = dict.fromkeys(topic for log in logs for topic in log.topics)
    if now_at or topics:
        transaction.on_commit(lambda: gateway.publish(now_at, topics), robust=True)
    if heard_here:  # as it was when this began: a process that is ending must not leave out both
        _ring(rung)


def _append(told: "Sequence[Log]") -> dict[uuid.UUID, int]:
    """Write the events, and give where each of their streams stands now."""
    events = [event for log in told for event in log.events]
    if told:
        run_statement(_APPEND, [[log.stream_id for log in told], [log.seq for log in told], _json(events)])
    return {log.stream_id: log.seq for log in told}


def _ring(rung: Mapping[tuple[Bell, uuid.UUID], _Ring]) -> None:
    """Ring in one go what needs no delay."""
    ring_all([(*which, *one.known) for which, one in rung.items() if not one.delay])
    for which, one in rung.items():
        if one.delay:
            ring(*which, *one.known, delay=one.delay)


def _note(notes: Mapping[Note, str], now: datetime | None) -> dict[uuid.UUID, int]:
    """Write what was noted on other streams, and give where each of those stands now."""
    if not notes:
        return {}
    places: Counter[uuid.UUID] = Counter()
    rows = []
    for (stream, stream_kind, kind, payload), chain in sorted(notes.items()):
        places[stream] += 1
        rows.append((stream, stream_kind.value, places[stream], kind, payload, chain))
    return dict(fetch_rows(_NOTE, [*map(list, zip(*rows, strict=True)), now]))


def _json(payload: object) -> str:
    return json.dumps(payload, cls=DjangoJSONEncoder)


def publish_topic(topic: uuid.UUID) -> None:
    """Have those who look at a topic look again, after the commit; it costs no row and no lock."""
    transaction.on_commit(lambda: gateway.publish({}, [topic]), robust=True)
