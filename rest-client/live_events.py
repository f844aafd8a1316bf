"""A goal's events as they come, beside what is written from the API's description."""

import json
import time
from collections.abc import Iterator
from uuid import UUID

import httpx

from .client import AuthenticatedClient
from .errors import UnexpectedStatus
from .models import EventOut

QUIET = httpx.Timeout(10.0, read=30.0)
"""The hub says every three seconds that it is still there."""
TRIES, PAUSE = 5, 1.0  # for a connection that broke, before anything new was heard; seconds


def follow_events(goal_id: UUID, *, client: AuthenticatedClient, after: int = 0) -> Iterator[EventOut]:
    """Each event with a higher number than `after`, as it happens, until the goal has ended.

    A connection that breaks is made again, and goes on where it was. Raises UnexpectedStatus for what is refused, and
    httpx.TransportError where the hub stays away.
    """
    left = TRIES
    while True:
        try:
            for event in _hear(goal_id, client, after):
                after, left = event.seq, TRIES
                yield event
            return
        except httpx.TransportError:
            left -= 1
            if not left:
                raise
            time.sleep(PAUSE)


def _hear(goal_id: UUID, client: AuthenticatedClient, after: int) -> Iterator[EventOut]:
    place, asked = f"/api/v1/goals/{goal_id}/stream", {"after": after, "until_end": "true"}
    with client.get_httpx_client().stream("GET", place, params=asked, timeout=QUIET) as answer:
        if answer.status_code != 200:
            raise UnexpectedStatus(answer.status_code, answer.read())
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield EventOut.from_dict(json.loads(line.removeprefix("data: ")))
