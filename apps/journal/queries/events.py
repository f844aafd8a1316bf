"""Events of a stream, and when a deed was last done."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django.db.models import Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from apps.journal.models import AuditEntry, Event, Pulse, Stream


@dataclass(frozen=True)
class EventView:
    """One event, as it is read by sockets, the API and the fold."""

    seq: int
    at: datetime
    kind: str
    actor: str
    team_id: uuid.UUID | None
    payload: dict[str, Any]
    chain: dict[str, str] | None  # core.chains.ChainIds by name; None: before chains were kept


def events_after(stream_id: uuid.UUID, after: int, limit: int = 500) -> list[EventView]:
    """The events of a stream with a number above `after`, in order, at most `limit`."""
    rows = Event.objects.filter(stream_id=stream_id, seq__gt=after).order_by("seq")[:limit]
    return [EventView(row.seq, row.at, row.kind, row.actor, row.team_id, row.payload, row.chain) for row in rows]


def newest_events(
    stream_id: uuid.UUID, team_id: uuid.UUID, *, with_teamless: bool, before: int | None, limit: int
) -> list[EventView]:
    """A team's events with a number below `before`, the newest first; `with_teamless`: those of no team as well."""
    rows = Event.objects.filter(stream_id=stream_id).order_by("-seq")
    rows = rows.filter(Q(team_id=team_id) | Q(team_id=None) if with_teamless else Q(team_id=team_id))
    rows = rows if before is None else rows.filter(seq__lt=before)
    return [EventView(*(getattr(row, column) for column in _COLUMNS)) for row in rows[:limit]]


_COLUMNS = tuple(column.name for column in fields(EventView))


def last_seq(stream_id: uuid.UUID) -> int:
    """The number of the newest event; 0 for a stream without any, or none."""
    return Stream.objects.filter(id=stream_id).values_list("seq", flat=True).first() or 0


def last_seqs(stream_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """The number of the newest event of each stream."""
    return dict(Stream.objects.filter(id__in=list(stream_ids)).values_list("id", "seq"))


LAST_EVENT_AT = Subquery(Event.objects.filter(stream=OuterRef("pk")).order_by("-seq").values("at")[:1])
"""When the newest event of a stream was, for a query of what has the id of its stream."""

LAST_SEQ = Subquery(Stream.objects.filter(pk=OuterRef("pk")).values("seq"))
"""The number of the newest event of a stream, for a query of what has its id."""


def seq_at(moment: datetime) -> Coalesce:
    """The same at a moment; 0: it had none."""
    events = Event.objects.filter(stream=OuterRef("pk"), at__lte=moment).order_by("-seq")
    return Coalesce(Subquery(events.values("seq")[:1]), 0)


def last_beat(name: str) -> datetime | None:
    """When that last ran; None: never."""
    return Pulse.objects.filter(name=name).values_list("at", flat=True).first()


def last_deeds(deed: str, object_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, datetime]:
    """When a deed was last done to each of these; those to which it never was are absent."""
    wanted = list(object_ids)
    if not wanted:
        return {}
    done = AuditEntry.objects.filter(deed=deed, object_id__in=wanted).order_by().values_list("object_id")
    return dict(done.annotate(at=Max("at")))
