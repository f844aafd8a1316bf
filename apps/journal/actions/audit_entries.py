"""Noting who did what only some may do."""

import uuid

from apps.journal.actions.pulses import clock
from apps.journal.domain.audit import AuditOutcome, Who, current_origin
from apps.journal.models import AuditEntry


def audit(
    deed: str,
    who: Who | None,
    about: object,
    object_id: uuid.UUID | None,
    *,
    workspace_id: uuid.UUID | None = None,
    outcome: AuditOutcome = AuditOutcome.DONE,
    **details: object,
) -> None:
    """Note that somebody did what only some may do, or tried to; a part of the transaction that does it.

    `who` None: the hub or its command line, then `workspace_id` says where. `details` are JSON and hold no secret.
    Where it came from is what a door said (`domain.audit`). The entry is chained when the transaction commits.
    """
    AuditEntry.objects.create(
        at=clock(),
        deed=deed,
        outcome=outcome,
        address=current_origin()[:64],
        actor=who.name[:200] if who else "",
        user_id=who.user_id if who else None,
        workspace_id=who.workspace_id if who else workspace_id,
        about=str(about)[:200],
        object_id=object_id,
        details=details,
    )
