"""Decisions that wait for a person, over REST."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.approvals import ApprovalOut, DecisionIn
from apps.api.rest.schemas.decisions import JointDecisionIn, JointDecisionOut, JointOutcomeOut
from apps.chat import actions
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, moment_cursor, moment_in
from apps.core.problems import answers
from apps.teams.actions.permits import PermitTerms
from apps.teams.queries.lists import approval_row, pending_approvals_after

router = Router(tags=["approvals"])


@router.get("", response=answers(Page[ApprovalOut]))
def list_approvals(
    request: ApiRequest,
    goal: UUID | None = None,
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = USUAL_PER_PAGE,
) -> Page[ApprovalOut]:
    """What waits for a person in the workspace, oldest first; with `goal`, in that goal."""
    workspace_id = request.auth.workspace_id
    listing = f"approvals {workspace_id} {goal or ''}"
    rows = pending_approvals_after(workspace_id, goal, moment_in(cursor, listing) if cursor else None, limit + 1)
    shown, following = cut(rows, limit, lambda row: moment_cursor(listing, row.asked_at, row.id))
    return Page(items=[ApprovalOut.model_validate(row) for row in shown], next=following)


@router.post("/decide", response=answers(JointDecisionOut))
def decide_approvals(request: ApiRequest, decision: JointDecisionIn) -> JointDecisionOut:
    """Approve or deny several, each by itself: what is refused says why, and stops no other.

    What may change something, leaves the hub, or has an effect that nobody knows is approved by itself alone.
    """
    outcomes = actions.decide_together(request.auth, decision.approvals, decision.verdict, decision.reason)
    return JointDecisionOut(outcomes=[JointOutcomeOut.model_validate(one) for one in outcomes])


@router.post("/{uuid:approval_id}/decide", response=answers(ApprovalOut))
def decide_approval(request: ApiRequest, approval_id: UUID, decision: DecisionIn) -> ApprovalOut:
    """Answer. Of two answers at one time the first wins; the other gets 409."""
    terms = PermitTerms(decision.scope, decision.brief, decision.reason)
    actions.decide(request.auth, approval_id, decision.answer, terms)
    return ApprovalOut.model_validate(approval_row(approval_id))
