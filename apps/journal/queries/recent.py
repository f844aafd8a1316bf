"""What happened on several streams since a moment, of some kinds."""

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, TextField, Value, When
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from apps.core.sentences import recall_beside
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
    return StreamEvent(
        row.stream_id, row.seq, row.at, row.kind, row.actor, row.team_id, dict(recall_beside(row.payload))
    )


@dataclass(frozen=True)
class PastEvents:
    """What a stream said last of each thing, up to its event `seq`, which happened `at`. By kind and thing."""

    seq: int
    at: datetime
    newest: Mapping[tuple[str, str], StreamEvent]

    def of(self, kind: str, thing: object = "") -> StreamEvent | None:
        """The newest event of a kind about a thing; None: there was none as yet."""
        return self.newest.get((kind, str(thing)))


def past_events(stream_id: uuid.UUID, seq: int, things: Mapping[str, str]) -> PastEvents:
    """The past of a stream at one of its events. `things`: for each kind the field of the payload that says what it is
    about, `team_id` for the event's own team, "" for the stream itself.

    Raises Event.DoesNotExist where the stream has no such event.
    """
    last = Event.objects.only("at").get(stream=stream_id, seq=seq)
    about = [When(kind=kind, then=_thing(field)) for kind, field in things.items()]
    thing = Case(*about, default=Value("", TextField()), output_field=TextField())
    rows = Event.objects.filter(stream=stream_id, seq__lte=seq, kind__in=list(things)).annotate(thing=thing)
    newest = rows.order_by("kind", "thing", "-seq").distinct("kind", "thing")
    return PastEvents(seq, last.at, {(row.kind, row.thing or ""): _event(row) for row in newest})


def _thing(field: str) -> Combinable:
    if field == "team_id":
        return Cast("team_id", TextField())
    return KeyTextTransform(field, "payload") if field else Value("", TextField())
