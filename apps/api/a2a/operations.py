"""What a client may ask, whichever binding and version it speaks."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from pydantic import BaseModel, ValidationError

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.queries import require_scope
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.forms import A2AForms, Form
from apps.api.a2a.listings import list_tasks
from apps.api.a2a.peers import A2APeer
from apps.api.a2a.requests import ListRequest, SendRequest, TaskRequest
from apps.api.a2a.rooms import with_room
from apps.api.a2a.sending import cancel, is_test, take_message
from apps.api.a2a.streams import EVENTS, TaskWatch, answer_when_settled, answer_with_stream
from apps.api.a2a.tasks import MOST_LINES, A2AState, TaskRef, goal_of_task, read_task
from apps.api.waiting_places import places
from apps.core.ids import uuid7
from apps.core.paging import BadCursor
from apps.core.validation import faults_in_a_line
from apps.journal.queries import last_seq
from apps.webhooks.actions.pushes import add_push, check_target

ENDED = "This task has ended: its stream is over."
GREETING = "A hub of agents. Give it a goal in plain words: a team works on it, and its answer comes back."


@dataclass(frozen=True)
class PeerCall:
    """Who speaks to whom, in which version, and how a result is put into its envelope."""

    actor: Actor
    peer: A2APeer
    forms: A2AForms
    wrap: Callable[[Form | A2ARefusal], Form]
    media_type: str = "application/json"

    def answer(self, result: Form) -> HttpResponseBase:
        """A result at once."""
        return JsonResponse(self.wrap(result), content_type=self.media_type)


Asked = dict[str, Any]


def send_message(call: PeerCall, asked: Asked, *, streams: bool) -> HttpResponseBase:
    """Take a message; answer with its task: at once, when it has ended or asks something, or as it goes on."""
    require_scope(call.actor, Scope.RUN)
    request = read_as(SendRequest, asked)
    if is_test(request):
        return greet(call, streams=streams)
    options = request.configuration
    lines = MOST_LINES if options.history_length is None else options.history_length
    if not streams and not options.waits:
        ref = _taken(call, request)
        return call.answer(call.forms.sent(read_task(call.actor, ref, lines=lines)))
    place = places.take(call.actor.workspace_id)
    before = _seq_before(request)
    ref = _taken(call, request)
    watch = TaskWatch(call.actor, ref, place, call.forms, call.wrap, before, lines, told=request.message.words.strip())
    return answer_with_stream(watch) if streams else answer_when_settled(watch)


def _taken(call: PeerCall, request: SendRequest) -> TaskRef:
    """Do what a message is for; whoever wants to be told of its task is told from its beginning."""
    config = request.configuration.push
    if config is not None:
        check_target(config.target(call.forms.version, ""))
    ref = take_message(call.actor, call.peer, request)
    if config is not None:
        add_push(call.actor, ref.goal_id, ref.id, config.target(call.forms.version, ref.id), A2AState.WORKING)
    return ref


def greet(call: PeerCall, *, streams: bool) -> HttpResponseBase:
    """Answer the test message of another hub: that its token works here. No goal comes of it."""
    greeting = call.forms.greeting(GREETING, str(uuid7()))
    if not streams:
        return call.answer(greeting)
    line = f"data: {json.dumps(call.wrap(greeting))}\n\n"
    return HttpResponse(line, content_type=EVENTS, headers={"Cache-Control": "no-store"})


def _seq_before(request: SendRequest) -> int:
    """The last event before a message to what there is already."""
    named = request.message.task_id or request.message.context_id
    return last_seq(TaskRef.read(named).goal_id) if named else 0


def get_task(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """One task."""
    request = read_as(TaskRequest, asked)
    ref = TaskRef.read(request.id)
    goal_of_task(call.actor, call.peer, ref)
    lines = MOST_LINES if request.history_length is None else request.history_length
    return call.answer(call.forms.task(with_room(call.actor, read_task(call.actor, ref, lines=lines))))


def list_own_tasks(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """The tasks that this person gave."""
    request = read_as(ListRequest, asked)
    tasks, following, size, total = list_tasks(call.actor, call.peer, request)
    shown = [call.forms.task(task) for task in tasks]
    if not request.include_artifacts:
        shown = [{name: value for name, value in task.items() if name != "artifacts"} for task in shown]
    return call.answer({"tasks": shown, "nextPageToken": following, "pageSize": size, "totalSize": total})


def cancel_task(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """End a task now."""
    require_scope(call.actor, Scope.RUN)
    ref = TaskRef.read(read_as(TaskRequest, asked).id)
    cancel(call.actor, call.peer, ref)
    return call.answer(call.forms.task(read_task(call.actor, ref)))


def subscribe(call: PeerCall, asked: Asked) -> HttpResponseBase:
    """Follow a task that has not ended, from now on."""
    ref = TaskRef.read(read_as(TaskRequest, asked).id)
    goal_of_task(call.actor, call.peer, ref)
    if read_task(call.actor, ref, lines=0, with_artifacts=False).state.is_terminal:
        raise A2ARefusal(A2AProblem.UNSUPPORTED_OPERATION, ENDED)
    place = places.take(call.actor.workspace_id)
    watch = TaskWatch(
        call.actor,
        ref,
        place,
        call.forms,
        call.wrap,
        last_seq(ref.goal_id),
        scope=Scope.READ if Scope.READ in call.actor.scopes else Scope.RUN,
        past_questions=True,
    )
    return answer_with_stream(watch)


class Refusing:
    """Says as an error of A2A what the product refuses."""

    def __enter__(self) -> None:
        """Nothing."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raise A2ARefusal in place of what the product raises; who may not do it at all is told over HTTP."""
        match error:
            case Refused():
                raise A2ARefusal(A2AProblem.INVALID_PARAMS, str(error)) from None
            case BadCursor():
                raise A2ARefusal(A2AProblem.INVALID_PARAMS, "This page token belongs to another list.") from None
            case NotFound():
                raise A2ARefusal(A2AProblem.TASK_NOT_FOUND, str(error)) from None
            case Forbidden():
                raise error
            case Conflict():
                raise A2ARefusal(A2AProblem.UNSUPPORTED_OPERATION, str(error)) from None


def read_as(shape: type[BaseModel], asked: Asked) -> Any:
    """What was asked, as what it should be. Raises A2ARefusal."""
    try:
        return shape.model_validate(asked)
    except ValidationError as error:
        raise A2ARefusal(A2AProblem.INVALID_PARAMS, faults_in_a_line(error, 5)) from None
