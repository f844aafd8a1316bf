"""Telling a client that resources changed.

In 2026-07-28 in the stream that answers `subscriptions/listen`; before that in the one that a session opens by GET.
Sources: MCP 2026-07-28, "Subscriptions"; MCP 2025-11-25, "Resources" and "Streamable HTTP".
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any
from uuid import UUID

from django.http.response import HttpResponseBase

from apps.accounts.domain.access import Actor, ApiRequest
from apps.accounts.domain.errors import NotFound, Refused
from apps.api.json_rpc import BAD_PARAMS, NO_REQUEST, Params, RPCRefusal
from apps.api.long_polls import slow_answer
from apps.api.mcp.answering import (
    EVENTS,
    STILL_HERE,
    Method,
    StreamedResult,
    ToldMeanwhile,
    event_of,
)
from apps.api.mcp.following import CUT_OFF
from apps.api.mcp.messages import NO_RESOURCE, MCPCall
from apps.api.mcp.watching import SessionWatching, StreamWatching, changes, goal_of, watching_places
from apps.api.waiting_places import WaitingPlace
from apps.attention.actions.resource_watches import unwatch_resource, watch_resource
from apps.journal.queries import last_seqs

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
MOST_WATCHED = 50  # resources of one stream
LONGEST_URI, LONGEST_SESSION = 200, 100
NO_LISTENER = "This is answered by events: accept text/event-stream."
NO_SESSION = "A subscription is of a session: send its name in Mcp-Session-Id, as `initialize` gave it."


def _listen(request: ApiRequest, call: MCPCall) -> StreamedResult:
    """Tell of the resources that are named, as far as they are there and may change, until the client goes away."""
    if not call.streams:
        raise RPCRefusal(NO_REQUEST, NO_LISTENER)
    uris = _watchable(request.auth, call)
    goals = set(uris.values())
    watching = StreamWatching(request.auth, uris, {**dict.fromkeys(goals, 0), **last_seqs(goals)})
    place = watching_places.take(request.auth.workspace_id)
    return StreamedResult(lambda: _heard(watching, call, place))


def _watchable(actor: Actor, call: MCPCall) -> dict[str, UUID]:
    """The resources that the client wants to hear of and may, each with its goal."""
    wanted = call.params.get("notifications")
    named = wanted.get("resourceSubscriptions", []) if isinstance(wanted, dict) else None
    if not isinstance(named, list) or len(named) > MOST_WATCHED or not all(isinstance(uri, str) for uri in named):
        raise RPCRefusal(
            BAD_PARAMS, f"`notifications.resourceSubscriptions` lists addresses of {MOST_WATCHED} resources at most."
        )
    found = {}
    for uri in named:
        try:
            found[uri] = goal_of(actor, uri)
        except (NotFound, Refused):
            continue
    return found


async def _heard(
    watching: StreamWatching, call: MCPCall, place: WaitingPlace
) -> AsyncGenerator[ToldMeanwhile | Params | None]:
    """That it listens, and to what; then each change. Where nothing can change that is the end."""
    about: Params = {"_meta": {SUBSCRIPTION: call.message.id}}
    honoured: Params = {"resourceSubscriptions": list(watching.uris)} if watching.uris else {}
    try:
        yield ToldMeanwhile(
            {"method": "notifications/subscriptions/acknowledged", "params": {"notifications": honoured, **about}}
        )
        if not honoured:
            yield about
            return
        async with aclosing(changes(watching)) as looks:
            async for changed in looks:
                for uri in changed:
                    yield ToldMeanwhile(_updated(uri, about))
                if not changed:
                    yield None
        raise RPCRefusal(NO_REQUEST, CUT_OFF)
    finally:
        place.leave()


def _updated(uri: str, about: Mapping[str, Any]) -> Params:
    return {"method": "notifications/resources/updated", "params": {"uri": uri, **about}}


def _subscribe(request: ApiRequest, call: MCPCall) -> Params:
    """Have the session's stream tell of a resource."""
    uri, session = _uri(call), _session(call)
    try:
        watch_resource(request.auth, session, uri, goal_of(request.auth, uri))
    except NotFound as error:
        raise RPCRefusal(NO_RESOURCE, str(error), {"uri": uri}) from None
    return {}


def _unsubscribe(request: ApiRequest, call: MCPCall) -> Params:
    """Tell of it no more; what nobody watches can be left too."""
    unwatch_resource(request.auth, _session(call), _uri(call))
    return {}


def _uri(call: MCPCall) -> str:
    uri = call.params.get("uri")
    if not isinstance(uri, str) or not 0 < len(uri) <= LONGEST_URI:
        raise RPCRefusal(BAD_PARAMS, f"`uri` is the address of a resource, of {LONGEST_URI} characters at most.")
    return uri


def _session(call: MCPCall) -> str:
    if not is_session(call.session):
        raise RPCRefusal(NO_REQUEST, NO_SESSION)
    return call.session


def is_session(name: str) -> bool:
    """Whether a text may be the name of a session."""
    return 0 < len(name) <= LONGEST_SESSION and name.isascii() and name.isprintable()


def stream_of_session(actor: Actor, session: str) -> HttpResponseBase:
    """The stream in which a session hears what changed. Raises Crowded."""
    place = watching_places.take(actor.workspace_id)
    return slow_answer(_told(SessionWatching(actor, session), place), EVENTS)


async def _told(watching: SessionWatching, place: WaitingPlace) -> AsyncGenerator[str]:
    try:
        async with aclosing(changes(watching)) as looks:
            async for changed in looks:
                yield "".join(event_of({"jsonrpc": "2.0", **_updated(uri, {})}) for uri in changed) or STILL_HERE
    finally:
        place.leave()


SUBSCRIPTIONS: Mapping[str, Method] = {
    "subscriptions/listen": _listen,
    "resources/subscribe": _subscribe,
    "resources/unsubscribe": _unsubscribe,
}
