"""Whether a one-time link would still let somebody in."""

from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.models import Member, SignInLink, User
from apps.accounts.queries.tokens import digest_of


def usable_link(token: str) -> QuerySet[SignInLink]:
    """The link of that token, unless it was used, has expired, or its person may not sign in."""
    return SignInLink.objects.filter(
        digest=digest_of(token), used_at=None, expires_at__gt=timezone.now(), user__is_active=True
    )


def link_opens(token: str) -> bool:
    """Whether using the link now would sign somebody in. Asking does not use it up."""
    return usable_link(token).exists()


def has_password(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether somebody can sign in by themselves."""
    return isinstance(user, User) and user.has_usable_password()


def gets_first_link(user: User, workspace_id: UUID) -> bool:
    """Whether an owner of the workspace may make a sign-in link: it made the account, and nobody was ever in it."""
    made_here = user.made_in_id == workspace_id and user.last_login is None
    elsewhere = Member.objects.filter(user=user).exclude(workspace_id=workspace_id)
    return made_here and not (user.is_staff or user.is_superuser or elsewhere.exists())
