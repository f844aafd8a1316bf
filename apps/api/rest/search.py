"""Searching the workspace, over REST."""

from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Annotated
from uuid import UUID

from django.utils import timezone
from ninja import Field, Query, Router, Schema

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.search import HitOut
from apps.chat.domain.search import MOST_TEXT, HitKind, Sought
from apps.chat.queries.goals import FILTERS
from apps.chat.queries.search import search
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, number_in, word_cursor
from apps.core.problems import answers
from apps.core.texts import Text
from apps.teams.queries.access import goal_visible_to

router = Router(tags=["search"])
GoalState = StrEnum("GoalState", {name.upper(): name for name in FILTERS if name})  # type: ignore[misc]  # of one list


class SoughtIn(Schema):
    """What a search is narrowed to; what is left out does not narrow it."""

    q: Text = Field("", max_length=MOST_TEXT, description='Words; "together", -without, or. Near meanings count too.')
    kind: HitKind | None = None
    goal: UUID | None = Field(None, description="Only in this goal.")
    who: Text = Field("", max_length=160, description="Handle or name of who said, made or gave it.")
    state: GoalState | None = Field(None, description="Of the goal in which it is.")
    since: date | None = Field(None, description="From this day on, in UTC.")


@router.get("", response=answers(Page[HitOut]), summary="Search the workspace")
def search_workspace(
    request: ApiRequest,
    narrowing: Query[SoughtIn],
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE, description="Items on a page.")] = USUAL_PER_PAGE,
) -> Page[HitOut]:
    """Goals, messages, files and agents that fit the words or their meaning, best first."""
    if narrowing.goal:
        goal_visible_to(request.auth, narrowing.goal)
    wanted = Sought(
        narrowing.q.strip(),
        narrowing.kind,
        narrowing.goal,
        narrowing.who.strip(),
        narrowing.state or "",
        narrowing.since,
    )
    listing = f"search {request.auth.workspace_id} {sha256(repr(wanted).encode()).hexdigest()[:16]}"
    offset = number_in(cursor, listing) if cursor else 0
    found = search(request.auth.workspace_id, wanted, timezone.now(), offset=offset, limit=limit)
    end = offset + len(found.hits)
    following = word_cursor(listing, str(end)) if found.hits and end < found.total else None
    return Page(items=[HitOut.of(hit) for hit in found.hits], next=following)
