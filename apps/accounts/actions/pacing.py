"""Rate limits, counted in Postgres: one row and one statement for all that is counted of a request.

The row holds a moment that each request moves one step ahead of now; who is a whole minute ahead has to wait. That is
the generic cell rate algorithm: the whole quota may come at once, then it comes back evenly.
"""

from collections.abc import Iterable
from datetime import timedelta
from math import ceil

from django.conf import settings
from django.db import connection
from django.utils import timezone

from apps.accounts.domain.pacing import WINDOW, Quota
from apps.accounts.domain.peers import origin
from apps.accounts.models import Pace

_MOVE = """
INSERT INTO accounts_pace AS pace (key, ahead_until)
SELECT key, clock_timestamp() + step FROM unnest(%s::text[], %s::interval[]) AS asked (key, step)
ON CONFLICT (key) DO UPDATE
SET ahead_until = GREATEST(pace.ahead_until, clock_timestamp()) + (excluded.ahead_until - clock_timestamp())
WHERE pace.ahead_until + (excluded.ahead_until - clock_timestamp()) <= clock_timestamp() + make_interval(secs => %s)
RETURNING key, xmax = 0
"""
_FORGET = """
DELETE FROM accounts_pace
WHERE key IN (SELECT key FROM accounts_pace WHERE ahead_until < clock_timestamp() FOR UPDATE SKIP LOCKED)
"""


def keep_pace(quotas: Iterable[Quota]) -> int:
    """Count one request against each quota; gives how many seconds its sender has to wait first, 0 for none."""
    bound = {quota.key: quota for quota in sorted(quotas, key=lambda quota: quota.key) if quota.requests}
    if not bound:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [list(bound), [quota.step for quota in bound.values()], WINDOW.total_seconds()])
        passed = dict(cursor.fetchall())
        if any(passed.values()):  # somebody new came: forget those who have not come for a minute
            cursor.execute(_FORGET)
    refused = [quota for key, quota in bound.items() if key not in passed]
    return max((_wait(quota) for quota in refused), default=0)


def count_refused(address: str) -> int:
    """Count somebody at `address` whose token was unknown; gives how many seconds they have to wait, 0 for none.

    Whoever has a token that counts is never asked this, so nobody locks others out, at one address neither.
    """
    return keep_pace([quota_of("refused", origin(address))])


def quota_of(what: str, key: str) -> Quota:
    """What the settings grant to one token, user, workspace or address."""
    return Quota(f"{what}:{key}"[:100], settings.IOA_RATES[what])


def _wait(quota: Quota) -> int:
    ahead_until = Pace.objects.values_list("ahead_until", flat=True).get(pk=quota.key)
    return max(1, ceil((ahead_until + quota.step - WINDOW - timezone.now()) / timedelta(seconds=1)))
