"""What is claimed and what is verified, in a word with its sign and its age."""

from dataclasses import dataclass
from datetime import datetime

from apps.teams.domain.checks import Verification
from apps.teams.queries.facts import GoalFacts, TaskRecord

WORDS = {
    Verification.NOTHING: ("minus", "Claimed", "nothing to check"),
    Verification.UNCHECKED: ("circle-question-mark", "Claimed", "unchecked"),
    Verification.VERIFIED: ("check-check", "Verified", ""),
    Verification.REFUTED: ("x", "Refuted", ""),
}
"""What is known to its icon, its word, and what is said behind its age."""


@dataclass(frozen=True)
class Known:
    """What is known of a claim, and since when. `found`: how, why not, or what is wrong."""

    verification: Verification
    icon: str
    word: str
    rest: str
    found: str
    at: datetime


def known_of(record: TaskRecord | GoalFacts) -> Known | None:
    """What is known of a task or a goal; None: nobody has claimed that it is done."""
    if record.claimed_at is None:
        return None
    checked_at = record.checked_at if isinstance(record, TaskRecord) else None
    icon, word, rest = WORDS[record.verification]
    return Known(record.verification, icon, word, rest, record.found, checked_at or record.claimed_at)
