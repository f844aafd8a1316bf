"""What was found of a goal: see docs/failures.md."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Window

from apps.chat.domain.found import Handling, handling_of
from apps.chat.models import Finding
from apps.teams.domain.findings import FindingKind
from apps.teams.domain.states import TaskState
from apps.teams.queries.rows import Attempt

SHOWN = 20
"""Findings that a page shows at once."""


@dataclass(frozen=True)
class FindingView:
    """One finding. `message`: tells the room of it; `agent`: a handle, empty for the hub; `task`: None for talk.

    `certain`: a fact of form, else likely; None where that was not kept as yet. `seq`: the message's place.
    """

    id: uuid.UUID
    kind: FindingKind
    agent: str
    agent_name: str
    task: uuid.UUID | None
    task_title: str
    team: uuid.UUID
    message: uuid.UUID
    number: int
    seq: int
    why: str
    certain: bool | None
    prevented: bool
    handling: Handling
    at: datetime


@dataclass(frozen=True)
class FoundView:
    """The newest findings of a goal, or those before one, and how many there are in all from there on."""

    findings: tuple[FindingView, ...]
    total: int

    @property
    def more(self) -> int:
        """How many earlier ones are not shown."""
        return self.total - len(self.findings)


def findings_after(goal_id: uuid.UUID, after: uuid.UUID | None, limit: int) -> list[FindingView]:
    """A goal's findings in the order in which they were made, after the one given."""
    rows = _findings(goal_id).order_by("id")
    if after is not None:
        rows = rows.filter(id__gt=after)
    return [_view(row) for row in rows.values(*_FIELDS, **_CALLED)[:limit]]


def newest_findings(goal_id: uuid.UUID, before: uuid.UUID | None = None) -> FoundView:
    """A goal's findings, the newest first, before the one given."""
    rows = _findings(goal_id).order_by("-id")
    if before is not None:
        rows = rows.filter(id__lt=before)
    found = list(rows.values(*_FIELDS, **_CALLED, total=Window(Count("id")))[:SHOWN])
    total = found[0]["total"] if found else 0
    return FoundView(tuple(_view(row) for row in found), total)


_FIELDS = ("id", "kind", "why", "certain", "prevented", "tried_again")
_CALLED = {
    "agent_handle": F("agent__handle"),
    "agent_name": F("agent__name"),
    "task_key": F("task"),
    "task_title": F("task__title"),
    "task_state": F("task__state"),
    "team": F("message__conversation__team"),
    "message_key": F("message"),
    "number": F("message__number"),
    "seq": F("message__event_seq"),
    "at": F("created_at"),
}


def _findings(goal_id: uuid.UUID) -> QuerySet[Finding]:
    since = Q(ended_at=None) | Q(ended_at__gt=OuterRef("created_at"))
    tried_again = Exists(Attempt.objects.filter(since, task=OuterRef("task")))
    return Finding.objects.filter(goal=goal_id).annotate(tried_again=tried_again)


def _view(row: Mapping[str, Any]) -> FindingView:
    state = TaskState(row["task_state"]) if row["task_state"] else None
    return FindingView(
        id=row["id"],
        kind=FindingKind(row["kind"]),
        agent=row["agent_handle"] or "",
        agent_name=row["agent_name"] or "",
        task=row["task_key"],
        task_title=row["task_title"] or "",
        team=row["team"],
        message=row["message_key"],
        number=row["number"],
        seq=row["seq"],
        why=row["why"],
        certain=row["certain"],
        prevented=row["prevented"],
        handling=handling_of(state, prevented=row["prevented"], tried_again=row["tried_again"]),
        at=row["at"],
    )
