"""What is sent to a browser by Web Push: its encryption (RFC 8291 with RFC 8188) and who sends it (RFC 8292). Pure.

Points of P-256 are 65 bytes, uncompressed; keys come as they are in the cryptography package.
"""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import ECDH, ECDSA, SECP256R1, EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey as Point
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # bytes of a record; a message is one
AUTH, POINT = 16, 65  # bytes of what a browser gives


@dataclass(frozen=True)
class BrowserKeys:
    """What a browser gave to be sent to. `public`: its point; `auth`: 16 bytes that only it and we know."""

    public: bytes
    auth: bytes


def browser_keys(public: str, auth: str) -> BrowserKeys:
    """The keys as a browser's PushSubscription has them, in base64url. Raises ValueError for what is none."""
    keys = BrowserKeys(from_base64url(public), from_base64url(auth))
    if len(keys.public) != POINT or len(keys.auth) != AUTH:
        raise ValueError("These are no keys of a push subscription.")
    Point.from_encoded_point(SECP256R1(), keys.public)
    return keys


def encrypt(message: bytes, to: BrowserKeys, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The body that only this browser can read. `own`: a key made for this message; `salt`: 16 random bytes."""
    public = point_of(own)
    shared = own.exchange(ECDH(), Point.from_encoded_point(SECP256R1(), to.public))
    secret = _expand(_mac(to.auth, shared), b"WebPush: info\0" + to.public + public, 32)
    key = _mac(salt, secret)
    content = AESGCM(_expand(key, b"Content-Encoding: aes128gcm\0", 16))
    sealed = content.encrypt(_expand(key, b"Content-Encoding: nonce\0", 12), message + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public + sealed


def _expand(key: bytes, info: bytes, size: int) -> bytes:
    return _mac(key, info + b"\x01")[:size]


def _mac(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).digest()


def sender_header(own: EllipticCurvePrivateKey, audience: str, subject: str, until: int) -> str:
    """The value of Authorization by which a push service knows who sends.

    `audience`: the origin of its address; `subject`: where to reach who runs this; `until`: Unix seconds, a day ahead
    at most.
    """
    head = {"typ": "JWT", "alg": "ES256"}
    claims = {"aud": audience, "exp": until, "sub": subject}
    signed = ".".join(base64url(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    numbers = decode_dss_signature(own.sign(signed.encode(), ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={signed}.{base64url(signature)}, k={base64url(point_of(own))}"


def point_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public half of a key."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def base64url(content: bytes) -> str:
    """Without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """With or without padding. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
