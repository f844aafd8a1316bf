"""Reading the journal."""

from apps.journal.queries.events import EventView, events_after, last_beat, last_deeds, last_seq, last_seqs

__all__ = ["EventView", "events_after", "last_beat", "last_deeds", "last_seq", "last_seqs"]
