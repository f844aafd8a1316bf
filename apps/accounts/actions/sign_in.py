"""How people get in: by password, by link, the password itself, and how often somebody may try."""

import secrets
from datetime import timedelta
from math import ceil
from uuid import UUID

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils import timezone

from apps.accounts.actions.refusals import note_sign_in_refusal
from apps.accounts.domain.access import Actor, Role, Scope
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.domain.proxies import origin
from apps.accounts.domain.rate_limits import A_SITE, KEPT, MOST_OF_PLACE, PAUSE_OF_PLACE, RECENT, pause, site_of
from apps.accounts.events import AccountsDeed
from apps.accounts.models import BrowserSession, SignInLink, SignInTry, User
from apps.accounts.queries import require, require_scope
from apps.accounts.queries.sessions import gets_first_link, id_of_session, usable_link
from apps.accounts.queries.tokens import digest_of
from apps.core.sentences import sentence
from apps.journal.actions import audit
from apps.journal.domain.audit import Person


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


LINK_LASTS = timedelta(hours=24)


@transaction.atomic
def issue_sign_in_link(user_id: UUID, by: Actor | None = None) -> str:
    """Make a link that signs the person in once within 24 hours; returns its path. Earlier ones stop working.

    `by` None: the command line, on behalf of whoever runs the installation.
    """
    token = secrets.token_urlsafe(32)
    path = reverse("sign-in-link", args=[token])  # before the first statement: the first address loads all pages' code
    SignInLink.objects.filter(user_id=user_id, used_at=None).delete()
    SignInLink.objects.create(user_id=user_id, digest=digest_of(token), expires_at=timezone.now() + LINK_LASTS)
    audit(AccountsDeed.LINK_ISSUED, by, User.objects.get(pk=user_id).username, user_id)
    return path


@transaction.atomic
def issue_first_link(actor: Actor, user_id: UUID) -> str:
    """The sign-in link of an account that the actor's workspace made, until it was used; returns its path. Owners only.

    Raises Conflict for everybody else: whoever has been in an account signs in as always, and a link for it would open
    more than this owner may.
    """
    require(actor, Role.OWNER)
    require_scope(actor, Scope.ACCESS)
    people = User.objects.select_for_update(no_key=True, of=("self",))
    user = people.filter(pk=user_id, memberships__workspace_id=actor.workspace_id).first()
    if user is None:
        raise NotFound("There is no such member in this workspace.")
    if not gets_first_link(user, actor.workspace_id):
        raise Conflict(
            "A sign-in link is made for new accounts only, until they were used. This person signs in as always; who "
            "lost the way in asks whoever runs the installation."
        )
    return issue_sign_in_link(user_id, by=actor)


@transaction.atomic
def recover_account(username: str) -> str:
    """A sign-in link for somebody who lost the way in; returns its path. For the operator's command line alone.

    Whoever else may be in the account is put out: its sessions and links end, and its password no longer counts.
    Tokens stay. Raises NotFound, also for an account that is switched off.
    """
    user = User.objects.select_for_update(no_key=True).filter(username=username, is_active=True).first()
    if user is None:
        raise NotFound(sentence("There is no account {username!r} that may sign in.", username=username))
    user.set_unusable_password()
    user.save(update_fields=["password"])
    ended, _ = BrowserSession.objects.filter(user=user).delete()
    audit(AccountsDeed.ACCOUNT_RECOVERED, None, username, user.pk, sessions=ended)
    return issue_sign_in_link(user.pk)


@transaction.atomic
def use_sign_in_link(token: str) -> User:
    """Use the link up and return whom it signs in. Raises Refused when it was used, has expired or never was.

    The account counts as used from now on, so that an owner who makes another link meanwhile gets none.
    """
    link = usable_link(token).select_for_update(no_key=True, of=("self", "user")).select_related("user").first()
    if link is None:
        raise Refused(**{"": "This link was used already or has expired: ask for a new one."})
    link.used_at = link.user.last_login = timezone.now()
    link.save(update_fields=["used_at"])
    link.user.save(update_fields=["last_login"])
    audit(AccountsDeed.SIGNED_IN, _as_person(link.user), link.user.username, link.user.pk, way="link")
    return link.user


def note_sign_out(user: User) -> None:
    """Note that somebody ended their session."""
    audit(AccountsDeed.SIGNED_OUT, _as_person(user), user.username, user.pk)


def sign_in_with_password(username: str, password: str, address: str, device: str = "") -> User:
    """Whom this name and password belong to. Raises Refused when they are wrong, TooManyTries when it is too early."""
    try:
        mine = count_try(username, address, device)
    except TooManyTries:
        note_sign_in_refusal("password", username, why="too many tries")
        raise
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        note_sign_in_refusal("password", username)
        raise Refused(**{"": "The name or the password is wrong."})
    forget_tries(mine)
    audit(AccountsDeed.SIGNED_IN, _as_person(user), user.username, user.pk, way="password")
    return user


def _as_person(user: User) -> Person:
    return Person(user.pk, str(user))


def set_password(actor: Actor, session_key: str, *, new: str, current: str = "") -> User:
    """Choose a password, and give the person as they are now. All their other sessions end.

    Raises Refused beside `current` where there is one that is not this, beside `new` for one that is easily guessed;
    TooManyTries. Wrong ones are counted for this session alone, so that no stranger keeps its person from it.
    """
    user = User.objects.get(pk=actor.user_id)
    if user.has_usable_password():
        _check(user, current, session_key)
    try:
        validate_password(new, user)
    except ValidationError as weak:
        raise Refused(new=" ".join(weak.messages)) from weak
    with transaction.atomic():
        user.set_password(new)
        user.save(update_fields=["password"])
        others = BrowserSession.objects.filter(user=user).exclude(session_key=session_key)
        ended, _ = others.delete()
        audit(AccountsDeed.PASSWORD_SET, actor, user.username, user.pk, sessions=ended)
    return user


def _check(user: User, current: str, session_key: str) -> None:
    mine = count_try(user.username, "", id_of_session(session_key).hex)
    if not user.check_password(current):
        raise Refused(current="This is not your password.")
    forget_tries(mine)
