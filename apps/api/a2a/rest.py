"""A2A over plain HTTP, in 1.0: the same operations, each with an address of its own."""

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from ninja import Router

from apps.accounts.domain.access import Actor
from apps.api.a2a.cards import extended_card
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.forms import FORMS_10, Form
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
from apps.api.a2a.versions import V03, require_version
from apps.core.texts import require_storable

MEDIA_TYPE = "application/a2a+json"
BY_RPC = "Over plain HTTP 1.0 is spoken here; 0.3 over JSON-RPC, at the address above."

router = Router(tags=["A2A"])


@router.post("/{whom}/message:send", url_name="a2a_send")
def send(request: HttpRequest, whom: str) -> HttpResponseBase:
    """Send a message; answers when its task has ended or asks something, or at once with `returnImmediately`."""
    return _answered(request, whom, lambda call: send_message(call, _body(request), streams=False))


@router.post("/{whom}/message:stream", url_name="a2a_stream")
def stream(request: HttpRequest, whom: str) -> HttpResponseBase:
    """Send a message and follow its task."""
    return _answered(request, whom, lambda call: send_message(call, _body(request), streams=True))


@router.get("/{whom}/tasks", url_name="a2a_tasks")
def tasks(request: HttpRequest, whom: str) -> HttpResponseBase:
    """The tasks that the token's person gave."""
    return _answered(request, whom, lambda call: list_own_tasks(call, request.GET.dict()))


@router.post("/{whom}/tasks/{a2a_task}:cancel", url_name="a2a_cancel")
def end(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """End a task now."""
    return _answered(request, whom, lambda call: cancel_task(call, {"id": a2a_task}))


@router.api_operation(["GET", "POST"], "/{whom}/tasks/{a2a_task}:subscribe", url_name="a2a_subscribe")
def follow(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """Follow a task that has not ended."""
    return _answered(request, whom, lambda call: subscribe(call, {"id": a2a_task}))


@router.get("/{whom}/tasks/{a2a_task}", url_name="a2a_task")
def task(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """One task. Its address stands behind those that go on after the name."""
    return _answered(request, whom, lambda call: get_task(call, {**request.GET.dict(), "id": a2a_task}))


@router.get("/{whom}/extendedAgentCard", url_name="a2a_extended_card")
def card(request: HttpRequest, whom: str) -> HttpResponseBase:
    """The card, with what only members are told."""
    return _answered(request, whom, lambda call: call.answer(extended_card(call.actor, call.peer)))


def _answered(request: HttpRequest, whom: str, answer: Callable[[PeerCall], HttpResponseBase]) -> HttpResponseBase:
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    call = PeerCall(actor, peer_named(actor, whom), FORMS_10, _wrap, MEDIA_TYPE)
    try:
        if require_version(request) == V03:
            raise A2ARefusal(A2AProblem.VERSION_NOT_SUPPORTED, BY_RPC)
        with Refusing():
            return answer(call)
    except A2ARefusal as refusal:
        return JsonResponse(refusal.over_http(), status=refusal.kind.status)


def _wrap(given: Form | A2ARefusal) -> Form:
    return given.over_http() if isinstance(given, A2ARefusal) else given


def _body(request: HttpRequest) -> Asked:
    """The JSON object that was sent. Raises A2ARefusal."""
    try:
        text = request.body.decode()
        require_storable(text.replace("\\u0000", "\x00"))
        said: Any = json.loads(text)
        json.dumps(said, ensure_ascii=False).encode()  # halves of characters that were written as escapes
    except (ValueError, RecursionError):
        raise A2ARefusal(A2AProblem.UNREADABLE, "This is not JSON without NUL and halves of characters.") from None
    if not isinstance(said, dict):
        raise A2ARefusal(A2AProblem.INVALID_REQUEST, "Send one JSON object.")
    return said
