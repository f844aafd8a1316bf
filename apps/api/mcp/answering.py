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
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from pydantic import BaseModel, ValidationError

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.api.long_polls import stream_wakes
from apps.api.mcp.messages import (
    DISCOVER,
    HANDSHAKES,
    NO_METHOD,
    NO_REQUEST,
    NO_VERSION,
    UNREADABLE,
    VERSION_HEADER,
    VERSIONS,
    Params,
    RPCMessage,
    RPCRefusal,
    error_of,
    message_from,
    result_of,
)

SERVER = {"name": "ioa-web", "title": "IoA Web", "version": "1"}
PRIVATE = {"ttlMs": 0, "cacheScope": "private"}  # what lists and contents of the newer era say of themselves
SAID_AS_STATUS = (UNREADABLE, NO_REQUEST, NO_VERSION)
REFUSED = (Refused, NotFound, Forbidden, Conflict)


@dataclass(frozen=True)
class LaterResult:
    """A result that is worth waiting for. `look` gives it as it is now, and whether nothing more will come of it.

    `stream`: of whose events one may change it; `seconds`: waited at most, then it is given as it is.
    """

    look: Callable[[], tuple[Params, bool]]
    stream: UUID
    seconds: float


Method = Callable[[Any, Params], Params | LaterResult]
"""What a request with these parameters gets. Raises RPCRefusal."""


def answer_message(request: HttpRequest, methods: Mapping[str, Method]) -> HttpResponseBase:
    """Answer the message of a request; 202 for one that wants no answer."""
    message_id = None
    try:
        message = message_from(request.body)
        message_id = message.id
        message.require_version(request.headers.get(VERSION_HEADER, ""))
        if not message.wants_answer:
            return HttpResponse(status=HTTPStatus.ACCEPTED)
        answer = methods.get(message.method)
        if answer is None:
            raise RPCRefusal(NO_METHOD, f"There is no method {message.method[:80]!r} here.")
        result = answer(request, message.params)
    except RPCRefusal as refusal:
        status = HTTPStatus.BAD_REQUEST if refusal.code in SAID_AS_STATUS else HTTPStatus.OK
        return JsonResponse(error_of(message_id, refusal), status=status)
    if isinstance(result, LaterResult):
        return _answer_later(message, result)
    return JsonResponse(result_of(message, result))


def _answer_later(message: RPCMessage, later: LaterResult) -> HttpResponseBase:
    now, settled = later.look()
    if settled or not later.seconds:
        return JsonResponse(result_of(message, now))
    response = StreamingHttpResponse(_waited(message, later), content_type="application/json")
    response["X-Accel-Buffering"] = "no"
    return response


async def _waited(message: RPCMessage, later: LaterResult) -> AsyncGenerator[str]:
    """Spaces while nothing has come of it, then the answer."""
    until = monotonic() + later.seconds
    async with aclosing(stream_wakes(later.stream)) as looking:
        async for _ in looking:
            result, settled = await database_sync_to_async(later.look)()
            if settled or monotonic() >= until:
                yield json.dumps(result_of(message, result))
                return
            yield " "


def introductions(capabilities: Params, instructions: str) -> dict[str, Method]:
    """The methods by which a client gets to know a server, with a handshake and without."""
    about = {"capabilities": capabilities, "instructions": instructions}

    def initialize(_: Any, params: Params) -> Params:
        wanted = params.get("protocolVersion")
        version = wanted if wanted in HANDSHAKES else HANDSHAKES[0]
        return {"protocolVersion": version, "serverInfo": SERVER, **about}

    def discover(_: Any, params: Params) -> Params:
        named = {"_meta": {"io.modelcontextprotocol/serverInfo": SERVER}}
        return {"supportedVersions": list(VERSIONS), **about, **PRIVATE, **named}

    return {"initialize": initialize, DISCOVER: discover, "ping": lambda _, params: {}}


def tool_result(given: BaseModel) -> Params:
    """What a tool gives, as text and as data."""
    content = {"type": "text", "text": given.model_dump_json()}
    return {"content": [content], "structuredContent": given.model_dump(mode="json"), "isError": False}


def refused_call(error: Exception) -> Params:
    """Why a tool gave nothing: a result too, so that the model that called it can do better."""
    if isinstance(error, ValidationError):
        why = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
    else:
        why = str(error)
    return {"content": [{"type": "text", "text": why}], "isError": True}
