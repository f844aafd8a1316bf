"""Calls that are put back and made later, which is no failure: the agent has too much to do, or the worker ends."""

from datetime import timedelta
from functools import partial

from apps.agents import actions as agents
from apps.agents.domain.calls import Usage
from apps.journal.actions import Log
from apps.teams.actions import expenses, tasks
from apps.teams.domain.retries import wait_for_busy
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt

MOST_WAIT = 86400.0  # seconds; what an agent asks for may be any number
_PUT_BACK = ("state", "worker", "started_at", "lease_until", "reserved_tokens", "busy_for", "not_before")


def wait_for_agent(log: Log, attempt: Attempt, seconds: float) -> bool:
    """Put a running attempt back until its agent wants to be asked, `seconds` from now; nobody asks it sooner.

    False: with that the agent would have been given more time in all than one call to it may take. Time in which it was
    not asked for other reasons, a pause say, does not count.
    """
    patience = timedelta(seconds=attempt.agent.timeout_seconds)
    pause = wait_for_busy(attempt.busy_for, timedelta(seconds=min(seconds, MOST_WAIT)), patience)
    if pause is None:
        return False
    attempt.busy_for, attempt.not_before = attempt.busy_for + pause, log.now + pause
    put_back(log, attempt)
    log.last(str(attempt.agent_id), partial(agents.postpone_calls, attempt.agent_id, attempt.not_before))
    return True


def put_back(log: Log, attempt: Attempt) -> None:
    """Have a running attempt begun again; what its call gives now is late."""
    expenses.settle(log, attempt.task.team, Usage(), reserved_tokens=attempt.reserved_tokens)
    attempt.state, attempt.worker, attempt.started_at, attempt.lease_until = AttemptState.READY, "", None, None
    attempt.reserved_tokens = 0
    attempt.save(update_fields=_PUT_BACK)
    tasks.move(log, attempt.task, TaskState.READY)
