"""A goal as a Task of MCP: of the core protocol in 2025-11-25, of the extension for tasks in 2026-07-28.

A task is a round of a goal that the token's person gave. Sources: MCP 2025-11-25, "Tasks"; the extension
io.modelcontextprotocol/tasks (SEP-2663).
"""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from apps.accounts.domain.access import ApiRequest, Scope
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries import require_scope
from apps.api.a2a.errors import A2ARefusal
from apps.api.a2a.tasks import A2AState, A2ATask, TaskRef, read_task
from apps.api.json_rpc import BAD_PARAMS, Params, RPCRefusal
from apps.api.mcp.answering import Method, StreamedResult, tool_result
from apps.api.mcp.asking import input_requests, may_answer, questions_of, take_answers
from apps.api.mcp.following import GoalWatch, follow_to_its_end
from apps.api.mcp.messages import MCPCall
from apps.api.rest import goals
from apps.api.waiting_places import places
from apps.chat.queries.rounds import current_round, current_rounds
from apps.core.paging import BadCursor, cut, moment_cursor, moment_in
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.goals import goals_given
from apps.teams.queries.rows import Goal

EXTENSION = "io.modelcontextprotocol/tasks"
RELATED = "io.modelcontextprotocol/related-task"
AT_ONCE = "io.modelcontextprotocol/model-immediate-response"
IN_SESSIONS: Params = {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}
GOAL = "ioa-web/goal"  # tells the room that a host shows with a result which goal's it is
POLL_MS = 3000
PER_PAGE = 50
STATES: Mapping[A2AState, str] = {
    A2AState.WORKING: "working",
    A2AState.INPUT_REQUIRED: "input_required",
    A2AState.COMPLETED: "completed",
    A2AState.FAILED: "failed",
    A2AState.CANCELED: "cancelled",
}
NO_TASK = "There is no such task of yours."
BEGUN = "The goal was given to a team of agents, which works on it now; its answer comes later."
WAITS = "It waits for a person, who decides in the goal's room."


def is_wanted_as_task(call: MCPCall) -> bool:
    """Whether the client takes a task for what it asked."""
    return call.has_extension(EXTENSION) if call.stateless else isinstance(call.params.get("task"), dict)


def task_begun(request: ApiRequest, call: MCPCall, goal_id: UUID) -> Params:
    """What a call is answered with whose goal is a task."""
    ref = TaskRef(goal_id)
    about = _described(request, call, _own_goal(request, ref), _standing(request, ref))
    if call.stateless:
        return {"resultType": "task", **about}
    return {"task": about, "_meta": {AT_ONCE: BEGUN}}


def _get(request: ApiRequest, call: MCPCall) -> Params:
    goal, ref = _asked_for(request, call)
    task = _standing(request, ref)
    about = _described(request, call, goal, task)
    if call.stateless and task.state.is_terminal and task.state is not A2AState.CANCELED:
        about["result"] = {"resultType": "complete", **_result(request, task)}
    if about["status"] == "input_required" and call.stateless:
        about["inputRequests"] = input_requests(questions_of(request.auth, ref.goal_id))
    return about


def _update(request: ApiRequest, call: MCPCall) -> Params:
    """Answers to what the task asks. What is none of that is read past."""
    _, ref = _asked_for(request, call)
    responses = call.params.get("inputResponses")
    if not isinstance(responses, dict):
        raise RPCRefusal(BAD_PARAMS, "`inputResponses` is an object.")
    take_answers(request.auth, ref.goal_id, responses)
    return {}


def _cancel(request: ApiRequest, call: MCPCall) -> Params:
    """Stop the goal. In the older era that of one which has ended is an error."""
    require_scope(request.auth, Scope.RUN)
    goal, ref = _asked_for(request, call)
    over = _standing(request, ref).state.is_terminal
    if over and not call.stateless:
        raise RPCRefusal(BAD_PARAMS, "This task has ended.")
    if not over:
        goals.stop_goal(request, ref.goal_id)
    if call.stateless:
        return {}
    return _described(request, call, goal, _standing(request, ref))


def _list(request: ApiRequest, call: MCPCall) -> Params:
    """All rounds of the goals that the token's person gave, the goals with the latest news first."""
    listing = f"mcp tasks {request.auth.workspace_id} {request.auth.user_id}"
    rows, _ = goals_given(request.auth, Q(), _place_in(call, listing), PER_PAGE + 1)
    shown, following = cut(rows, PER_PAGE, lambda row: moment_cursor(listing, row.last_event_at, row.pk))
    rounds = current_rounds([row.pk for row in shown])
    found = [(goal, TaskRef(goal.pk, number)) for goal in shown for number in range(rounds[goal.pk], 0, -1)]
    tasks = [_described(request, call, goal, _standing(request, ref)) for goal, ref in found]
    return {"tasks": tasks} | ({"nextCursor": following} if following else {})


def _place_in(call: MCPCall, listing: str) -> tuple[datetime, UUID] | None:
    cursor = call.params.get("cursor")
    if cursor is None:
        return None
    try:
        return moment_in(cursor if isinstance(cursor, str) else "-", listing)
    except BadCursor:
        raise RPCRefusal(BAD_PARAMS, "This cursor belongs to another list: start without one.") from None


def _await_result(request: ApiRequest, call: MCPCall) -> Params | StreamedResult:
    """The result of a task once it has ended; meanwhile its client is asked what the team asks."""
    _, ref = _asked_for(request, call)
    related = {RELATED: {"taskId": ref.id}}

    def finish(task: A2ATask) -> Params:
        return _result(request, task, related)

    task = _standing(request, ref)
    if task.state.is_terminal:
        return finish(task)
    place = places.take(request.auth.workspace_id)
    watch = GoalWatch(request.auth, ref, place, finish, past_questions=True, related={"_meta": related})
    return StreamedResult(lambda: follow_to_its_end(watch, call))


def _asked_for(request: ApiRequest, call: MCPCall) -> tuple[Goal, TaskRef]:
    if call.stateless:
        call.require_extension(EXTENSION)
    name = call.params.get("taskId")
    try:
        ref = TaskRef.read(name if isinstance(name, str) else "")
    except A2ARefusal:
        raise RPCRefusal(BAD_PARAMS, NO_TASK) from None
    return _own_goal(request, ref), ref


def _own_goal(request: ApiRequest, ref: TaskRef) -> Goal:
    """The goal of a task. Raises RPCRefusal for one that another person gave, so that nobody sees others' tasks."""
    try:
        goal = goal_visible_to(request.auth, ref.goal_id)
    except NotFound:
        raise RPCRefusal(BAD_PARAMS, NO_TASK) from None
    if goal.created_by_id != request.auth.user_id or not 1 <= ref.round <= current_round(ref.goal_id):
        raise RPCRefusal(BAD_PARAMS, NO_TASK)
    return goal


def _standing(request: ApiRequest, ref: TaskRef) -> A2ATask:
    return read_task(request.auth, ref, lines=0, with_artifacts=False)


def _described(request: ApiRequest, call: MCPCall, goal: Goal, task: A2ATask) -> Params:
    """A task in the form of its era."""
    status, says = _status(request, call, task)
    since = {"createdAt": goal.created_at.isoformat(), "lastUpdatedAt": max(task.at, goal.created_at).isoformat()}
    about = {"taskId": task.ref.id, "status": status, **({"statusMessage": says[:2000]} if says else {}), **since}
    if call.stateless:
        return {**about, "ttlMs": None, "pollIntervalMs": POLL_MS}
    return {**about, "ttl": None, "pollInterval": POLL_MS}


def _status(request: ApiRequest, call: MCPCall, task: A2ATask) -> tuple[str, str]:
    """Its state, and what is said of it. The newer era calls failed only what broke the protocol."""
    if task.state is A2AState.FAILED and call.stateless:
        return STATES[A2AState.COMPLETED], task.says
    unable = call.stateless and not (call.can_ask and may_answer(request.auth))
    if task.state is A2AState.INPUT_REQUIRED and unable:
        return STATES[A2AState.WORKING], WAITS
    return STATES[task.state], task.says


def _result(request: ApiRequest, task: A2ATask, related: Params | None = None) -> Params:
    """What the call that began the task would have been answered with, had it waited; `related`: goes along."""
    if task.ref.round < current_round(task.ref.goal_id):
        given: Params = {"content": [{"type": "text", "text": task.says}], "isError": False}
    else:
        given = tool_result(goals.get_result(request, task.ref.goal_id))
    meta = {GOAL: str(task.ref.goal_id), **(related or {})}
    return given | {"isError": task.state is not A2AState.COMPLETED, "_meta": meta}


TASKS: Mapping[str, Method] = {
    "tasks/get": _get,
    "tasks/update": _update,
    "tasks/cancel": _cancel,
    "tasks/list": _list,
    "tasks/result": _await_result,
}
