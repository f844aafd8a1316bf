"""Cards that the hub shows, signed with the key of this installation, and the key by which others check that."""

import base64
from collections.abc import Mapping

from django.conf import settings

from apps.accounts.actions.signing import public_key, sign
from apps.accounts.domain.errors import Conflict
from apps.agents.domain.own_card import Card, base64url, signing_input, with_old_fields

KEYS = "/.well-known/jwks.json"
ALGORITHM = "EdDSA"


def signed_card(card: Card, url: str) -> Card:
    """A card of 1.0 with its signature and the fields of 0.3, which are not signed; `url`: where its agent answers.

    Without a signature where no key of the settings opens the private one.
    """
    try:
        return {**with_old_fields(card, url), "signatures": [_signature(card)]}
    except Conflict:
        return with_old_fields(card, url)


def signed_token(claims: Mapping[str, object]) -> str:
    """Claims as a JSON Web Token (RFC 7519). Raises Conflict where no key of the settings opens the private one."""
    signed, signature = _signed(claims, "JWT")
    return f"{signed}.{signature}"


def _signature(card: Card) -> dict[str, str]:
    signed, signature = _signed(card, "JOSE")
    return {"protected": signed.partition(".")[0], "signature": signature}


def _signed(document: Mapping[str, object], kind: str) -> tuple[str, str]:
    """What is signed, the protected header before its dot; and the signature."""
    where = f"{settings.IOA_PUBLIC_URL}{KEYS}"
    header = {"alg": ALGORITHM, "kid": public_key().fingerprint, "jku": where, "typ": kind}
    content = signing_input(document, header)
    return content.decode(), base64url(base64.b64decode(sign(content)))


def key_set() -> dict[str, object]:
    """The public key as a set of JSON Web Keys (RFC 8037)."""
    key = public_key()
    point = base64url(base64.b64decode(key.text))
    named = {"kty": "OKP", "crv": "Ed25519", "x": point, "kid": key.fingerprint}
    return {"keys": [{**named, "use": "sig", "alg": ALGORITHM}]}
