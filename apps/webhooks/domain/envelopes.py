"""What is sent: an event in a CloudEvents 1.0 envelope, signed as Standard Webhooks says. Pure."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from apps.webhooks.domain.pushes import signed_content

SECRET_PREFIX = "whsec_"  # noqa: S105 - what comes before one
TYPE_PREFIX = "ioa."
MEDIA_TYPE = "application/cloudevents+json"
TESTED = "webhook.tested"  # the kind of what a person sends to see whether it arrives


def cloud_event(source: str, sequence: int, kind: str, at: datetime, data: Mapping[str, object]) -> dict[str, object]:
    """The envelope in its structured form. `source` with `id` names the event once in the world."""
    return {
        "specversion": "1.0",
        "id": str(sequence),
        "source": source,
        "type": TYPE_PREFIX + kind,
        "time": at.isoformat(),
        "datacontenttype": "application/json",
        "data": dict(data),
    }


def goal_source(hub: str, goal_id: UUID) -> str:
    """What the events of a goal name as their source."""
    return f"{hub}/goals/{goal_id}"


def new_secret(random: bytes) -> str:
    """A secret as receivers enter it."""
    return SECRET_PREFIX + base64.b64encode(random).decode()


def signed_headers(delivery: UUID, at: int, body: bytes, secret: str) -> dict[str, str]:
    """The headers that tell a receiver who sent a body, when, and whether it has it already. `at`: Unix seconds."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signature = hmac.new(key, signed_content(delivery, at, body), hashlib.sha256).digest()
    return {
        "Content-Type": MEDIA_TYPE,
        "webhook-id": str(delivery),
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
