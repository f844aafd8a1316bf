"""Who is signed in, with which device, and who may sign in by a link."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from apps.accounts.models import BrowserSession, Member, SignInLink, User
from apps.accounts.queries.tokens import digest_of


def is_signed_in(session_key: str) -> bool:
    """Whether the session of that key is open, of somebody who may sign in, with the password that they have now.

    Django's own look-up would give a session that another key signed a new one, which its browser is not told of here.
    """
    held = import_module(settings.SESSION_ENGINE).SessionStore(session_key).load()
    user = User.objects.filter(pk=held[SESSION_KEY], is_active=True).first() if SESSION_KEY in held else None
    if user is None:
        return False
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(held.get(HASH_SESSION_KEY, ""), each) for each in hashes)


@dataclass(frozen=True)
class SessionView:
    """A browser in which somebody is signed in. Its key, which lets in, is no part of it."""

    id: UUID
    device: str  # such as "Firefox on Linux"; "" while it was not noted yet
    address: str
    started_at: datetime
    seen_at: datetime
    this: bool  # it is the one that asks


def open_sessions(user_id: UUID) -> QuerySet[BrowserSession]:
    """A person's sessions that have not ended, those used last first."""
    return BrowserSession.objects.filter(user_id=user_id, expire_date__gt=timezone.now()).order_by("-seen_at")


def sessions_of(user_id: UUID, session_key: str = "") -> list[SessionView]:
    """Where a person is signed in; `session_key` is that of who asks, if they came by a session."""
    return [_view(row, row.session_key == session_key) for row in open_sessions(user_id)]


def id_of_session(session_key: str) -> UUID:
    """What a session may be called by without giving away its key."""
    return UUID(hex=digest_of(session_key)[:32])


def _view(row: BrowserSession, this: bool) -> SessionView:
    return SessionView(id_of_session(row.session_key), row.device, row.address, row.started_at, row.seen_at, this)


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


COOKIE = "ioa_device"
LASTS = timedelta(days=180)
SALT = "a browser that was signed in with"


def device_cookie(user_id: UUID) -> str:
    """What a browser is given when somebody signed in with it."""
    return signing.dumps([str(user_id), secrets.token_urlsafe(16)], salt=SALT)


def device_of(cookie: str, username: str) -> str:
    """Which browser this is to the account of that name; "" for one that is new to it."""
    try:
        user_id, device = signing.loads(cookie, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return ""
    return device if User.objects.filter(pk=user_id, username=username).exists() else ""
