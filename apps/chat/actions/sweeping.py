"""Finding what no bell was heeded for, and ringing again.

The tables say what is to be done; this only has somebody look. Whoever looks checks under the lock, so a ring too many
does nothing. What became due a moment ago is left to the ring that is on its way; while many bells wait for a worker,
what is due is most likely among them, and ringing again would only make the queue longer.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

from django.db import OperationalError

from apps.agents.actions.presence import note_presence
from apps.chat.actions import turns
from apps.chat.queries import due
from apps.journal.actions import beat, clock
from apps.journal.bells import Bell, ring, waiting
from apps.teams.actions import attempts
from apps.teams.queries import work

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=1)
BUSY_GRACE = timedelta(seconds=15)
BUSY = 16  # bells that wait


def sweep() -> None:
    """Expire leases that ran out, of agents' sockets too, ring for everything that waits, and leave a sign of life."""
    now = clock()
    for conversation_id in due.turns_expired(now):
        _unless_held(partial(turns.expire, conversation_id), conversation_id)
    for attempt_id in work.attempts_expired(now):
        _unless_held(partial(attempts.expire, attempt_id), attempt_id)
    _unless_held(note_presence, "the presence of agents")
    due_since = now - (GRACE if waiting() < BUSY else BUSY_GRACE)
    unheeded: Iterable[tuple[Bell, Iterable[object]]] = (
        (Bell.TURN_DUE, due.turns_due(due_since)),
        (Bell.ATTEMPT_READY, work.attempts_ready(due_since)),
        (Bell.TASK_SETTLED, work.tasks_unheeded(due_since)),
        (Bell.AGENT_ASKED, work.questions_unheeded(due_since)),
        (Bell.SUBTEAM_DUE, work.subteams_due(due_since)),
        (Bell.LIMIT_REACHED, work.teams_overdue(now)),
        (Bell.GOAL_DONE, work.goals_unlearned(due_since)),
    )
    for bell, identifiers in unheeded:
        for identifier in identifiers:
            ring(bell, identifier)
    beat(due.SWEEPER)


def _unless_held(work: Callable[[], None], what: object) -> None:
    """Leave what somebody holds locked to the next sweep: one goal must not keep the others waiting."""
    try:
        work()
    except OperationalError:
        log.warning("%s is held by another process; the next sweep looks again", what)
