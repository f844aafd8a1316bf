"""Responses: a goal with each turn of its team as an item, found again by its name, gone on with, cancelled."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.completions.chat import EVENTS, JSON, STILL_HERE, wait_for_end
from apps.api.completions.goal_texts import text_from
from apps.api.completions.goals import WaitingClient, actor_of, give_goal, go_on, goal_of
from apps.api.completions.looks import look_until_end, report_on
from apps.api.completions.response_forms import EventLines, response_of
from apps.api.completions.schemas import ResponseIn
from apps.api.long_polls import slow_answer
from apps.api.waiting_places import places
from apps.chat import actions
from apps.chat.queries.goals import goal_card
from apps.teams.queries.access import goal_visible_to

CUT_OFF = {"code": None, "message": "This token no longer counts.", "param": None}

router = Router(tags=["models"])


@router.post("", url_name="create_response")
def create_response(request: HttpRequest, asked: ResponseIn) -> HttpResponseBase:
    """Give a goal, or with `previous_response_id` open the next round of one that has ended; answers at its end.

    With `background` it answers at once. Who goes away ends the waiting, not the goal: `cancel` does that.
    """
    actor = actor_of(request)
    text = text_from(asked.turns, "input", asked.instructions or "")
    place = places.take(actor.workspace_id)
    after = 0
    if asked.previous_response_id:
        goal_id = goal_of(asked.previous_response_id)
        after = go_on(request, goal_id, asked.model, asked.turns, text)
    else:
        goal_id = give_goal(request, asked.model, asked.turns, text)
    if asked.background and not asked.stream:
        place.leave()
        return JsonResponse(response_of(report_on(actor, goal_id)))
    return _slow_answer(WaitingClient(actor, goal_id, place, after), streams=asked.stream)


@router.get("/{response_id}", url_name="get_response")
def get_response(request: ApiRequest, response_id: str) -> dict[str, Any]:
    """Where it stands, with its answer once there is one; what the team said, only the stream has."""
    return response_of(report_on(request.auth, goal_of(response_id)))


@router.post("/{response_id}/cancel", url_name="cancel_response")
def cancel_response(request: ApiRequest, response_id: str) -> dict[str, Any]:
    """End its goal now; one that has ended stays as it is."""
    goal_id = goal_of(response_id)
    goal_visible_to(request.auth, goal_id)
    if not report_on(request.auth, goal_id).has_ended:
        actions.stop(request.auth, goal_card(goal_id, timezone.now()).team_id)
    return response_of(report_on(request.auth, goal_id))


def _slow_answer(client: WaitingClient, *, streams: bool) -> StreamingHttpResponse:
    if streams:
        return slow_answer(_stream(client), EVENTS)
    return slow_answer(wait_for_end(client, response_of, {"error": CUT_OFF}), JSON)


async def _stream(client: WaitingClient) -> AsyncGenerator[str]:
    lines, begun = EventLines(), False
    try:
        async with aclosing(look_until_end(client.actor, client.goal_id, client.after)) as looks:
            async for look in looks:
                if not begun:
                    begun = True
                    yield lines.line("response.created", response=response_of(look.report.as_running()))
                for said in look.said:
                    yield lines.of_turn(said)
                if look.report.has_ended:
                    yield lines.of_end(look.report)
                    return
                if not look.said:
                    yield STILL_HERE
        yield lines.line("error", **CUT_OFF)
    finally:
        client.place.leave()
