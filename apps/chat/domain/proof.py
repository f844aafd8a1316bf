"""The proof bundle: a goal's events, chained by their hashes, and a signed statement of how many they are and where
the chain ends. `scripts/verify_bundle.py` checks it without the hub; it proves nothing of the time before. Pure.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID

from apps.journal.domain.chain import START, hash_of
from apps.journal.domain.events import RecordedEvent

FORMAT = "ioa-proof/1"


class ProvenEvent(RecordedEvent, Protocol):
    """An event with all that is proved of it."""

    @property
    def actor(self) -> str: ...
    @property
    def chain(self) -> Mapping[str, str] | None: ...


def canonical(value: object) -> str:
    """The one way in which a value is written: keys in order, no blanks, only ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def event_text(event: ProvenEvent) -> str:
    """All that an event says."""
    told = {
        "seq": event.seq,
        "at": event.at.astimezone(UTC).isoformat(),
        "kind": event.kind,
        "actor": event.actor,
        "team": str(event.team_id) if event.team_id else None,
        "payload": event.payload,
        "chain": event.chain,
    }
    return canonical(told)


def chain_end(texts: Sequence[str]) -> str:
    """The hash of the last link; the first link has START before it."""
    end = START
    for number, text in enumerate(texts, 1):
        end = hash_of(number, end, text)
    return end


def statement(goal_id: UUID, texts: Sequence[str], files: Mapping[str, str], fingerprint: str, now: datetime) -> str:
    """What is signed. `files`: the SHA-256 of each version of a file, by its id."""
    said = {
        "format": FORMAT,
        "goal": str(goal_id),
        "exported_at": now.astimezone(UTC).isoformat(),
        "count": len(texts),
        "end": chain_end(texts),
        "files": dict(files),
        "fingerprint": fingerprint,
    }
    return canonical(said)


def bundle(said: str, signature: str, key: str, texts: Sequence[str]) -> bytes:
    """The file: its bytes are the one way to write what it holds, so that no byte of it may differ."""
    return (canonical({"statement": said, "signature": signature, "key": key, "events": list(texts)}) + "\n").encode()
