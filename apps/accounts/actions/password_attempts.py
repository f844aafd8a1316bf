"""Wrong passwords are counted, by name and place; who goes on has to wait ever longer."""

from datetime import timedelta
from math import ceil

from django.db.models import Count, Max, Q
from django.utils import timezone

from apps.accounts.domain.password_attempts import A_SITE, KEPT, MOST_OF_PLACE, PAUSE_OF_PLACE, RECENT, pause, site_of
from apps.accounts.domain.peers import origin
from apps.accounts.models import SignInTry
from apps.accounts.queries.tokens import digest_of


class TooManyTries(Exception):
    """Wrong passwords kept coming from this place; `seconds`: how long it has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many wrong tries: wait {seconds} seconds, then try again.")
        self.seconds = seconds


def count_try(username: str, address: str, device: str = "") -> SignInTry:
    """Write a try down before its password is looked at, so that tries made at the same time count each other.

    `device`: the browser, where it is known to the account; else the address says what place it is. Raises
    TooManyTries, and forgets the try, when it comes too early.
    """
    now = timezone.now()
    SignInTry.objects.filter(at__lt=now - KEPT).delete()
    place, site = (f"device {device}",) * 2 if device else (origin(address), site_of(address))
    mine = SignInTry.objects.create(name_digest=digest_of(username.lower()), address=place, site=site, at=now)
    if wait := _wait(mine):
        mine.delete()
        raise TooManyTries(max(1, ceil(wait / timedelta(seconds=1))))
    return mine


def forget_tries(mine: SignInTry) -> None:
    """The password was right: the name's tries from this place count no more; what others try elsewhere does."""
    SignInTry.objects.filter(name_digest=mine.name_digest, address=mine.address).delete()


def _wait(mine: SignInTry) -> timedelta:
    """How long this try came too early; nothing or less: it did not."""
    here, near = Q(address=mine.address), Q(site=mine.site)
    named, recent = Q(name_digest=mine.name_digest), Q(at__gt=mine.at - RECENT)
    found = (
        SignInTry.objects.exclude(pk=mine.pk)
        .filter(here | near)
        .aggregate(
            tries=Count("pk", filter=here & named),
            last=Max("at", filter=here & named),
            tries_near=Count("pk", filter=near & named),
            last_near=Max("at", filter=near & named),
            any_name=Count("pk", filter=here & recent),
            last_of_any=Max("at", filter=here),
        )
    )
    allowed = [
        (found["last"] or mine.at) + pause(found["tries"]),
        (found["last_near"] or mine.at) + pause(found["tries_near"] // A_SITE),
        (found["last_of_any"] or mine.at) + (PAUSE_OF_PLACE if found["any_name"] >= MOST_OF_PLACE else timedelta()),
    ]
    return max(max(allowed) - mine.at, timedelta())
