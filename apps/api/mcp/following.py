"""A goal as it goes on, for a client that waits: what is said, what is asked, and what came of it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from pydantic import BaseModel, Field

from apps.accounts.domain.access import Actor, ApiRequest, Scope
from apps.api.a2a.streams import look_at_task
from apps.api.a2a.tasks import A2AState, A2ATask, TaskRef, read_task
from apps.api.json_rpc import NO_REQUEST, Params, RPCRefusal
from apps.api.mcp.answering import StreamedResult, ToldMeanwhile, tool_result
from apps.api.mcp.asking import REQUEST, Questions, form_of, input_requests, may_answer, questions_of, take_answers
from apps.api.mcp.hub_tools import READ, HubTool, ToolArguments
from apps.api.mcp.messages import MCPCall
from apps.api.rest import goals
from apps.api.rest.schemas.goals import ResultOut
from apps.api.team_words import TeamWords
from apps.api.waiting_places import WaitingPlace, places
from apps.chat.queries.rounds import current_round
from apps.journal.queries import last_seq
from apps.teams.queries.access import goal_visible_to

LONGEST_LINE = 300  # characters of what is said, as progress
USUAL_SECONDS, MOST_SECONDS = 50, 3600
CUT_OFF = "This token no longer counts."


@dataclass(frozen=True)
class GoalWatch:
    """Who waits for which goal. `seconds`: at most, None: until it has ended. `related`: in each message of ours.

    `finish`: the result, of a goal in whichever state; `past_questions`: whether a question ends the waiting for a
    client that can't ask. `unasked`: questions that its person would not answer.
    """

    actor: Actor
    ref: TaskRef
    place: WaitingPlace
    finish: Callable[[A2ATask], Params]
    seconds: float | None = None
    past_questions: bool = False
    unasked: frozenset[UUID] = frozenset()
    related: Params = field(default_factory=dict)


class _Follow(ToolArguments):
    goal: UUID = Field(description="The goal's id.")
    seconds: int = Field(
        default=USUAL_SECONDS, ge=0, le=MOST_SECONDS, description="For how long to wait, at most; then ask again."
    )


class FollowedOut(BaseModel):
    """How a goal stands. `asks`: what waits for a person."""

    state: A2AState
    asks: list[str] = Field(description="Questions; answer_question and list_waiting have them with their ids.")
    result: ResultOut


def _follow(request: ApiRequest, asked: _Follow, call: MCPCall) -> Params | StreamedResult:
    """Wait for a goal. It takes the answers that come along, and is asked again with the next ones."""
    actor = request.auth
    goal_visible_to(actor, asked.goal)
    unasked = take_answers(actor, asked.goal, call.params.get("inputResponses")) if call.stateless else set()

    def finish(task: A2ATask) -> Params:
        return tool_result(_standing(request, task))

    ref = TaskRef(asked.goal, current_round(asked.goal))
    task = read_task(actor, ref, lines=0, with_artifacts=False)
    if task.state.is_terminal or not asked.seconds:
        return finish(task)
    place = places.take(actor.workspace_id)
    watch = GoalWatch(actor, ref, place, finish, float(asked.seconds), unasked=frozenset(unasked))
    return StreamedResult(lambda: follow_to_its_end(watch, call))


def _standing(request: ApiRequest, task: A2ATask) -> FollowedOut:
    asks = [each.question for each in questions_of(request.auth, task.ref.goal_id)]
    result = goals.get_result(request, task.ref.goal_id)
    return FollowedOut(state=task.state, asks=[] if task.state.is_terminal else asks, result=result)


async def follow_to_its_end(watch: GoalWatch, call: MCPCall) -> AsyncGenerator[ToldMeanwhile | Params | None]:
    """What is told of a goal, and the result. Raises RPCRefusal where the token counts no more."""
    began, told, asked = monotonic(), 0, set(watch.unasked)
    try:
        after = await database_sync_to_async(last_seq)(watch.ref.goal_id)
        async with aclosing(look_at_task(watch.actor, watch.ref, after, Scope.READ)) as looks:
            async for look in looks:
                for words in look.said if call.progress_token is not None else ():
                    told += 1
                    yield _progress(watch, call, told, words)
                result, questions = await database_sync_to_async(_step)(watch, call, look.task, asked)
                for question in questions:
                    asked.add(question.id)
                    yield ToldMeanwhile(_request(watch, question))
                if result is None and _is_over(watch, began):
                    result = await database_sync_to_async(watch.finish)(look.task)
                yield result
                if result is not None:
                    return
        raise RPCRefusal(NO_REQUEST, CUT_OFF)
    finally:
        watch.place.leave()


def _is_over(watch: GoalWatch, began: float) -> bool:
    return watch.seconds is not None and monotonic() - began >= watch.seconds


def _step(watch: GoalWatch, call: MCPCall, task: A2ATask, asked: set[UUID]) -> tuple[Params | None, Questions]:
    """The result, where there is one now, and what the client is asked meanwhile."""
    if task.state.is_terminal:
        return watch.finish(task), []
    if task.state is A2AState.WORKING:
        return None, []
    asks = call.can_ask and may_answer(watch.actor) and (call.stateless or call.streams)
    questions = questions_of(watch.actor, task.ref.goal_id, asked) if asks else []
    if not call.stateless and (questions or asked):
        return None, questions
    if questions:
        return {"resultType": "input_required", "inputRequests": input_requests(questions)}, []
    return None if watch.past_questions else watch.finish(task), []


def _progress(watch: GoalWatch, call: MCPCall, told: int, words: TeamWords) -> ToldMeanwhile:
    said = {"progressToken": call.progress_token, "progress": told, "message": words.line[:LONGEST_LINE]}
    return ToldMeanwhile({"method": "notifications/progress", "params": {**said, **watch.related}})


def _request(watch: GoalWatch, question: Any) -> Params:
    params = {**form_of(question), **watch.related}
    return {"id": f"{REQUEST}{question.id}", "method": "elicitation/create", "params": params}


FOLLOWING = {
    "follow_goal": HubTool(
        "Follow a goal",
        "Wait until a goal has ended, or asks a person something, or the seconds are over: then ask again. Where the "
        "client can, its person is asked what the team asks.",
        _Follow,
        READ,
        lambda request, asked: goals.get_goal(request, asked.goal),
        follow=_follow,
    )
}
