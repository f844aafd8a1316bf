"""Work that somebody else is to look at, and who looked."""

import uuid
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from apps.journal.queries.compiled import first_column
from apps.teams.domain.checks import Verification
from apps.teams.domain.formation import Seat
from apps.teams.domain.states import OPEN_TASK, ApprovalKind, ApprovalState, AttemptState, TaskState
from apps.teams.models import Approval, Attempt, Task

MOST = 200  # rows that a sweep looks at, drawn anew each time
_UNREAD = ("agent__vector", "agent__profile_vector", "agent__goal_words")


def authors_of(task: Task) -> frozenset[str]:
    """Ids of the agents that do, or did, a task: alone, or as a team of its own."""
    return frozenset({str(task.owner.agent_id), *(Seat.model_validate(seat).agent_id for seat in task.seats)})


def barred_from(task: Task) -> frozenset[str]:
    """Ids of the agents that may not do a task, nor a part of it, since it is the check of their own work."""
    above: Task | None = task
    while above is not None:
        if above.checks is not None:
            return authors_of(above.checks)
        above = above.delegated_by
    return frozenset()


def last_attempt_at(task: Task) -> Attempt | None:
    """The newest attempt at a task in hand, with its agent and connection; None: a team of its own does it."""
    rows = task.attempts.select_related("agent", "connection").defer(*_UNREAD)
    attempt = rows.order_by("-number").first()
    if attempt is not None:
        attempt.task = task
    return attempt


def why_done_anew(task: Task) -> str:
    """What was wrong with the result of a task before the one that it has; "": this is the first."""
    refused = task.attempts.filter(state=AttemptState.FAILED).exclude(result="").order_by("-number")
    return refused.values_list("failure", flat=True).first() or ""


def is_being_checked(task: Task) -> bool:
    """Whether somebody was asked to look at it who has not answered."""
    asked = Approval.objects.filter(task=task, kind=ApprovalKind.CHECK, state=ApprovalState.PENDING)
    return task.checked_in.filter(state__in=OPEN_TASK).exists() or asked.exists()


def is_newest_check(check: Task) -> bool:
    """Whether no other check of the same work was begun after this one."""
    return not Task.objects.filter(checks=check.checks_id, number__gt=check.number).exists()


@first_column(datetime)
def checks_due(before: datetime) -> "QuerySet[Any, uuid.UUID]":
    """Tasks that are claimed to be done, and that nobody was asked to look at."""
    looked_at = Task.objects.filter(checks=OuterRef("pk"), state__in=OPEN_TASK)
    asked = Approval.objects.filter(task=OuterRef("pk"), kind=ApprovalKind.CHECK, state=ApprovalState.PENDING)
    live = Attempt.objects.filter(task=OuterRef("pk"), state__in=[AttemptState.READY, AttemptState.RUNNING])
    claimed = Task.objects.filter(
        state=TaskState.WORKING, verification=Verification.UNCHECKED, claimed_at__lte=before, team__frozen_at=None
    )
    rows = claimed.filter(~Exists(looked_at), ~Exists(asked), ~Exists(live)).order_by("?")
    return rows.values_list("id", flat=True)[:MOST]
