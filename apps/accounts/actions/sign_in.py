"""One-time links and passwords."""

import secrets
from datetime import timedelta
from uuid import UUID

from django.contrib.auth import authenticate
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.domain.peers import origin
from apps.accounts.domain.roles import Role
from apps.accounts.events import AccountsDeed
from apps.accounts.models import Member, SignInLink, SignInTry, User
from apps.accounts.queries import require
from apps.accounts.queries.sign_in import usable_link
from apps.accounts.queries.tokens import digest_of
from apps.journal.actions import audit

LINK_LASTS = timedelta(hours=24)
WINDOW = timedelta(minutes=15)
MOST_TRIES = 10  # wrong passwords in the window, for one user name and for one address


class TooManyTries(Exception):
    """Wrong passwords kept coming from here, or for this name."""


@transaction.atomic
def issue_sign_in_link(user_id: UUID, by: Actor | None = None) -> str:
    """Make a link that signs the person in once within 24 hours; returns its path. Earlier ones stop working.

    `by` None: the command line, on behalf of whoever runs the installation.
    """
    token = secrets.token_urlsafe(32)
    SignInLink.objects.filter(user_id=user_id, used_at=None).delete()
    SignInLink.objects.create(user_id=user_id, digest=digest_of(token), expires_at=timezone.now() + LINK_LASTS)
    audit(AccountsDeed.LINK_ISSUED, by, User.objects.get(pk=user_id).username, user_id)
    return reverse("sign-in-link", args=[token])


@transaction.atomic
def invite(actor: Actor, user_id: UUID) -> str:
    """A sign-in link for a member of the actor's workspace; returns its path. Owners only.

    Raises Conflict for somebody who also belongs to another workspace, or who runs the installation: the link would
    open more than this owner may.
    """
    require(actor, Role.OWNER)
    user = User.objects.filter(pk=user_id, memberships__workspace_id=actor.workspace_id).first()
    if user is None:
        raise NotFound("There is no such member in this workspace.")
    elsewhere = Member.objects.filter(user=user).exclude(workspace_id=actor.workspace_id).exists()
    if elsewhere or user.is_staff or user.is_superuser:
        raise Conflict("This person also has access elsewhere: they have to sign in by themselves.")
    return issue_sign_in_link(user_id, by=actor)


@transaction.atomic
def use_sign_in_link(token: str) -> User:
    """Use the link up and return whom it signs in. Raises Refused when it was used, has expired or never was."""
    link = usable_link(token).select_for_update(of=("self",)).select_related("user").first()
    if link is None:
        raise Refused(**{"": "This link was used already or has expired: ask for a new one."})
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    return link.user


def sign_in_with_password(username: str, password: str, address: str) -> User:
    """Whom this name and password belong to. Raises Refused when they are wrong, TooManyTries after ten wrong ones.

    A try is written down before the password is looked at, so that tries made at the same time count each other.
    """
    now = timezone.now()
    SignInTry.objects.filter(at__lt=now - WINDOW).delete()
    mine = SignInTry.objects.create(name_digest=digest_of(username.lower()), address=origin(address), at=now)
    if _over_the_limit(mine):
        mine.delete()
        raise TooManyTries
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise Refused(**{"": "The name or the password is wrong."})
    SignInTry.objects.filter(name_digest=mine.name_digest).delete()
    return user


def _over_the_limit(mine: SignInTry) -> bool:
    by_name = SignInTry.objects.filter(name_digest=mine.name_digest)
    by_address = SignInTry.objects.filter(address=mine.address)
    return by_name.count() > MOST_TRIES or by_address.count() > MOST_TRIES
