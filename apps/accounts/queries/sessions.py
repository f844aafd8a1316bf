"""Sessions: whether one is somebody's, and where somebody is signed in. Asking changes nothing of them."""

from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from apps.accounts.models import BrowserSession, User
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
