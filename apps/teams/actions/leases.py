"""The leases of attempts, for the calls that a process has in flight."""

import uuid
from collections.abc import Iterable

from apps.journal.actions import clock
from apps.teams.domain.retry import LEASE
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt

_CALL = "attempt:"


def call_name(attempt_id: uuid.UUID) -> str:
    """What the call of an attempt is called among the calls of a process."""
    return f"{_CALL}{attempt_id}"


def attempts_among(calls: Iterable[str]) -> list[uuid.UUID]:
    """Give the attempts among the calls of a process."""
    return [uuid.UUID(name.removeprefix(_CALL)) for name in calls if name.startswith(_CALL)]


def renew(calls: Iterable[str]) -> None:
    """Keep alive the attempts among the calls in flight in this process, with one statement."""
    held = attempts_among(calls)
    Attempt.objects.filter(id__in=held, state=AttemptState.RUNNING).update(lease_until=clock() + LEASE)


def release(calls: Iterable[str]) -> None:
    """Let the leases of calls that this process had to drop run out now, so that others take over at once."""
    held = attempts_among(calls)
    Attempt.objects.filter(id__in=held, state=AttemptState.RUNNING).update(lease_until=clock())
