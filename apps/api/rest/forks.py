"""Going on otherwise from a moment of a goal, over REST."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router, Status

from apps.accounts.domain.access import Actor
from apps.api.rest.goal_requests import KEY_HEADER
from apps.api.rest.goals import goal_detail
from apps.api.rest.schemas.goals import ForkIn, GoalDetail
from apps.chat import actions
from apps.core.problems import answers

router = Router(tags=["goals"])


@router.post("/{uuid:goal_id}/fork", response=answers(GoalDetail, 201))
def fork_goal(request: HttpRequest, response: HttpResponse, goal_id: UUID, fork: ForkIn) -> Status[GoalDetail]:
    """Give a goal anew as it stood at one of its events: with its limits, agents and files of then, and what was said
    and done until then as a file. An idempotency key works as for a new goal. Operators.
    """
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    team = None if fork.team is None else tuple(fork.team)
    asked = actions.Fork(fork.event, fork.text, team, request.headers.get(KEY_HEADER, ""))
    goal = actions.fork_goal(actor, goal_id, asked)
    response["Location"] = reverse("api:get_goal", args=[goal.id])
    return Status(201, goal_detail(goal))
