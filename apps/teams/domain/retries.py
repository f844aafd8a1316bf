"""When an attempt that gave nothing is followed by another: a decision and its table."""

from datetime import timedelta
from enum import StrEnum

from apps.agents.domain.failures import WorkFate

LEASE = timedelta(seconds=10)
"""How long a worker's word holds, unless it is renewed."""

RENEW_SECONDS = 3.0
MAX_TRIES = 3
MAX_LOST = 5
MAX_SENT_BACK = 1
SUSPECT_LOST = 3
"""From this many losses on such work is done one at a time, so that what ends its worker is told from the rest."""

BUSY_LEAST = timedelta(seconds=1)


class Next(StrEnum):
    """What becomes of the task."""

    AGAIN = "again"  # one more attempt
    FAIL = "fail"  # it fails
    ASK = "ask"  # a person decides


def after_error(work: WorkFate, *, repeatable: bool, resumable: bool, permanent: bool, tries: int) -> Next:
    """After a call failed, for the `tries`-th time.

    `work`: what that says of the work. `repeatable`: doing it twice does no harm. `resumable`: the next attempt goes on
    where this one was, and begins nothing anew. `permanent`: the same again is pointless.
    """
    may_go_on = repeatable or resumable or work is WorkFate.NOT_BEGUN
    if may_go_on and not permanent and tries < MAX_TRIES:
        return Next.AGAIN
    return Next.ASK if work is WorkFate.UNKNOWN and not repeatable else Next.FAIL


def after_flaw(*, mendable: bool, repeatable: bool, tries: int) -> Next:
    """After an answer came that is none, the `tries`-th time that the task failed: its agent is told of it once.

    `mendable`: who is told of it may do better. Where the work may have been done, and doing it twice could do harm, a
    person decides.
    """
    if not mendable:
        return Next.FAIL
    if not repeatable:
        return Next.ASK
    return Next.AGAIN if tries < MAX_SENT_BACK + 1 else Next.FAIL


def wait_for_busy(waited: timedelta, asked_for: timedelta, patience: timedelta) -> timedelta | None:
    """How long to leave an agent alone that is busy and has been for `waited`; None: it has been given long enough.

    It gets the time that it asks for, and as long as it goes on like that ever more.
    """
    wait = max(asked_for, BUSY_LEAST, waited / 4)
    return wait if waited + wait <= patience else None


def after_loss(*, repeatable: bool, lost: int) -> Next:
    """After the lease of a worker ran out in the middle of a call, for the `lost`-th time.

    `repeatable`: doing it twice does no harm, or the next attempt goes on where this one was.
    """
    if not repeatable:
        return Next.ASK
    return Next.FAIL if lost >= MAX_LOST else Next.AGAIN


def backoff(tries: int) -> float:
    """Seconds to wait before the next try, after `tries` of them."""
    return float(2 ** (tries - 1))
