"""Secrets at rest: encrypted with keys derived from the settings' secret keys, the first one for writing.

Rotation: put a new key first in IOA_SECRET_KEYS and keep the old ones behind it; what they sealed is still read.
`manage.py rotate_keys` seals everything again, after which the old keys may go.
"""

import base64
import hashlib
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

PURPOSE = b"ioa-web sealed secrets v1"  # so that these keys are not the ones that sign sessions


def seal(secret: str) -> bytes:
    """Encrypt `secret` under the first of the settings' keys."""
    return _box().encrypt(secret.encode())


def unseal(sealed: bytes | memoryview | None) -> str:
    """The secret; "" when there is none, or when none of the settings' keys opens it any more."""
    if sealed is None:
        return ""
    try:
        return _box().decrypt(bytes(sealed)).decode()
    except InvalidToken:
        return ""


def seal_text(secret: str) -> str:
    """As `seal`, for a secret that stands in JSON."""
    return seal(secret).decode()


def unseal_text(sealed: str) -> str:
    """As `unseal`, for what `seal_text` gave."""
    return unseal(sealed.encode())


@dataclass(frozen=True)
class Resealed:
    """How many secrets were sealed again, and how many open with none of the keys."""

    sealed: int = 0
    lost: int = 0

    def plus(self, again: bytes | None) -> "Resealed":
        """With one more, as `reseal` gave it."""
        return Resealed(self.sealed + (again is not None), self.lost + (again is None))


def reseal(sealed: bytes) -> bytes | None:
    """The same secret under the first of the settings' keys; None where none of them opens it."""
    try:
        return _box().rotate(sealed)
    except InvalidToken:
        return None


def _box() -> MultiFernet:
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(key: str) -> Fernet:
    digest = hashlib.blake2b(PURPOSE, key=hashlib.sha512(key.encode()).digest(), digest_size=32).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
