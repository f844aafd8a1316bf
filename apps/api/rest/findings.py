"""What was found of a goal, over REST."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.findings import FindingOut
from apps.chat.queries.findings import findings_after
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, id_in, word_cursor
from apps.core.problems import answers
from apps.teams.queries.access import goal_visible_to

router = Router(tags=["goals"])


@router.get("/{uuid:goal_id}/findings", response=answers(Page[FindingOut]))
def list_findings(
    request: ApiRequest,
    goal_id: UUID,
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE, description="Items on a page.")] = USUAL_PER_PAGE,
) -> Page[FindingOut]:
    """Published ways of failing that showed in what agents gave, in the order in which they were found."""
    goal_visible_to(request.auth, goal_id)
    listing = f"findings {goal_id}"
    rows = findings_after(goal_id, id_in(cursor, listing) if cursor else None, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.id)))
    return Page(items=[FindingOut.model_validate(row) for row in shown], next=following)
