"""A goal's events as server-sent events, beside the socket."""

import json
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from channels.db import database_sync_to_async
from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query, Router

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Crowded, Refused
from apps.accounts.queries.permissions import StreamReader, may_still_read
from apps.api.long_polls import slow_answer, stream_wakes
from apps.api.rest.schemas.goals import EventOut
from apps.core.problems import ERRORS, Problem
from apps.core.sentences import sentence
from apps.journal.queries import EventView, events_after
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.goals import ending_of
from apps.webhooks.domain.envelopes import cloud_event, goal_source

PAGE = 50  # events that are read at a time; each may hold a message of 200 kB
MOST_STREAMS = 10
"""Of one person in this process; a program needs one for each goal that it follows closely."""
RETRY_SECONDS = 10
TOO_MANY = f"You have {MOST_STREAMS} streams open here: close one, or ask /events page by page."

LAST = "Last-Event-ID"
NO_PLACE = sentence("Send the id of an event of this stream, which is a number, or leave the header out.")

open_streams: Counter[UUID] = Counter()
"""Of this process, by person; counted on its event loop."""

router = Router(tags=["goals"])
BIGGEST = 2**63 - 1
DIGITS = 19  # a number with fewer is not too big
EVENTS = {"schema": {"type": "string"}, "x-item-schema": {"$ref": "#/components/schemas/EventOut"}}
"""A stream of text; what stands in each `data` has a form of its own, which OpenAPI 3.1 has no word for."""
SHOWN = {"responses": {200: {"description": "Events.", "content": {"text/event-stream": EVENTS}}}}


@dataclass(frozen=True)
class News:
    """Some events, whether there are more, and whether the goal had ended before they were read."""

    events: list[EventView]
    more: bool
    ended: bool


class Envelope(StrEnum):
    """How an event stands in the stream."""

    PLAIN = "plain"
    CLOUDEVENTS = "cloudevents"


@dataclass(frozen=True)
class Wished:
    """Which events of which goal, and how."""

    goal_id: UUID
    after: int = 0
    until_end: bool = False
    envelope: Envelope = Envelope.PLAIN


@router.get("/{uuid:goal_id}/stream", response={ERRORS: Problem}, openapi_extra=SHOWN)
def stream_events(
    request: HttpRequest,
    goal_id: UUID,
    after: Annotated[int, Query(ge=0, le=BIGGEST, description="Only events with a higher number.")] = 0,
    until_end: Annotated[bool, Query(description="Close the stream once the goal has ended.")] = False,
    envelope: Annotated[Envelope, Query(description="What stands in `data`: see below.")] = Envelope.PLAIN,
) -> StreamingHttpResponse:
    """What happens to the goal as it happens: `id` is the event's number, `event` its kind, `data` what
    `/events` shows of it, or with `envelope=cloudevents` the same in an envelope of CloudEvents 1.0, as webhooks are
    sent it. `Last-Event-ID` wins over `after`; a comment comes when nothing happens for three seconds.
    The stream closes when its token or session ends, and when nobody reads it. A person has ten of them, counted in
    each web process: beyond that 429 with `Retry-After`.
    """
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    goal_visible_to(actor, goal_id)
    wanted = Wished(goal_id, place_in(request, after), until_end, envelope)
    return answer_with_events(actor, _event_lines(wanted, StreamReader.of(request, actor)))


def answer_with_events(actor: Actor, lines: AsyncGenerator[str]) -> StreamingHttpResponse:
    """A stream of events for a person who has not too many of them open. Raises Crowded."""
    if open_streams[actor.user_id] >= MOST_STREAMS:
        raise Crowded(TOO_MANY, RETRY_SECONDS)
    return slow_answer(_counted(lines, actor.user_id), "text/event-stream")


def place_in(request: HttpRequest, after: int) -> int:
    """Where a stream begins: behind what the client had last, where it says so. Raises Refused: no stream has that."""
    last = request.headers.get(LAST, "")
    if not last:
        return after
    if not (last.isascii() and last.isdigit() and len(last) < DIGITS):
        raise Refused(**{LAST: NO_PLACE})
    return int(last)


async def _counted(lines: AsyncGenerator[str], person: UUID) -> AsyncGenerator[str]:
    """The stream while it counts, which it does until it ends, however it ends."""
    if open_streams[person] >= MOST_STREAMS:  # others were opened since this one was asked for
        yield f": {TOO_MANY}\nretry: {1000 * RETRY_SECONDS}\n\n"
        return
    open_streams[person] += 1
    try:
        async with aclosing(lines):
            async for line in lines:
                yield line
    finally:
        open_streams[person] -= 1
        if not open_streams[person]:
            del open_streams[person]


async def _event_lines(wanted: Wished, asked: StreamReader) -> AsyncGenerator[str]:
    """What happened, a page at a time: the next is read when this one was taken."""
    after = wanted.after
    async with aclosing(stream_wakes(wanted.goal_id)) as looking:
        async for _ in looking:
            before, news = after, News([], more=True, ended=False)
            while news.more:
                found = await database_sync_to_async(_news)(wanted.goal_id, after, asked)
                if found is None:
                    return
                news = found
                for event in news.events:
                    after = event.seq
                    yield _line(event, wanted)
            if wanted.until_end and news.ended:
                return
            if after == before:
                yield ": still here\n\n"


def _news(goal_id: UUID, after: int, asked: StreamReader) -> News | None:
    """What came after an event; None for those who may no longer know."""
    if not may_still_read(asked):
        return None
    ended = ending_of(goal_id) is not None  # read first: then the events hold the end
    events = events_after(goal_id, after, PAGE)
    return News(events, len(events) == PAGE, ended)


def _line(event: EventView, wanted: Wished) -> str:
    shown = EventOut.model_validate(event)
    data = shown.model_dump_json()
    if wanted.envelope is Envelope.CLOUDEVENTS:
        data = in_envelope(wanted.goal_id, event)
    return f"id: {event.seq}\nevent: {event.kind}\ndata: {data}\n\n"


def in_envelope(goal_id: UUID, event: EventView, **more: object) -> str:
    """An event in an envelope of CloudEvents, as JSON; `more`: what its data has beside what `/events` shows."""
    data = EventOut.model_validate(event).model_dump(mode="json") | more
    return json.dumps(cloud_event(goal_source(settings.IOA_PUBLIC_URL, goal_id), event.seq, event.kind, event.at, data))
