"""A2A over JSON-RPC: one address for each peer, both versions by the names of their methods."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from ninja import Router

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.queries import require_scope
from apps.api.a2a.cards import extended_card
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.forms import FORMS_03, FORMS_10, A2AForms, Form
from apps.api.a2a.operations import (
    Asked,
    PeerCall,
    Refusing,
    cancel_task,
    get_task,
    list_own_tasks,
    send_message,
    subscribe,
)
from apps.api.a2a.peers import peer_named
from apps.api.a2a.pushes import delete_push, get_push, list_pushes, set_push
from apps.api.a2a.versions import V03, V10, require_version
from apps.api.json_rpc import RPCMessage, RPCRefusal, message_from

Answerer = Callable[[PeerCall, Asked], HttpResponseBase]
SAID_AS_STATUS = (A2AProblem.UNREADABLE, A2AProblem.INVALID_REQUEST)

router = Router(tags=["A2A"])


@router.post("/{whom}", url_name="a2a")
def receive_message(request: HttpRequest, whom: str) -> HttpResponseBase:
    """Answer a request of A2A. `whom`: hub, @ and an agent's handle, or a team's id."""
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    peer, message_id = peer_named(actor, whom), None
    try:
        message = _message(request.body)
        message_id = message.id
        forms, answer = _method(message.method, require_version(request))
        with Refusing():
            return answer(PeerCall(actor, peer, forms, lambda given: _wrap(given, message_id)), message.params)
    except A2ARefusal as refusal:
        status = HTTPStatus.BAD_REQUEST if refusal.kind in SAID_AS_STATUS else HTTPStatus.OK
        return JsonResponse(refusal.over_rpc(message_id), status=status)


def _message(body: bytes) -> RPCMessage:
    try:
        return message_from(body)
    except RPCRefusal as refusal:
        unreadable = refusal.code == A2AProblem.UNREADABLE.code
        kind = A2AProblem.UNREADABLE if unreadable else A2AProblem.INVALID_REQUEST
        raise A2ARefusal(kind, str(refusal)) from None


def _wrap(given: Form | A2ARefusal, message_id: Any) -> Form:
    if isinstance(given, A2ARefusal):
        return given.over_rpc(message_id)
    return {"jsonrpc": "2.0", "id": message_id, "result": given}


def _method(name: str, version: str) -> tuple[A2AForms, Answerer]:
    """In the version that the request names, else in the one that has a method of this name."""
    for spoken, forms, methods in ((V10, FORMS_10, METHODS_10), (V03, FORMS_03, METHODS_03)):
        if version in ("", spoken) and name in methods:
            return forms, methods[name]
    raise A2ARefusal(A2AProblem.METHOD_NOT_FOUND, f"There is no method {json.dumps(name[:80])} here.")


def _send(call: PeerCall, asked: Asked) -> HttpResponseBase:
    return send_message(call, asked, streams=False)


def _stream(call: PeerCall, asked: Asked) -> HttpResponseBase:
    return send_message(call, asked, streams=True)


def _card(call: PeerCall, asked: Asked) -> HttpResponseBase:
    require_scope(call.actor, Scope.READ)
    return call.answer(extended_card(call.actor, call.peer))


METHODS_10: Mapping[str, Answerer] = {
    "SendMessage": _send,
    "SendStreamingMessage": _stream,
    "GetTask": get_task,
    "ListTasks": list_own_tasks,
    "CancelTask": cancel_task,
    "SubscribeToTask": subscribe,
    "GetExtendedAgentCard": _card,
    "CreateTaskPushNotificationConfig": set_push,
    "GetTaskPushNotificationConfig": get_push,
    "ListTaskPushNotificationConfigs": list_pushes,
    "DeleteTaskPushNotificationConfig": delete_push,
}
METHODS_03: Mapping[str, Answerer] = {
    "message/send": _send,
    "message/stream": _stream,
    "tasks/get": get_task,
    "tasks/list": list_own_tasks,
    "tasks/cancel": cancel_task,
    "tasks/resubscribe": subscribe,
    "agent/getAuthenticatedExtendedCard": _card,
    "tasks/pushNotificationConfig/set": set_push,
    "tasks/pushNotificationConfig/get": get_push,
    "tasks/pushNotificationConfig/list": list_pushes,
    "tasks/pushNotificationConfig/delete": delete_push,
}
