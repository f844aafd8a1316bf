"""What was tried and refused goes into the audit log, as much of it as a stranger can't flood the log with.

Of one person or one address five a minute are noted, of all strangers together twenty; the others are counted, and the
counts are noted each minute. See docs/operations.md.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from apps.accounts.actions.rate_limits import keep_pace
from apps.accounts.domain.proxies import origin
from apps.accounts.domain.rate_limits import RateLimit
from apps.accounts.events import AccountsDeed
from apps.accounts.models import LeftOut, User
from apps.journal.actions import audit
from apps.journal.domain.audit import AuditOutcome, Who, current_origin

OF_ONE = 5  # entries a minute about one person, or one address
OF_STRANGERS = 20  # entries a minute about all who are nobody here
UNKNOWN = "an unknown name"  # what was typed is kept of nobody: people type passwords into the field for names
_COUNT = """
    INSERT INTO accounts_leftout AS known (deed, count) VALUES (%s, 1)
    ON CONFLICT (deed) DO UPDATE SET count = known.count + 1"""


def note_refusal(
    deed: AccountsDeed, who: Who | None, about: str, object_id: UUID | None = None, **details: object
) -> None:
    """Note what somebody was refused; None: a stranger. Never a part of the transaction that was refused."""
    _note(deed, who, about, object_id, _quotas(who.user_id if who else None), details)


def note_sign_in_refusal(way: str, username: str = "", **details: object) -> None:
    """Note that somebody did not get in. Tries of a name that there is count with that person's."""
    user = User.objects.filter(username=username).first() if username else None
    about = user.username if user else UNKNOWN if username else way
    quotas = _quotas(user.pk if user else None)
    _note(AccountsDeed.SIGN_IN_REFUSED, None, about, user.pk if user else None, quotas, {"way": way, **details})


@transaction.atomic
def note_left_out() -> None:
    """Note how many refusals were left out since the last time."""
    rows = list(LeftOut.objects.select_for_update(no_key=True, skip_locked=True))
    if rows:
        LeftOut.objects.filter(pk__in=[row.pk for row in rows]).delete()
        counts: dict[str, Any] = {row.deed: row.count for row in rows}
        total = sum(counts.values())
        audit(AccountsDeed.LEFT_OUT, None, f"{total} refusals", None, outcome=AuditOutcome.REFUSED, **counts)


def _quotas(user_id: UUID | None) -> Iterable[RateLimit]:
    if user_id is not None:
        return [RateLimit(f"noted:{user_id}", OF_ONE)]
    return [RateLimit(f"noted:{origin(current_origin())}", OF_ONE), RateLimit("noted:strangers", OF_STRANGERS)]


def _note(
    deed: str, who: Who | None, about: str, object_id: UUID | None, quotas: Iterable[RateLimit], details: dict[str, Any]
) -> None:
    if keep_pace(quotas):
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [deed])
    else:
        audit(deed, who, about, object_id, outcome=AuditOutcome.REFUSED, **details)
