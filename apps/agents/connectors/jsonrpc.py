"""JSON-RPC 2.0 over HTTP, as A2A and MCP use it: one request, answered with one object or a stream of events."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from apps.agents.connectors.replies import BUSY, MOST_WORDS, Failed, error_of, is_fine
from apps.agents.domain.failures import failure_of_code
from apps.agents.domain.untrusted_json import Said, load_json, map_in, text_in
from apps.core.outbound import Reply
from apps.core.outbound.errors import TooMany
from apps.core.texts import one_line

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


INTERNAL_ERROR = -32603
SERVER_ERROR = -32000
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
_PASSING = (INTERNAL_ERROR, SERVER_ERROR)  # others say that the request is wrong, so the same again is pointless
_FROM_HTTP = 500  # over plain HTTP the code is the status


class RPCError(Failed):
    """The server answered with an error of JSON-RPC."""

    def __init__(self, place: str, error: Said) -> None:
        code = error.get("code")
        self.code = code if isinstance(code, int) else SERVER_ERROR
        words = one_line(text_in(error, "message"), MOST_WORDS).rstrip(".")
        super().__init__(
            f"{place} says: {words or f'error {self.code}'}.",
            permanent=not (self.code in _PASSING or self.code >= _FROM_HTTP),
            failure=failure_of_code(self.code),
        )


def raise_error_in(message: Said, place: str) -> None:
    """Raise RPCError for a message that is an error, in the form of JSON-RPC or in words alone."""
    error = message.get("error")
    if isinstance(error, str) and error.strip():
        error = {"message": error}
    if isinstance(error, Mapping):
        raise RPCError(place, error)


async def messages_of(reply: Reply) -> AsyncIterator[Said]:
    """Give the messages of a reply as they come, be it one or a stream; what is no object is left out.

    Raises RPCError and Failed for a reply whose status is an error's, and OutboundError.
    """
    if not is_fine(reply.status):
        await _complain(reply)
    if reply.media_type == EVENT_STREAM:
        async for event in events_of(reply):
            if isinstance(said := load_json(event.data), Mapping):
                yield said
    elif isinstance(said := load_json(await reply.body()), Mapping):
        yield said


async def _complain(reply: Reply) -> None:
    body = await reply.body()
    said = load_json(body)
    if reply.status not in BUSY and isinstance(said, Mapping) and isinstance(map_in(said, "error").get("code"), int):
        raise RPCError(reply.place, map_in(said, "error"))
    raise Failed.of(error_of(reply.status, reply.place, body, reply.headers))
