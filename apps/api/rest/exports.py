"""Keeping a goal outside of the hub, over REST."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router

from apps.accounts.domain.access import Actor, ApiRequest
from apps.api.rest.schemas.spending import SpendingOut
from apps.chat.actions.proofs import prove_goal
from apps.chat.domain.goal_record import GoalRecord
from apps.chat.domain.spending import Spending
from apps.chat.queries.goal_records import goal_record
from apps.chat.queries.spending import spending_of
from apps.core.problems import answers
from apps.teams.queries.access import goal_visible_to

router = Router(tags=["goals"])


@router.get("/{uuid:goal_id}/export", response=answers(GoalRecord), summary="Export a goal")
def export_goal(request: ApiRequest, goal_id: UUID) -> GoalRecord:
    """All of a goal that is kept elsewhere, as docs/schemas/goal.schema.json describes it."""
    return goal_record(goal_visible_to(request.auth, goal_id), timezone.now())


@router.get("/{uuid:goal_id}/proof", response=answers(dict[str, object]), summary="Export a goal's proof bundle")
def export_proof(request: HttpRequest, goal_id: UUID) -> HttpResponse:
    """The goal's events, chained by their hashes and signed; `scripts/verify_bundle.py` checks its very bytes."""
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    return HttpResponse(prove_goal(actor, goal_id, timezone.now()), content_type="application/json")


@router.get("/{uuid:goal_id}/spend", response=answers(list[SpendingOut]), summary="What a goal took, call by call")
def goal_spending(request: ApiRequest, goal_id: UUID) -> list[Spending]:
    """One row for each team, whom it called, and model. Calls count when they have ended."""
    return spending_of(goal_visible_to(request.auth, goal_id).pk)
