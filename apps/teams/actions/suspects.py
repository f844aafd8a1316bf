"""Work that was there each time its worker was lost may be what ended it.

What a worker has in hand is lost together, so nobody knows which of it was to blame. What was lost again and again is
therefore done one at a time: the innocent among it comes to its end, and what still loses its worker is given up.
"""

from datetime import timedelta

from django.db import connection
from django.db.models import Count, Q, QuerySet

from apps.teams.domain.retries import SUSPECT_LOST
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt

LATER = timedelta(seconds=2)
_ONE_AT_A_TIME = 7_305_001  # the advisory lock of whoever looks, until its transaction ends
_IS_LOST = Q(task__attempts__state=AttemptState.LOST)


def is_alone_among_suspects(attempt: Attempt) -> bool:
    """Whether an attempt may begin now: one whose task was lost so often waits until no other such is at work."""
    if attempt.number <= SUSPECT_LOST or not _suspects().filter(pk=attempt.pk).exists():
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_AT_A_TIME])
    return not _suspects().filter(state=AttemptState.RUNNING).exists()


def _suspects() -> "QuerySet[Attempt]":
    rows = Attempt.objects.filter(number__gt=SUSPECT_LOST)
    return rows.annotate(lost=Count("task__attempts", filter=_IS_LOST)).filter(lost__gte=SUSPECT_LOST)
