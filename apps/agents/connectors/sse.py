"""Server-sent events, as a stream of their data. Source: the HTML standard, "server-sent events"."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from apps.core.outbound import Reply
from apps.core.outbound.errors import TooMany

EVENT_STREAM = "text/event-stream"
MOST_EVENTS = 50_000  # of one answer: each costs time, however small it is


@dataclass(frozen=True)
class ServerEvent:
    """One event: its name, "message" unless told otherwise, and its data."""

    name: str
    data: str


async def events_of(reply: Reply) -> AsyncIterator[ServerEvent]:
    """Give the events of a reply as they come; one that the end cuts off counts. Raises OutboundError."""
    name, data, count = "", list[str](), 0
    async for line in reply.lines():
        if not line and data:
            count += 1
            if count > MOST_EVENTS:
                raise TooMany(reply.place, MOST_EVENTS)
            yield ServerEvent(name or "message", "\n".join(data))
            name, data = "", []
        field, _, value = line.partition(":")
        if field == "data":
            data.append(value.removeprefix(" "))
        elif field == "event":
            name = value.strip()
    if data:
        yield ServerEvent(name or "message", "\n".join(data))
