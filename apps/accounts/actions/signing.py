"""The installation's signature, by which others tell what it exported. The key is made when it is first needed."""

import base64
import hashlib
from dataclasses import dataclass
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from apps.accounts.actions.resealing import reseal_column
from apps.accounts.domain.errors import Conflict
from apps.accounts.models import SigningKey
from apps.accounts.queries.sealing import Resealed, seal, unseal


@dataclass(frozen=True)
class PublicKey:
    """The public half. `text`: its 32 bytes in base64; `fingerprint`: their SHA-256 in hexadecimal."""

    text: str
    fingerprint: str
    made_at: datetime


def public_key() -> PublicKey:
    """The key by which anybody checks a signature of this installation."""
    row = _row()
    public = bytes(row.public)
    return PublicKey(base64.b64encode(public).decode(), hashlib.sha256(public).hexdigest(), row.made_at)


def sign(content: bytes) -> str:
    """The signature of a content, in base64. Raises Conflict where no key of the settings opens the private one."""
    private = unseal(_row().sealed)
    if not private:
        raise Conflict(
            "The signing key opens with none of IOA_SECRET_KEYS: add the key that sealed it, then try again."
        )
    return base64.b64encode(Ed25519PrivateKey.from_private_bytes(base64.b64decode(private)).sign(content)).decode()


def reseal_signing_key() -> Resealed:
    """Seal the private key again; gives how many, and how many open with none of the keys."""
    return reseal_column(SigningKey.objects.all(), "sealed")


def _row() -> SigningKey:
    """The key; of two that are made at one moment the first one stays."""
    row = SigningKey.objects.first()
    if row is None:
        private = Ed25519PrivateKey.generate()
        sealed = seal(base64.b64encode(private.private_bytes_raw()).decode())
        new = SigningKey(sealed=sealed, public=private.public_key().public_bytes_raw())
        SigningKey.objects.bulk_create([new], ignore_conflicts=True)
        row = SigningKey.objects.get()
    return row
