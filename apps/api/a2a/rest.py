"""A2A over plain HTTP, in 1.0: the same operations, each with an address of its own."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from ninja import Router

from apps.api.a2a.cards import extended_card
from apps.api.a2a.http_calls import DIALECT_10, answer_over_http, json_body
from apps.api.a2a.operations import cancel_task, get_task, list_own_tasks, send_message, subscribe
from apps.api.a2a.pushes import delete_push, get_push, list_pushes, set_push

router = Router(tags=["A2A"])


@router.post("/{whom}/message:send", url_name="a2a_send")
def send(request: HttpRequest, whom: str) -> HttpResponseBase:
    """Send a message; answers when its task has ended or asks something, or at once with `returnImmediately`."""
    return answer_over_http(
        request, whom, DIALECT_10, lambda call: send_message(call, json_body(request), streams=False)
    )


@router.post("/{whom}/message:stream", url_name="a2a_stream")
def stream(request: HttpRequest, whom: str) -> HttpResponseBase:
    """Send a message and follow its task."""
    return answer_over_http(
        request, whom, DIALECT_10, lambda call: send_message(call, json_body(request), streams=True)
    )


@router.get("/{whom}/tasks", url_name="a2a_tasks")
def tasks(request: HttpRequest, whom: str) -> HttpResponseBase:
    """The tasks that the token's person gave."""
    return answer_over_http(request, whom, DIALECT_10, lambda call: list_own_tasks(call, request.GET.dict()))


@router.post("/{whom}/tasks/{a2a_task}:cancel", url_name="a2a_cancel")
def end(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """End a task now."""
    return answer_over_http(request, whom, DIALECT_10, lambda call: cancel_task(call, {"id": a2a_task}))


@router.api_operation(["GET", "POST"], "/{whom}/tasks/{a2a_task}:subscribe", url_name="a2a_subscribe")
def follow(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """Follow a task that has not ended."""
    return answer_over_http(request, whom, DIALECT_10, lambda call: subscribe(call, {"id": a2a_task}))


@router.get("/{whom}/tasks/{a2a_task}", url_name="a2a_task")
def task(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """One task. Its address stands behind those that go on after the name."""
    return answer_over_http(
        request, whom, DIALECT_10, lambda call: get_task(call, {**request.GET.dict(), "id": a2a_task})
    )


@router.get("/{whom}/extendedAgentCard", url_name="a2a_extended_card")
def card(request: HttpRequest, whom: str) -> HttpResponseBase:
    """The card, with what only members are told."""
    return answer_over_http(request, whom, DIALECT_10, lambda call: call.answer(extended_card(call.actor, call.peer)))


@router.post("/{whom}/tasks/{a2a_task}/pushNotificationConfigs", url_name="a2a_pushes")
def add_push(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """Be told of a task at an address."""
    return answer_over_http(
        request, whom, DIALECT_10, lambda call: set_push(call, {**json_body(request), "taskId": a2a_task})
    )


@router.get("/{whom}/tasks/{a2a_task}/pushNotificationConfigs", url_name="a2a_pushes_list")
def all_pushes(request: HttpRequest, whom: str, a2a_task: str) -> HttpResponseBase:
    """Where this person's programs are told of a task."""
    return answer_over_http(request, whom, DIALECT_10, lambda call: list_pushes(call, {"taskId": a2a_task}))


@router.get("/{whom}/tasks/{a2a_task}/pushNotificationConfigs/{a2a_push}", url_name="a2a_push")
def one_push(request: HttpRequest, whom: str, a2a_task: str, a2a_push: str) -> HttpResponseBase:
    """One of these places."""
    asked = {"taskId": a2a_task, "id": a2a_push}
    return answer_over_http(request, whom, DIALECT_10, lambda call: get_push(call, asked))


@router.delete("/{whom}/tasks/{a2a_task}/pushNotificationConfigs/{a2a_push}", url_name="a2a_push_delete")
def end_push(request: HttpRequest, whom: str, a2a_task: str, a2a_push: str) -> HttpResponseBase:
    """Be told nothing more there."""
    asked = {"taskId": a2a_task, "id": a2a_push}
    return answer_over_http(request, whom, DIALECT_10, lambda call: delete_push(call, asked))
