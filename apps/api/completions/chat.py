"""Chat completions: the answer of a goal as an assistant's message, what its team says meanwhile as its reasoning."""

import json
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from apps.api.completions.goal_texts import text_from
from apps.api.completions.goals import WaitingClient, actor_of, give_goal
from apps.api.completions.looks import GoalReport, look_until_end
from apps.api.completions.schemas import ChatIn
from apps.api.long_polls import slow_answer
from apps.api.waiting_places import places
from apps.teams.domain.states import GoalOutcome

JSON, EVENTS = "application/json", "text/event-stream"
STILL_HERE = ": still here\n\n"
CUT_OFF = {"error": {"message": "This token no longer counts.", "type": "authentication_error", "code": None}}

router = Router(tags=["models"])


@router.post("", url_name="create_chat_completion")
def create_chat_completion(request: HttpRequest, asked: ChatIn) -> StreamingHttpResponse:
    """Give a goal as a chat completion; answers once it has ended. Who goes away ends the waiting, not the goal.

    Spaces before the answer keep the connection alive. With `stream`, what the team says comes as `reasoning_content`,
    then the answer as `content`.
    """
    actor = actor_of(request)
    text = text_from(asked.messages, "messages")
    place = places.take(actor.workspace_id)
    goal_id = give_goal(request, asked.model, asked.messages, text)
    client = WaitingClient(actor, goal_id, place, shows_usage=asked.shows_usage)
    if asked.stream:
        return slow_answer(_stream(client), EVENTS)
    return slow_answer(wait_for_end(client, _completion, CUT_OFF), JSON)


async def wait_for_end(
    client: WaitingClient, answer_of: Callable[[GoalReport], object], cut_off: object
) -> AsyncGenerator[str]:
    """Give spaces, then the answer as JSON; `cut_off` where the client's token no longer counts before there is one."""
    try:
        async with aclosing(look_until_end(client.actor, client.goal_id, client.after)) as looks:
            async for look in looks:
                if look.report.has_ended:
                    yield json.dumps(answer_of(look.report))
                    return
                yield " "
        yield json.dumps(cut_off)
    finally:
        client.place.leave()


async def _stream(client: WaitingClient) -> AsyncGenerator[str]:
    try:
        async with aclosing(look_until_end(client.actor, client.goal_id, client.after)) as looks:
            async for look in looks:
                for said in look.said:
                    yield _chunk(look.report, {"role": "assistant", "reasoning_content": f"{said.line}\n\n"})
                if look.report.has_ended:
                    for line in _last_lines(look.report, client.shows_usage):
                        yield line
                    return
                if not look.said:
                    yield STILL_HERE
        yield _line(CUT_OFF)
    finally:
        client.place.leave()


def _completion(report: GoalReport) -> dict[str, Any]:
    choice = {"index": 0, "message": _message(report), "logprobs": None, "finish_reason": _reason(report)}
    return {**_head(report, "chat.completion"), "choices": [choice], "usage": _usage(report)}


def _message(report: GoalReport) -> dict[str, Any]:
    """The answer; where there is none, why not, as what clients take for a refusal."""
    answer, refusal = (report.conclusion, None) if report.has_answer else (None, report.conclusion)
    return {"role": "assistant", "content": answer, "refusal": refusal}


def _reason(report: GoalReport) -> str:
    """`length`: a limit ended the goal before it was done."""
    return "length" if report.outcome is GoalOutcome.PARTIAL else "stop"


def _last_lines(report: GoalReport, shows_usage: bool) -> Iterator[str]:
    yield _chunk(report, _message(report))
    yield _chunk(report, {}, _reason(report))
    if shows_usage:
        yield _line({**_head(report, "chat.completion.chunk"), "choices": [], "usage": _usage(report)})
    yield "data: [DONE]\n\n"


def _chunk(report: GoalReport, delta: dict[str, Any], reason: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
    return _line({**_head(report, "chat.completion.chunk"), "choices": [choice]})


def _head(report: GoalReport, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{report.id.hex}", "object": kind, "created": report.created, "model": report.model}


def _usage(report: GoalReport) -> dict[str, int]:
    """A goal's tokens are counted as one sum, which stands where those of an answer stand."""
    return {"prompt_tokens": 0, "completion_tokens": report.tokens, "total_tokens": report.tokens}


def _line(document: dict[str, Any]) -> str:
    return f"data: {json.dumps(document)}\n\n"
