"""How much happened on streams lately, minute by minute."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, Q
from django.db.models.functions import TruncMinute

from apps.journal.models import Event

MOST = 10_000
"""Of a stream no more than the newest events are counted: one that has more has no quiet minute among them."""


@dataclass(frozen=True)
class Minute:
    """The events of a minute, and whether something failed in it."""

    at: datetime
    events: int
    failed: bool


def activity_since(
    stream_ids: Collection[UUID], since: datetime, failing_kind: str, failed_state: str
) -> dict[UUID, list[Minute]]:
    """The minutes in which something happened, by stream, oldest first.

    Something failed where an event of `failing_kind` says that `failed_state` is its state.
    """
    rows = Event.objects.filter(stream__in=stream_ids, at__gte=since, seq__gt=F("stream__seq") - MOST)
    failures = Count("pk", filter=Q(kind=failing_kind, payload__state=failed_state))
    minutes = rows.annotate(minute=TruncMinute("at")).values("stream_id", "minute").order_by("minute")
    found: dict[UUID, list[Minute]] = {}
    counted = minutes.annotate(events=Count("pk"), failures=failures)
    for stream, minute, events, failed in counted.values_list("stream_id", "minute", "events", "failures"):
        found.setdefault(stream, []).append(Minute(minute, events, failed > 0))
    return found
