"""All that happens to the goals of a workspace, as CloudEvents over server-sent events."""

from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Annotated
from uuid import UUID

from channels.db import database_sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from ninja import Query, Router

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.queries.permissions import StreamReader, may_still_read
from apps.api.long_polls import stream_wakes
from apps.api.rest.stream import BIGGEST, PAGE, answer_with_events, in_envelope, place_in
from apps.core.problems import ERRORS, Problem
from apps.core.texts import Text
from apps.journal.queries import EventView, events_after
from apps.teams.queries.goal_streams import goal_news
from apps.webhooks.domain.kinds import GOAL_KINDS

LONGEST_AGO = timedelta(days=30)
SLOWEST = timedelta(seconds=15)
"""A transaction that tells of an event takes less: what happened this long ago is there to be read, all of it."""
MOST_KINDS = 60
TOO_LONG_AGO = f"A stream begins at most {LONGEST_AGO.days} days ago; what is older, each goal's own events have."
UNKNOWN = "There is no kind of event of this name: {name}."

router = Router(tags=["workspace"])
EVENTS = {"schema": {"type": "string"}}
SHOWN = {"responses": {200: {"description": "CloudEvents.", "content": {"text/event-stream": EVENTS}}}}


@dataclass
class Followed:
    """Which events of a workspace are wanted, and how far its goals were read.

    `sure`: all that happened up to then was read, in all of them; `seqs`: the event up to which each goal was read that
    has some since.
    """

    kinds: frozenset[str]
    sure: datetime
    seqs: dict[UUID, int] = field(default_factory=dict)

    @property
    def place(self) -> int:
        """Where to go on, so that nothing is missed, in milliseconds."""
        return int(1000 * self.sure.timestamp())


@router.get("/stream", response={ERRORS: Problem}, openapi_extra=SHOWN)
def stream_workspace(
    request: HttpRequest,
    after: Annotated[int, Query(ge=0, le=BIGGEST, description="The `id` of what came last; 0: from now on.")] = 0,
    since: Annotated[datetime | None, Query(description="With a zone: begin there. `after` wins.")] = None,
    kind: Annotated[list[Text], Query(max_length=MOST_KINDS, description="Only these kinds.")] = [],  # noqa: B006  as ninja reads it
) -> StreamingHttpResponse:
    """What happens to all goals of the workspace, as it happens: `event` is the kind, `data` an event in an envelope
    of CloudEvents 1.0, as webhooks are sent it. `source` and `id` of the envelope name it once: events of one goal come
    in order and without gaps, those of different goals about as they happened.
    The `id` of the stream is where to go on: sent back as `after` or `Last-Event-ID` nothing is missed, and what
    happened in the fifteen seconds before may come again. A comment comes when nothing happens for three seconds.
    The stream closes when its token or session ends, and when nobody reads it. It counts as one of the ten that a
    person may have open in each web process.
    """
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    begun = _beginning(place_in(request, after), since)
    followed = Followed(_known(kind), begun)
    return answer_with_events(actor, _lines(followed, StreamReader.of(request, actor)))


def _beginning(place: int, since: datetime | None) -> datetime:
    now = timezone.now()
    if since is not None and since.tzinfo is None:
        raise Refused(since="Write the time with its zone, as in 2026-11-09T14:05:00Z.")
    try:
        begun = datetime.fromtimestamp(place / 1000, UTC) if place else since or now
    except (OverflowError, ValueError, OSError):
        raise Refused(after="This is no place in a stream.") from None
    if begun < now - LONGEST_AGO:
        raise Refused(**{"after" if place else "since": TOO_LONG_AGO})
    return min(begun, now)


def _known(kinds: Collection[str]) -> frozenset[str]:
    if unknown := next((name for name in kinds if name not in GOAL_KINDS), None):
        raise Refused(kind=UNKNOWN.format(name=unknown[:60]))
    return frozenset(kinds)


async def _lines(followed: Followed, asked: StreamReader) -> AsyncGenerator[str]:
    """What happened, a page of one goal at a time: the next is read when this one was taken."""
    async with aclosing(stream_wakes(asked.actor.workspace_id)) as looking:
        async for _ in looking:
            begun = timezone.now()
            goals = await database_sync_to_async(_goals_with_news)(followed, asked)
            if goals is None:
                return
            for goal_id in goals:
                for event in await database_sync_to_async(_news)(followed, goal_id):
                    data = in_envelope(goal_id, event, goal=str(goal_id))
                    yield f"id: {followed.place}\nevent: {event.kind}\ndata: {data}\n\n"
            followed.sure = max(followed.sure, begun - SLOWEST)
            yield f": still here\nid: {followed.place}\n\n"


def _goals_with_news(followed: Followed, asked: StreamReader) -> list[UUID] | None:
    """The goals whose streams have gone on, as often as there are pages; None for those who may no longer know."""
    if not may_still_read(asked):
        return None
    news = goal_news(asked.actor.workspace_id, followed.sure)
    followed.seqs = {each.goal_id: followed.seqs.get(each.goal_id, each.after) for each in news}
    return [each.goal_id for each in news for _ in range(followed.seqs[each.goal_id], each.newest, PAGE)]


def _news(followed: Followed, goal_id: UUID) -> list[EventView]:
    """What is wanted of the next page of a goal."""
    events = events_after(goal_id, followed.seqs[goal_id], PAGE)
    if events:
        followed.seqs[goal_id] = events[-1].seq
    return [event for event in events if not followed.kinds or event.kind in followed.kinds]
