"""Finding what no bell was heeded for, and ringing again.

The tables say what is to be done; this only has somebody look. Whoever looks checks under the lock, so a ring too many
does nothing. What became due a moment ago is left to the ring that is on its way.
"""

import logging
import uuid
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.db import OperationalError

from apps.chat.actions import turns
from apps.chat.queries import due
from apps.journal.actions import beat, clock
from apps.journal.bells import Bell, ring
from apps.teams.actions import attempts
from apps.teams.queries import work

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=1)


def sweep() -> None:
    """Expire leases that ran out, ring for everything that waits, and leave a sign of life."""
    now = clock()
    for conversation_id in due.turns_expired(now):
        _unless_held(turns.expire, conversation_id)
    for attempt_id in work.attempts_expired(now):
        _unless_held(attempts.expire, attempt_id)
    waiting: Iterable[tuple[Bell, Iterable[object]]] = (
        (Bell.TURN_DUE, due.turns_due(now - GRACE)),
        (Bell.ATTEMPT_READY, work.attempts_ready(now - GRACE)),
        (Bell.TASK_SETTLED, work.tasks_unheeded(now - GRACE)),
        (Bell.AGENT_ASKED, work.questions_unheeded(now - GRACE)),
        (Bell.SUBTEAM_DUE, work.subteams_due(now - GRACE)),
        (Bell.LIMIT_REACHED, work.teams_overdue(now)),
        (Bell.GOAL_DONE, work.goals_unlearned(now - GRACE)),
    )
    for bell, identifiers in waiting:
        for identifier in identifiers:
            ring(bell, identifier)
    beat(due.SWEEPER)


def _unless_held(expire: Callable[[uuid.UUID], None], identifier: uuid.UUID) -> None:
    """Leave what somebody holds locked to the next sweep: one goal must not keep the others waiting."""
    try:
        expire(identifier)
    except OperationalError:
        log.warning("%s is held by another process; the next sweep looks again", identifier)
