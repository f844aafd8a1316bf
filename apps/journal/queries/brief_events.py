"""The events of a stream without what they carry, but for the few words that say what each is."""

import uuid
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, Left

from apps.journal.models import Event


@dataclass(frozen=True)
class BriefEvent:
    """An event. `says`: the `kind` or the `state` of its payload; `member`: the payload's; `about`: the beginning of
    what it names, asks, answers or says. Each may be empty.
    """

    seq: int
    at: datetime
    kind: str
    says: str
    member: str
    about: str


MOST_ABOUT = 80  # characters
_ABOUT = ("name", "title", "question", "answer", "text")


def brief_events(stream_id: uuid.UUID, kinds: Collection[str]) -> Iterator[BriefEvent]:
    """All events of these kinds, oldest first."""
    kind, state = KeyTextTransform("kind", "payload"), KeyTextTransform("state", "payload")
    rows = Event.objects.filter(stream=stream_id, kind__in=kinds).annotate(
        says=Coalesce(kind, state, output_field=TextField()),
        member=KeyTextTransform("member", "payload"),
        about=Left(
            Coalesce(*(KeyTextTransform(name, "payload") for name in _ABOUT), output_field=TextField()), MOST_ABOUT
        ),
    )
    columns = ("seq", "at", "kind", "says", "member", "about")
    for seq, at, name, says, member, about in rows.order_by("seq").values_list(*columns):
        yield BriefEvent(seq, at, name, says or "", member or "", about or "")
