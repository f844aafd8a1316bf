"""One message of MCP in, its answer out, for whichever methods a server has."""

import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from http import HTTPStatus
from time import monotonic
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from pydantic import BaseModel, ValidationError

from apps.accounts.domain.errors import Conflict, Crowded, Forbidden, NotFound, Refused
from apps.api.json_rpc import BAD_PARAMS, NO_METHOD, NO_REQUEST, Params, RPCMessage, RPCRefusal, error_of, message_from
from apps.api.long_polls import slow_answer, stream_wakes
from apps.api.mcp.messages import (
    DISCOVER,
    HANDSHAKES,
    SESSION_HEADER,
    VERSIONS,
    MCPCall,
    result_of,
    session_name,
)
from apps.api.waiting_places import WaitingPlace
from apps.core.validation import faults_in_a_line

SERVER = {"name": "ioa-web", "title": "IoA Web", "version": "1"}
PRIVATE = {"ttlMs": 0, "cacheScope": "private"}  # what lists and contents of the newer era say of themselves
REFUSED = (Refused, NotFound, Forbidden, Conflict)
JSON, EVENTS = "application/json", "text/event-stream"
STILL_HERE = ": still here\n\n"
OF_SESSIONS = frozenset(
    {"initialize", "ping", "tasks/list", "tasks/result", "resources/subscribe", "resources/unsubscribe"}
)
"""Methods that the newer era has no more."""

WITHOUT_SESSIONS = frozenset({DISCOVER, "tasks/update", "subscriptions/listen"})
"""Methods that the older era has not yet."""


@dataclass(frozen=True)
class LaterResult:
    """A result that is worth waiting for. `look` gives it as it is now, and whether nothing more will come of it.

    `stream`: of whose events one may change it; `seconds`: waited at most, then it is given as it is. `place`: at which
    is waited; None: at none, so it is given as it is now.
    """

    look: Callable[[], tuple[Params, bool]]
    stream: UUID
    seconds: float
    place: WaitingPlace | None


@dataclass(frozen=True)
class ToldMeanwhile:
    """A message of the server's own before its answer: a notification, or a request with an id."""

    message: Params


@dataclass(frozen=True)
class StreamedResult:
    """A result with what is told before it: events in order, None for a sign of life, and the result last.

    An RPCRefusal that the events end with is the answer.
    """

    events: Callable[[], AsyncGenerator[ToldMeanwhile | Params | None]]


Method = Callable[[Any, MCPCall], Params | LaterResult | StreamedResult]
"""What a request gets. Raises RPCRefusal."""

Listener = Callable[[Any, RPCMessage], None]
"""Takes the answer to a request of the server's own."""


def answer_message(
    request: HttpRequest, methods: Mapping[str, Method], listen: Listener | None = None
) -> HttpResponseBase:
    """Answer the message of a request; 202 for one that wants no answer. `listen`: takes what a client answers us."""
    message = RPCMessage()
    try:
        message = message_from(request.body)
        call = MCPCall.read(message, request.headers)
        if message.method and message.id is None and "id" in message.model_fields_set:
            raise RPCRefusal(NO_REQUEST, "`id` is a text or a number; leave it out for a notification.")
        if not message.wants_answer:
            if listen and message.id is not None and message.result is not None:
                listen(request, message)
            return HttpResponse(status=HTTPStatus.ACCEPTED)
        return _answer(request, call, methods)
    except RPCRefusal as refusal:
        return JsonResponse(error_of(message.id, refusal), status=HTTPStatus.BAD_REQUEST)


def _answer(request: HttpRequest, call: MCPCall, methods: Mapping[str, Method]) -> HttpResponseBase:
    name = call.message.method
    answer = None if name in (OF_SESSIONS if call.stateless else WITHOUT_SESSIONS) else methods.get(name)
    try:
        if answer is None:
            raise RPCRefusal(NO_METHOD, f"There is no method {name[:80]!r} here.")
        result = answer(request, call)
    except Crowded:
        raise  # 429, and when it may be tried again, as at every door
    except REFUSED as error:
        refusal = RPCRefusal(BAD_PARAMS, str(error))
        return JsonResponse(error_of(call.message.id, refusal), status=call.status_of(refusal))
    except RPCRefusal as refusal:
        return JsonResponse(error_of(call.message.id, refusal), status=call.status_of(refusal))
    if isinstance(result, LaterResult):
        return _answer_later(call, result)
    if isinstance(result, StreamedResult):
        return slow_answer(_told(call, result), EVENTS) if call.streams else slow_answer(_untold(call, result), JSON)
    response = JsonResponse(result_of(call, result))
    if name == "initialize":
        response[SESSION_HEADER] = session_name(call.params.get("capabilities"))
    return response


def _answer_later(call: MCPCall, later: LaterResult) -> HttpResponseBase:
    now, settled = later.look()
    if later.place is not None and later.seconds and not settled:
        return slow_answer(_waited(call, later, later.place), JSON)
    if later.place is not None:
        later.place.leave()
    return JsonResponse(result_of(call, now))


async def _waited(call: MCPCall, later: LaterResult, place: WaitingPlace) -> AsyncGenerator[str]:
    """Spaces while nothing has come of it, then the answer."""
    until = monotonic() + later.seconds
    try:
        async with aclosing(stream_wakes(later.stream)) as looking:
            async for _ in looking:
                result, settled = await database_sync_to_async(later.look)()
                if settled or monotonic() >= until:
                    yield json.dumps(result_of(call, result))
                    return
                yield " "
    finally:
        place.leave()


async def _told(call: MCPCall, streamed: StreamedResult) -> AsyncGenerator[str]:
    """What is told, event by event, and the answer as the last one."""
    async with aclosing(_answered(call, streamed)) as said:
        async for document in said:
            yield event_of(document) if document else STILL_HERE


def event_of(document: Params) -> str:
    """A message as an event of a stream."""
    return f"event: message\ndata: {json.dumps(document)}\n\n"


async def _untold(call: MCPCall, streamed: StreamedResult) -> AsyncGenerator[str]:
    """For a client that reads no events: spaces, and the answer."""
    async with aclosing(_answered(call, streamed)) as said:
        async for document in said:
            yield " " if document is None or "method" in document else json.dumps(document)


async def _answered(call: MCPCall, streamed: StreamedResult) -> AsyncGenerator[Params | None]:
    """The messages that go out, the answer last; None: a sign of life."""
    try:
        async with aclosing(streamed.events()) as events:
            async for event in events:
                if isinstance(event, ToldMeanwhile):
                    yield {"jsonrpc": "2.0", **event.message}
                else:
                    yield None if event is None else result_of(call, event)
    except RPCRefusal as refusal:
        yield error_of(call.message.id, refusal)


def introductions(in_sessions: Params, without: Params, instructions: str) -> dict[str, Method]:
    """The methods by which a client gets to know a server: its capabilities with a handshake, and without."""

    def initialize(_: Any, call: MCPCall) -> Params:
        wanted = call.params.get("protocolVersion")
        version = wanted if wanted in HANDSHAKES else HANDSHAKES[0]
        about = {"capabilities": in_sessions, "instructions": instructions}
        return {"protocolVersion": version, "serverInfo": SERVER, **about}

    def discover(_: Any, call: MCPCall) -> Params:
        named = {"_meta": {"io.modelcontextprotocol/serverInfo": SERVER}}
        about = {"capabilities": without, "instructions": instructions}
        return {"supportedVersions": list(VERSIONS), **about, **PRIVATE, **named}

    return {"initialize": initialize, DISCOVER: discover, "ping": lambda _, call: {}}


def arguments_of(call: MCPCall) -> Params:
    """What a tool is called with. Raises Refused."""
    given = call.params.get("arguments")
    if not isinstance(given, dict | None):
        raise Refused(arguments="The arguments of a tool are an object.")
    return given or {}


def tool_result(given: BaseModel) -> Params:
    """What a tool gives, as text and as data."""
    content = {"type": "text", "text": given.model_dump_json()}
    return {"content": [content], "structuredContent": given.model_dump(mode="json"), "isError": False}


def refused_call(error: Exception) -> Params:
    """Why a tool gave nothing: a result too, so that the model that called it can do better."""
    why = faults_in_a_line(error) if isinstance(error, ValidationError) else str(error)
    return {"content": [{"type": "text", "text": why}], "isError": True}
