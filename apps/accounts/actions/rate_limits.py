"""Rate limits, counted in Postgres: one row each, and one statement for all that is counted of a request.

The row holds a moment that each request moves one step ahead of now; who is a whole minute ahead has to wait. That is
the generic cell rate algorithm: the whole quota may come at once, then it comes back evenly.
"""

from collections.abc import Iterable
from datetime import timedelta
from math import ceil
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from apps.accounts.domain.proxies import origin
from apps.accounts.domain.rate_limits import WINDOW, RateLimit
from apps.accounts.models import Pace

_COUNT = """
INSERT INTO accounts_pace AS pace (key, ahead_until)
SELECT key, clock_timestamp() + step FROM unnest(%s::text[], %s::interval[]) AS asked (key, step) --where
ON CONFLICT (key) DO UPDATE
SET ahead_until = GREATEST(pace.ahead_until, clock_timestamp()) + (excluded.ahead_until - clock_timestamp())
WHERE pace.ahead_until + (excluded.ahead_until - clock_timestamp()) <= clock_timestamp() + make_interval(secs => %s)
RETURNING key, xmax = 0
"""
_MOVE = "".join(
    [
        *("WITH own AS (", _COUNT.replace("--where", ""), "), shared AS ("),
        *(_COUNT.replace("--where", "WHERE (SELECT count(*) FROM own) = %s"), ")"),
        "SELECT * FROM own UNION ALL SELECT * FROM shared",
    ]
)
_FORGET = """
DELETE FROM accounts_pace
WHERE key IN (SELECT key FROM accounts_pace WHERE ahead_until < clock_timestamp() FOR UPDATE SKIP LOCKED)
"""


def keep_pace(quotas: Iterable[RateLimit], shared: Iterable[RateLimit] = ()) -> int:
    """Count one request against each quota; gives how many seconds its sender has to wait first, 0 for none.

    What is `shared` with others is used up only by a request that its sender's own quotas let through.
    """
    own, others = _bound(quotas), _bound(shared)
    if not own and not others:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [*_steps(own), *_steps(others, len(own))])
        passed = dict(cursor.fetchall())
        if any(passed.values()):  # somebody new came: forget those who have not come for a minute
            cursor.execute(_FORGET)
    stopped = [[quota for quota in tier if quota.key not in passed] for tier in (own, others)]
    return max((_wait(quota) for quota in stopped[0] or stopped[1]), default=0)


def _bound(quotas: Iterable[RateLimit]) -> list[RateLimit]:
    """Those that limit anything, each once and in the order of their keys, so that two senders never wait crosswise."""
    return [quota for _, quota in sorted({quota.key: quota for quota in quotas if quota.requests}.items())]


def _steps(quotas: list[RateLimit], *more: int) -> list[Any]:
    return [[quota.key for quota in quotas], [quota.step for quota in quotas], *more, WINDOW.total_seconds()]


def count_refusal(address: str) -> int:
    """Count somebody at `address` whose token was unknown; gives how many seconds they have to wait, 0 for none.

    Whoever has a token that counts is never asked this, so nobody locks others out, at one address neither.
    """
    return keep_pace([quota_of("refused", origin(address))])


def quota_of(what: str, key: str) -> RateLimit:
    """What the settings grant to one token, user, workspace or address."""
    return RateLimit(f"{what}:{key}"[:100], settings.IOA_RATES[what])


def _wait(quota: RateLimit) -> int:
    ahead_until = Pace.objects.values_list("ahead_until", flat=True).get(pk=quota.key)
    return max(1, ceil((ahead_until + quota.step - WINDOW - timezone.now()) / timedelta(seconds=1)))
