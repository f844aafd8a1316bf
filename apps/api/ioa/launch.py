"""IoA's own request: `POST /launch_goal` waits and answers `[comm_id, conclusion]`; its status stands beside it."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from uuid import UUID

from channels.db import database_sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from ninja import Router
from ninja.errors import HttpError

from apps.accounts.domain.access import Actor, ApiRequest, Scope
from apps.accounts.domain.errors import NotFound, Refused, refusals_under
from apps.accounts.queries.permissions import may_still
from apps.agents.queries.handles import handles_of
from apps.api.ioa.schemas import LaunchIn, LaunchStatus
from apps.api.long_polls import stream_wakes
from apps.api.waiting_places import WaitingPlace, places
from apps.chat import actions
from apps.chat.actions import GoalRequest
from apps.chat.queries.goals import goal_card
from apps.core.problems import answers
from apps.core.sentences import sentence
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.goals import ending_of

router = Router(tags=["IoA"])
JSON, STILL = "application/json", " "
CUT_OFF = {"status": 401, "title": "Unauthorized", "detail": "Who asked for this may know no more of it."}


@router.post("", url_name="launch_goal")
def launch(request: HttpRequest, asked: LaunchIn) -> StreamingHttpResponse:
    """Launch a goal, or go on with one that has ended; answers once its round has ended.

    Spaces before the answer keep the connection alive. A client that goes away ends its waiting, not the goal; one
    whose token ends meanwhile is answered a problem. Where
    fifty of a workspace wait already, or two hundred in this process: 429 with `Retry-After`, and no goal.
    """
    if request.content_type != JSON:  # a form of some other site can't send this, so it can't use the local door
        raise HttpError(415, f"Send {JSON}.")
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    place = places.take(actor.workspace_id)
    goal_id = _go_on(actor, asked, asked.comm_id) if asked.comm_id else _begin(actor, asked)
    response = StreamingHttpResponse(_wait_for_conclusion(actor, goal_id, place), content_type=JSON)
    response["X-Accel-Buffering"] = "no"
    response["Location"] = f"{request.path}/{goal_id}"
    return response


@router.get("/{uuid:comm_id}", response=answers(LaunchStatus))
def launched(request: ApiRequest, comm_id: UUID) -> LaunchStatus:
    """Where a launched goal stands; nothing is waited for."""
    goal_visible_to(request.auth, comm_id)
    return LaunchStatus.of(goal_card(comm_id, timezone.now()), ending_of(comm_id))


def _begin(actor: Actor, asked: LaunchIn) -> UUID:
    goal = GoalRequest(
        text=asked.goal,
        limits=asked.limits,
        team=_team(actor, asked),
        shares_plan=asked.is_collaborative_planning_enabled,
        observation=asked.obs_kwargs,
        claimed_chain=asked.claimed_chain,
    )
    with refusals_under(text="goal"):
        return actions.launch_goal(actor, goal).id


def _go_on(actor: Actor, asked: LaunchIn, comm_id: str) -> UUID:
    try:
        goal_id = UUID(comm_id)
    except ValueError:
        raise NotFound(sentence("There is no talk {comm_id} here.", comm_id=repr(comm_id[:60]))) from None
    with refusals_under(text="cont_input", limits="max_turns"):
        actions.continue_goal(actor, goal_id, asked.words, team=_team(actor, asked), turns=asked.max_turns)
    return goal_id


def _team(actor: Actor, asked: LaunchIn) -> tuple[str, ...]:
    known = handles_of(actor.workspace_id, asked.names)
    if missing := [name for name in asked.names if name not in known]:
        listed = ", ".join(missing)
        raise Refused(
            team_member_names=sentence(
                "No agent of this name is registered and switched on here: {listed}.", listed=listed
            )
        )
    return tuple(known[name] for name in asked.names)


async def _wait_for_conclusion(actor: Actor, goal_id: UUID, place: WaitingPlace) -> AsyncGenerator[str]:
    """Give spaces, then the answer; a problem in its place where whoever asked may do so no more."""
    try:
        async with aclosing(stream_wakes(goal_id)) as looking:
            async for _ in looking:
                answer = await database_sync_to_async(_answer_now)(actor, goal_id)
                yield answer
                if answer != STILL:
                    return
    finally:
        place.leave()


def _answer_now(actor: Actor, goal_id: UUID) -> str:
    if not may_still(actor, Scope.RUN):
        return json.dumps(CUT_OFF)
    ending = ending_of(goal_id)
    return STILL if ending is None else json.dumps([str(goal_id), ending.conclusion])
