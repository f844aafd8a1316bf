"""Who is told of a task, at an address of theirs: asked for, read and called off."""

from django.http.response import HttpResponseBase

from apps.accounts.domain.access import Scope
from apps.accounts.queries import require_scope
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.operations import Asked, PeerCall, read_as
from apps.api.a2a.push_requests import PushNamed, PushRequest
from apps.api.a2a.tasks import A2AState, TaskRef, goal_of_task
from apps.webhooks.actions.pushes import add_push, remove_push
from apps.webhooks.queries.pushes import pushes_of

NOT_ASKED = "Nobody asked for this here."


def set_push(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """Tell a client of a task from now on; of one that has ended, once."""
    request = read_as(PushRequest, asked)
    require_scope(call.actor, Scope.RUN)
    ref = _seen(call, request.task_id)
    target = request.target(call.forms.version, ref.id)
    view = add_push(call.actor, ref.goal_id, ref.id, target, A2AState.WORKING)
    return call.answer(call.forms.push(ref.id, view))


def get_push(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """One of them; in 0.3 the first one where none is named."""
    request = read_as(PushNamed, asked)
    ref = _seen(call, request.task_id)
    found = [view for view in pushes_of(call.actor, ref.id) if request.id in ("", view.name)]
    if not found:
        raise A2ARefusal(A2AProblem.TASK_NOT_FOUND, NOT_ASKED)
    return call.answer(call.forms.push(ref.id, found[0]))


def list_pushes(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """All that this person's programs asked for."""
    ref = _seen(call, read_as(PushNamed, asked).task_id)
    return call.answer(call.forms.pushes(ref.id, pushes_of(call.actor, ref.id)))


def delete_push(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """Tell a client nothing more; asked again it says the same."""
    request = read_as(PushNamed, asked)
    require_scope(call.actor, Scope.RUN)
    ref = _seen(call, request.task_id)
    remove_push(call.actor, ref.id, request.id)
    return call.answer({})


def _seen(call: PeerCall, name: str) -> TaskRef:
    ref = TaskRef.read(name)
    goal_of_task(call.actor, call.peer, ref)
    return ref
