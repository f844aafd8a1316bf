"""A call has ended: its task, what the conversation makes of it and what comes next, all in one transaction."""

import uuid
from datetime import datetime

from apps.agents.domain.address import Outcome
from apps.chat.actions.moving import heed
from apps.chat.actions.scene import close_all, of_team
from apps.journal.bells import Bell
from apps.teams.actions import attempts
from apps.teams.actions.taking import Hands, take_ready


def finish(attempt_id: uuid.UUID, begun: datetime | None, outcome: Outcome, hands: Hands | None = None) -> None:
    """Record how a call ended, tell the conversation what settled by it, and take the work that became ready.

    `begun`: when the call began, as its attempt said then.
    """
    with attempts.locked(attempt_id) as (log, attempt):
        attempts.end(log, attempt, outcome, begun)
        if log.rung(Bell.TASK_SETTLED):
            scene = of_team(log, attempt.task.team)
            heed(scene)
            close_all(scene)
        take_ready(log, hands)
    attempts.ring_next(attempt, log.now)
