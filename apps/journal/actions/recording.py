"""Transactions over streams: each locks the streams that it tells of, and writes what it tells at its end."""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass

from django.db import transaction

from apps.core import faults
from apps.core.statements import fetch_rows
from apps.core.unit_of_work import unit_in_hand, unit_of_work
from apps.journal.actions.log import Log, write_all
from apps.journal.domain.streams import StreamKind
from apps.journal.models import Stream

# One statement each: most of what a transaction costs is the way there and back.
_LOCK = """
    WITH locked AS MATERIALIZED (SELECT id, seq FROM journal_stream WHERE id = %s FOR UPDATE)
    SELECT id, seq, clock_timestamp() FROM locked"""
_LOCK_NAMED = """
    WITH locked AS MATERIALIZED (
        SELECT id, seq FROM journal_stream WHERE id = (SELECT stream FROM ({names}) AS named) FOR UPDATE)
    SELECT id, seq, clock_timestamp() FROM locked"""
_LOCK_ALL = """
    SELECT id, id, seq, clock_timestamp() FROM journal_stream WHERE id = ANY(%s) ORDER BY id FOR UPDATE SKIP LOCKED"""
_LOCK_ALL_NAMED = """
    SELECT named.key, stream.id, stream.seq, clock_timestamp()
    FROM ({names}) AS named JOIN journal_stream AS stream ON stream.id = named.stream
    ORDER BY stream.id FOR UPDATE OF stream SKIP LOCKED"""
_BEGIN = """
    WITH begun AS (
        INSERT INTO journal_stream (id, kind, seq) SELECT id, %s, 0 FROM unnest(%s::uuid[]) AS given (id) ORDER BY id)
    SELECT clock_timestamp()"""


@dataclass(frozen=True)
class StreamNames:
    """By what else streams are named than by their own ids: `names` selects `key` and `stream` for an array of keys."""

    names: str


Named = StreamNames | uuid.UUID
"""By what a key names its stream; or the stream, where that is known."""

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
def _transaction(
    begin: Callable[[], dict[uuid.UUID, Log]], go_on: Callable[[], None] | None = None, *, knowing: bool = False
) -> Iterator[dict[uuid.UUID, Log]]:
    """A transaction over the streams whose logs `begin` gives, by whatever keys; what they tell is written at its end.

    The follow-ups of tests come first: nothing was rung yet. `go_on`: see `write_all`. `knowing`: it knows what the
    last such transaction of this process knew of its streams, where that still stands; what it knows it leaves to the
    next, when all else is done.
    """
    with transaction.atomic(), unit_of_work() as unit:
        transaction.on_commit(lambda: faults.reach_point("after_commit"))
        logs = begin()
        several = {log.stream_id: log for log in logs.values()}
        if len(several) > 1:
            transaction.on_commit(lambda: faults.reach_point("after_shared_commit"))
        if knowing:
            unit.recall(_numbers(several))
        yield logs
        write_all(list(several.values()), unit, go_on)
        if knowing:
            transaction.on_commit(lambda: unit.leave(_numbers(several)), robust=True)
        faults.reach_point("before_commit")
        if len(several) > 1:
            faults.reach_point("before_shared_commit")


def _numbers(logs: Mapping[uuid.UUID, Log]) -> dict[uuid.UUID, int]:
    return {stream: log.seq for stream, log in logs.items()}


def _lock(stream: uuid.UUID, by: StreamNames | None) -> Log:
    rows = fetch_rows(_LOCK, [stream]) if by is None else fetch_rows(_LOCK_NAMED.format(names=by.names), [[stream]])
    if not rows:
        raise Stream.DoesNotExist(f"there is no stream {stream}")
    return Log(*rows[0])


@contextmanager
def recording_many(
    named: Mapping[uuid.UUID, Named], go_on: Callable[[], None] | None = None
) -> Iterator[dict[uuid.UUID, Log]]:
    """One transaction over many streams: gives key -> log of those that nobody else holds; keys of a stream share one.

    `named`: key -> its stream, or by what it names one; a statement locks those that are named alike, in the order of
    their ids. None is waited for, so none of them can deadlock: who is left out is recorded by itself. `go_on`: see
    `write_all`.
    """
    with _transaction(lambda: _lock_many(named), go_on, knowing=True) as logs:
        yield logs


def _lock_many(named: Mapping[uuid.UUID, Named]) -> dict[uuid.UUID, Log]:
    streams = {key: by for key, by in named.items() if isinstance(by, uuid.UUID)}
    rows = fetch_rows(_LOCK_ALL, [list(set(streams.values()))]) if streams else []
    for by, keys in _keys_by_names(named).items():
        found = fetch_rows(_LOCK_ALL_NAMED.format(names=by.names), [keys])
        streams |= {key: stream for key, stream, *_ in found}
        rows += found
    logs = {stream: Log(stream, seq, now) for _, stream, seq, now in rows}
    return {key: logs[stream] for key, stream in streams.items() if stream in logs}


def _streams_of(named: Mapping[uuid.UUID, Named]) -> dict[uuid.UUID, uuid.UUID]:
    streams = {key: by for key, by in named.items() if isinstance(by, uuid.UUID)}
    for by, keys in _keys_by_names(named).items():
        streams.update(fetch_rows(by.names, [keys]))
    return streams


def _keys_by_names(named: Mapping[uuid.UUID, Named]) -> dict[StreamNames, list[uuid.UUID]]:
    keys: dict[StreamNames, list[uuid.UUID]] = {}
    for key, by in named.items():
        if isinstance(by, StreamNames):
            keys.setdefault(by, []).append(key)
    return keys


def held_logs(logs: Mapping[uuid.UUID, Log], named: Mapping[uuid.UUID, Named]) -> dict[uuid.UUID, Log]:
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
    ((now,),) = fetch_rows(_BEGIN, [kind.value, list(streams)])
    return {stream: Log(stream, 0, now) for stream in streams}


def open_stream(stream_id: uuid.UUID, kind: StreamKind) -> None:
    """Begin a stream; a second call does nothing."""
    Stream.objects.get_or_create(id=stream_id, defaults={"kind": kind.value})
