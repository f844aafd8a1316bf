"""Reading the journal."""

from apps.journal.queries.events import (
    LAST_EVENT_AT,
    LAST_SEQ,
    EventView,
    events_after,
    last_beat,
    last_deeds,
    last_seq,
    last_seqs,
)

__all__ = ["LAST_EVENT_AT", "LAST_SEQ", "EventView", "events_after", "last_beat", "last_deeds", "last_seq", "last_seqs"]
