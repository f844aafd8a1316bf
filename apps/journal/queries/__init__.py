"""Reading the journal."""

from apps.journal.queries.deeds import last_done
from apps.journal.queries.events import EventView, events_after, last_beat, last_seq, last_seqs

__all__ = ["EventView", "events_after", "last_beat", "last_done", "last_seq", "last_seqs"]
