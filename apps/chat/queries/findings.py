"""What was found of a goal: see docs/failures.md."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from apps.chat.models import Finding
from apps.teams.domain.findings import FindingKind


@dataclass(frozen=True)
class FindingView:
    """One finding. `message`: tells the room of it; `agent`: a handle, empty for the hub; `task`: None for talk."""

    id: uuid.UUID
    kind: FindingKind
    agent: str
    task: uuid.UUID | None
    team: uuid.UUID
    message: uuid.UUID
    number: int
    why: str
    prevented: bool
    at: datetime


def findings_after(goal_id: uuid.UUID, after: uuid.UUID | None, limit: int) -> list[FindingView]:
    """A goal's findings in the order in which they were made, after the one given."""
    rows = Finding.objects.filter(goal=goal_id).select_related("agent", "message__conversation").order_by("id")
    rows = rows.defer("agent__vector", "agent__profile_vector", "agent__goal_words", "message__vector")
    if after is not None:
        rows = rows.filter(id__gt=after)
    return [_view(row) for row in rows[:limit]]


def _view(row: Finding) -> FindingView:
    return FindingView(
        id=row.id,
        kind=FindingKind(row.kind),
        agent=row.agent.handle if row.agent else "",
        task=row.task_id,
        team=row.message.conversation.team_id,
        message=row.message_id,
        number=row.message.number,
        why=row.why,
        prevented=row.prevented,
        at=row.created_at,
    )
