"""What happened on several streams since a moment, of some kinds."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.journal.models import Event


@dataclass(frozen=True)
class StreamEvent:
    """An event with the stream that it is of."""

    stream_id: uuid.UUID
    seq: int
    at: datetime
    kind: str
    actor: str
    team_id: uuid.UUID | None
    payload: dict[str, Any]


def events_between(
    stream_ids: Collection[uuid.UUID], since: datetime, until: datetime, kinds: Collection[str], limit: int
) -> list[StreamEvent]:
    """The newest events of these kinds after a moment and up to another, oldest first, at most `limit`."""
    rows = Event.objects.filter(stream__in=stream_ids, at__gt=since, at__lte=until, kind__in=kinds).order_by(
        "-at", "-seq"
    )
    return [_event(row) for row in rows[:limit]][::-1]


def last_before(stream_ids: Collection[uuid.UUID], moment: datetime, kind: str) -> dict[uuid.UUID, dict[str, Any]]:
    """The payload of the last event of a kind that each stream had at a moment."""
    rows = Event.objects.filter(stream__in=stream_ids, at__lte=moment, kind=kind).order_by("stream_id", "-seq")
    return dict(rows.distinct("stream_id").values_list("stream_id", "payload"))


def events_about(
    stream_ids: Collection[uuid.UUID], kind: str, field: str, values: Collection[str]
) -> list[StreamEvent]:
    """The events of a kind whose payload has one of these values in a field."""
    rows = Event.objects.filter(stream__in=stream_ids, kind=kind, **{f"payload__{field}__in": list(values)})
    return [_event(row) for row in rows.order_by("seq")]


def _event(row: Event) -> StreamEvent:
    return StreamEvent(row.stream_id, row.seq, row.at, row.kind, row.actor, row.team_id, row.payload)
