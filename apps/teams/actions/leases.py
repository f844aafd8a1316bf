"""The leases of attempts, for the calls that a process has in flight."""

import uuid
from collections.abc import Iterable

from django.db import connection
from django.db.models import QuerySet

from apps.journal.actions import clock
from apps.teams.domain.retries import LEASE
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt

_CALL = "attempt:"


def call_name(attempt_id: uuid.UUID) -> str:
    """What the call of an attempt is called among the calls of a process."""
    return f"{_CALL}{attempt_id}"


def attempt_ids_among(calls: Iterable[str]) -> list[uuid.UUID]:
    """Give the attempts among the calls of a process."""
    return [uuid.UUID(name.removeprefix(_CALL)) for name in calls if name.startswith(_CALL)]


def renew(calls: Iterable[str]) -> None:
    """Keep alive the attempts among the calls in flight in this process, with one statement.

    A row that somebody has locked is left to the next time: what others are at must not hold up all that this keeps.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RENEW, [LEASE.total_seconds(), attempt_ids_among(calls)])


def lapse(calls: Iterable[str]) -> None:
    """Let leases run out now, as if the worker had been lost at these calls: it could not begin them."""
    _running_attempts(calls).update(lease_until=clock())


def release(calls: Iterable[str]) -> None:
    """Give back the attempts of calls that this process had to drop: others take over at once, and no try is lost.

    A row that somebody has locked is waited for last, and alone: who has it may wait for another of these.
    """
    with connection.cursor() as cursor:
        cursor.execute(_GIVE_BACK, [attempt_ids_among(calls)])
    held = _running_attempts(calls)
    for attempt_id in held.exclude(worker="").values_list("pk", flat=True):
        held.filter(pk=attempt_id).update(lease_until=clock(), worker="")


def _running_attempts(calls: Iterable[str]) -> "QuerySet[Attempt]":
    return Attempt.objects.filter(id__in=attempt_ids_among(calls), state=AttemptState.RUNNING)


_FREE = "SELECT id FROM teams_attempt WHERE id = ANY(%s) AND state = 'running' FOR NO KEY UPDATE SKIP LOCKED"
_RENEW = f"""
    UPDATE teams_attempt SET lease_until = clock_timestamp() + %s * interval '1 second'
    WHERE id IN ({_FREE})"""  # noqa: S608  no value of anybody's
_GIVE_BACK = f"""
    UPDATE teams_attempt SET lease_until = clock_timestamp(), worker = ''
    WHERE id IN ({_FREE})"""  # noqa: S608  the same
