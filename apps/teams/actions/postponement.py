"""Attempts that have to wait: for an agent that is busy, or one at a time since their task was lost so often."""

from datetime import timedelta

from django.db import connection
from django.db.models import Count, Q, QuerySet

from apps.agents.domain.calls import Usage
from apps.journal.actions import Log
from apps.teams.actions import limits, tasks
from apps.teams.actions.held_lines import LineBusy, tell_lines
from apps.teams.domain.retries import SUSPECT_LOST, wait_for_busy
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt
from apps.teams.queries.connections import line_of

MOST_WAIT = 86400.0  # seconds; what an agent asks for may be any number
_PUT_BACK = ("state", "worker", "started_at", "lease_until", "reserved_tokens", "busy_for", "not_before")


def wait_for_agent(log: Log, attempt: Attempt, seconds: float) -> bool:
    """Put a running attempt back until its agent wants to be asked, `seconds` from now; nobody asks it sooner.

    False: with that the agent would have been given more time in all than one call to it may take. Time in which it was
    not asked for other reasons, a pause say, does not count.
    """
    patience = timedelta(seconds=line_of(attempt).timeout_seconds)
    pause = wait_for_busy(attempt.busy_for, timedelta(seconds=min(seconds, MOST_WAIT)), patience)
    if pause is None:
        return False
    attempt.busy_for, attempt.not_before = attempt.busy_for + pause, log.now + pause
    put_back(log, attempt)
    tell_lines(log, LineBusy(line_of(attempt).pk, attempt.not_before))
    return True


def put_back(log: Log, attempt: Attempt) -> None:
    """Have a running attempt begun again; what its call gives now is late."""
    limits.settle(log, attempt.task.team, Usage(), reserved_tokens=attempt.reserved_tokens)
    attempt.state, attempt.worker, attempt.started_at, attempt.lease_until = AttemptState.READY, "", None, None
    attempt.reserved_tokens = 0
    attempt.save(update_fields=_PUT_BACK)
    if attempt.task.state != TaskState.ASKING:  # its agent goes on waiting for the answer
        tasks.move(log, attempt.task, TaskState.READY)


LATER = timedelta(seconds=2)
_ONE_AT_A_TIME = 7_305_001  # the advisory lock of whoever looks, until its transaction ends
_IS_LOST = Q(task__attempts__state=AttemptState.LOST)


def is_alone_among_suspects(attempt: Attempt) -> bool:
    """Whether an attempt may begin now: one whose task was lost so often waits until no other such is at work."""
    if attempt.number <= SUSPECT_LOST or not _suspects().filter(pk=attempt.pk).exists():
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_ONE_AT_A_TIME])  # a connection is held: never wait
        (alone,) = cursor.fetchone()
    return alone and not _suspects().filter(state=AttemptState.RUNNING).exists()


def _suspects() -> "QuerySet[Attempt]":
    rows = Attempt.objects.filter(number__gt=SUSPECT_LOST)
    return rows.annotate(lost=Count("task__attempts", filter=_IS_LOST)).filter(lost__gte=SUSPECT_LOST)
