"""Going on otherwise from a moment of a goal, over REST."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from apps.accounts.domain.access import Actor
from apps.api.rest.goal_requests import KEY, KEY_HEADER
from apps.api.rest.goals import tell_of
from apps.api.rest.schemas.goals import ForkIn, GoalDetail
from apps.chat import actions
from apps.core.problems import answers

router = Router(tags=["goals"])


@router.post("/{uuid:goal_id}/fork", response=answers(GoalDetail, 201) | {200: GoalDetail}, openapi_extra=KEY)
def fork_goal(request: HttpRequest, response: HttpResponse, goal_id: UUID, fork: ForkIn) -> Status[GoalDetail]:
    """Give a goal anew as it stood at one of its events: with its limits, agents and files of then, and what was said
    and done until then as a file. An idempotency key works as for a new goal. Operators.
    """
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    team = None if fork.team is None else tuple(fork.team)
    asked = actions.Fork(fork.event, fork.text, team, request.headers.get(KEY_HEADER, ""))
    return tell_of(actions.launch_fork(actor, goal_id, asked), response)
