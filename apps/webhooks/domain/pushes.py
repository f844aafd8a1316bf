"""What a client of A2A wants to be told of a task, and how a receiver tells from whom it comes. Pure.

Source: the A2A specification 1.0, "Push Notifications" and "Push Notification Security"; for the signature of the body
Standard Webhooks, "Signature scheme", asymmetric.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

MEDIA_TYPES = {"1.0": "application/a2a+json", "0.3": "application/json"}
SECONDS = 300  # that a signed token counts
MOST_PUSHES = 10
"""Of one person for one task."""


@dataclass(frozen=True)
class PushTarget:
    """Where a client wants to be told, and with what. `version`: of A2A; `name`: as the client calls it."""

    name: str
    url: str
    version: str
    token: str = field(default="", repr=False)
    scheme: str = ""
    credentials: str = field(default="", repr=False)

    @property
    def headers(self) -> dict[str, str]:
        """What goes along each time."""
        found = {"X-A2A-Notification-Token": self.token} if self.token else {}
        return found | ({"Authorization": f"{self.scheme} {self.credentials}"} if self.credentials else {})


def push_claims(issuer: str, receiver: str, delivery: UUID, task: str, at: int, body: bytes) -> dict[str, object]:
    """What the signed token of a delivery says. `at`: Unix seconds."""
    digest = hashlib.sha256(body).hexdigest()
    said = {"iss": issuer, "aud": receiver, "iat": at, "exp": at + SECONDS, "jti": str(delivery)}
    return {**said, "taskId": task, "request_body_sha256": digest}


def signed_content(delivery: UUID, at: int, body: bytes) -> bytes:
    """What the signature of a body is over."""
    return f"{delivery}.{at}.".encode() + body


def push_headers(
    version: str, given: Mapping[str, str], delivery: UUID, at: int, signature: str, token: str
) -> dict[str, str]:
    """The headers of a delivery. `given`: those of the client; `token`: goes along where these hold no credentials."""
    return {
        "Authorization": f"Bearer {token}",
        **given,
        "Content-Type": MEDIA_TYPES[version],
        "webhook-id": str(delivery),
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1a,{signature}",
    }
