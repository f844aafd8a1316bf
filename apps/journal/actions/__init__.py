"""The only writers of the journal."""

from apps.journal.actions.audit_entries import audit
from apps.journal.actions.log import Log, publish_topic
from apps.journal.actions.pulses import beat, clock, give_back, note_home, take_alone
from apps.journal.actions.recording import (
    Named,
    StreamNames,
    held_logs,
    open_stream,
    recording,
    recording_many,
    recording_new,
    share_log,
)

__all__ = [
    "Log",
    "Named",
    "StreamNames",
    "audit",
    "beat",
    "clock",
    "give_back",
    "held_logs",
    "note_home",
    "open_stream",
    "publish_topic",
    "recording",
    "recording_many",
    "recording_new",
    "share_log",
    "take_alone",
]
