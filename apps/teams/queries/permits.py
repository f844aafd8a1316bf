"""The leave of people: for just these words to just this agent, as their digest says."""

import hashlib
import json

from django.db.models import QuerySet

from apps.accounts.queries import may_decide
from apps.teams.domain.states import APPROVE, DENY, ApprovalKind, ApprovalState
from apps.teams.models import Approval, Task


def digest_of(*said: object) -> str:
    """Give the digest of all that would be said, and to whom."""
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def is_permitted(task: Task, digest: str) -> bool:
    """Whether somebody who may still decide has permitted just this; the task's team and goal are loaded."""
    deciders = _answered_approvals(task, digest, APPROVE).values_list("decided_by_id", flat=True)
    return any(may_decide(user_id, task.team.goal.workspace_id) for user_id in deciders)


def is_waiting_for_permit(task: Task, digest: str) -> bool:
    """Whether a person is being asked for just this."""
    return Approval.objects.filter(task=task.id, state=ApprovalState.PENDING, digest=digest).exists()


def denier_of(task: Task, digest: str) -> str | None:
    """Give the name of who denied just this; None where nobody did."""
    denial = _answered_approvals(task, digest, DENY).select_related("decided_by").first()
    return str(denial.decided_by) if denial else None


def _answered_approvals(task: Task, digest: str, answer: str) -> "QuerySet[Approval]":
    given = Approval.objects.filter(task=task.id, kind=ApprovalKind.PERMIT, state=ApprovalState.ANSWERED)
    return given.filter(answer=answer, digest=digest)
