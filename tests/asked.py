"""What agents and turns are told."""

import uuid

from apps.chat.queries.assignments import assignments_with_changes
from apps.chat.queries.briefing_rows import BriefingRows, rows_for_briefings
from apps.teams.queries.work import Assignment


def rows_of(room_id: uuid.UUID) -> BriefingRows:
    """What the turns of a room are told."""
    return rows_for_briefings([room_id])[room_id]


def assignment(attempt_id: uuid.UUID) -> Assignment:
    """The assignment of one attempt."""
    return assignments_with_changes([attempt_id])[attempt_id]
