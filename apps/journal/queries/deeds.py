"""Reading the audit log."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Max

from apps.journal.models import AuditEntry


def last_deeds(deed: str, object_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, datetime]:
    """When a deed was last done to each of these; those to which it never was are absent."""
    wanted = list(object_ids)
    if not wanted:
        return {}
    done = AuditEntry.objects.filter(deed=deed, object_id__in=wanted).order_by().values_list("object_id")
    return dict(done.annotate(at=Max("at")))
