"""Browsers that an account was signed in with before: what strangers try elsewhere does not keep them waiting.

The cookie lets nobody in. It says which account it is about and which browser that is; the key of this installation
signed it.
"""

import secrets
from datetime import timedelta
from uuid import UUID

from django.core import signing

from apps.accounts.models import User

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
