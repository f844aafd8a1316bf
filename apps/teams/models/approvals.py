"""Decisions that wait for a person."""

import uuid

from django.db import models
from django.db.models import Q

from apps.core.columns import KeyField, Telling, choices_of, known_states
from apps.core.ids import uuid7
from apps.teams.domain.states import ApprovalKind, ApprovalState, PermitScope
from apps.teams.models.teams import Team
from apps.teams.models.work import Task


class Approval(Telling):
    """A decision that waits for a person."""

    tells = ("question", "answer", "options", "payload", "reason")
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="approvals")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, null=True, related_name="approvals")
    kind = models.CharField(max_length=12, choices=choices_of(ApprovalKind))
    question = models.TextField()
    options = models.JSONField(default=list, help_text="Answers offered as buttons; words are welcome too.")
    state = models.CharField(max_length=12, choices=choices_of(ApprovalState), default=ApprovalState.PENDING)
    answer = models.TextField(blank=True)
    payload = models.JSONField(
        default=dict, help_text="domain.authority.Payload: what would be sent, to whom, for whom."
    )
    digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of all that would be sent, and to whom.")
    wish = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        help_text="Of a permit: SHA-256 of who is to be called, and why it takes leave.",
    )
    scope = models.CharField(
        max_length=8,
        choices=choices_of(PermitScope),
        default=PermitScope.ONCE,
        db_default=PermitScope.ONCE,
        help_text="How far the leave reaches that was given.",
    )
    reason = models.CharField(max_length=1000, blank=True, db_default="", help_text="Why it was denied.")
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by: "models.ForeignKey[uuid.UUID | None, uuid.UUID | None]" = models.ForeignKey(
        "accounts.User",
        on_delete=models.PROTECT,
        null=True,
        related_name="decisions",
    )

    class Meta:
        constraints = [
            known_states("state", ApprovalState, "approval_state_known"),
            known_states("kind", ApprovalKind, "approval_kind_known"),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=Q(state="pending"),
                name="approval_pending",
            )
        ]

    def __str__(self) -> str:
        return self.question[:60]
