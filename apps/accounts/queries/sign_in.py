"""Whether a one-time link would still let somebody in."""

from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.models import SignInLink
from apps.accounts.queries.tokens import digest_of


def usable_link(token: str) -> QuerySet[SignInLink]:
    """The link of that token, unless it was used, has expired, or its person may not sign in."""
    return SignInLink.objects.filter(
        digest=digest_of(token), used_at=None, expires_at__gt=timezone.now(), user__is_active=True
    )


def link_opens(token: str) -> bool:
    """Whether using the link now would sign somebody in. Asking does not use it up."""
    return usable_link(token).exists()
