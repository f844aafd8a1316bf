"""The events of a stream without what they carry, but for the few words that say what each is."""

import uuid
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce

from apps.journal.models import Event


@dataclass(frozen=True)
class BriefEvent:
    """An event. `says`: the `kind` or the `state` of its payload; `member`: the payload's; each may be empty."""

    seq: int
    at: datetime
    kind: str
    says: str
    member: str


def brief_events(stream_id: uuid.UUID, kinds: Collection[str]) -> Iterator[BriefEvent]:
    """All events of these kinds, oldest first."""
    kind, state = KeyTextTransform("kind", "payload"), KeyTextTransform("state", "payload")
    rows = Event.objects.filter(stream=stream_id, kind__in=kinds).annotate(
        says=Coalesce(kind, state, output_field=TextField()), member=KeyTextTransform("member", "payload")
    )
    for seq, at, name, says, member in rows.order_by("seq").values_list("seq", "at", "kind", "says", "member"):
        yield BriefEvent(seq, at, name, says or "", member or "")
