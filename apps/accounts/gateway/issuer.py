"""What a token of the operator's issuer says, once the issuer's own keys have proved it.

Sources: RFC 9068 (tokens), RFC 7517 (keys), RFC 8414 and OpenID Connect Discovery (where the keys are).
"""

import json
import logging
from threading import Lock
from time import monotonic
from typing import Any

import jwt
from asgiref.sync import async_to_sync

from apps.accounts.domain.issuers import Issuer
from apps.core.outbound import Bounds, OutboundError, for_operator

ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
"""By which a token may be signed: never by a secret, and never not at all."""

KINDS = ("RSA", "EC", "OKP")  # of keys: none is a secret
TYPES = ("jwt", "at+jwt", "application/at+jwt", "")
NEEDED = ["iss", "aud", "exp", "iat"]
SKEW_SECONDS = 60  # by which two clocks may differ
FRESH_SECONDS = 3600.0  # for which keys are used without a look whether there are others
RARELY_SECONDS = 30.0  # between two looks, whoever sends what
KEPT_SECONDS = 24 * 3600.0  # for which keys are used while the issuer can't be reached
MOST_KEYS = 100
BOUNDS = Bounds(connect=2, silence=3, total=4, body=256 * 1024)

Claims = dict[str, Any]
log = logging.getLogger(__name__)


class IssuerKeys:
    """The keys of an issuer as they were fetched last, for all threads of a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: Issuer | None = None
        self._keys: dict[str, jwt.PyJWK] = {}
        self._fetched = self._tried = float("-inf")

    def named(self, issuer: Issuer, name: str) -> jwt.PyJWK | None:
        """The key of a name; where it is not known, or long since, it is looked for, but rarely."""
        with self._lock:
            if issuer != self._of:
                self._of, self._keys, self._fetched, self._tried = issuer, {}, float("-inf"), float("-inf")
            now = monotonic()
            wanted = name not in self._keys or now - self._fetched > FRESH_SECONDS
            if wanted and now - self._tried > RARELY_SECONDS:
                self._look(issuer, now)
            return self._keys.get(name) if now - self._fetched < KEPT_SECONDS else None

    def _look(self, issuer: Issuer, now: float) -> None:
        self._tried = now
        try:
            self._keys, self._fetched = _fetched_keys(issuer), now
        except (OutboundError, TimeoutError, ValueError, LookupError) as error:
            log.warning("The keys of the issuer can't be read: %s", error)


KEYS = IssuerKeys()


def proven_claims(issuer: Issuer, token: str) -> Claims | None:
    """What a token says; None for one that the issuer did not give for this hub, or that counts no more."""
    try:
        header = jwt.get_unverified_header(token)
        algorithm, name, kind = (header.get(part, "") for part in ("alg", "kid", "typ"))
        if algorithm not in ALGORITHMS or not isinstance(kind, str) or kind.lower() not in TYPES:
            return None
        key = KEYS.named(issuer, name) if isinstance(name, str) else None
        if key is None:
            return None
        return jwt.decode(
            token,
            key.key,
            algorithms=[algorithm],
            audience=issuer.audience,
            issuer=issuer.url,
            leeway=SKEW_SECONDS,
            options={"require": NEEDED},
        )
    except (jwt.PyJWTError, ValueError, TypeError):
        return None


def _fetched_keys(issuer: Issuer) -> dict[str, jwt.PyJWK]:
    """Raises OutboundError, and ValueError or LookupError for what are no keys."""
    document = _document(issuer.keys or _place_of_keys(issuer))
    said = document["keys"]
    if not isinstance(said, list):
        raise ValueError("Its keys are no list.")
    found = {str(each.get("kid", "")): _key(each) for each in said[:MOST_KEYS] if isinstance(each, dict)}
    return {name: key for name, key in found.items() if key is not None}


def _key(said: Claims) -> jwt.PyJWK | None:
    """One of them; what can't be used is left out, so that the others can."""
    if said.get("use", "sig") != "sig" or said.get("kty") not in KINDS:
        return None
    try:
        return jwt.PyJWK.from_dict(said)
    except jwt.PyJWTError:
        return None


def _place_of_keys(issuer: Issuer) -> str:
    for place in issuer.metadata:
        try:
            said = _document(place)
        except (OutboundError, ValueError):
            continue
        if said.get("issuer") == issuer.url and isinstance(said.get("jwks_uri"), str):
            return str(said["jwks_uri"])
    raise LookupError(f"{issuer.host} has no metadata of this issuer.")


def _document(url: str) -> Claims:
    body = async_to_sync(_body)(url)
    said = json.loads(body)
    if not isinstance(said, dict):
        raise ValueError("It is no JSON object.")
    return said


async def _body(url: str) -> bytes:
    async with for_operator(url).opened("GET", url, headers={"Accept": "application/json"}, bounds=BOUNDS) as reply:
        if reply.status != 200:
            raise ValueError(f"It answered with the status {reply.status}.")
        return await reply.body()
