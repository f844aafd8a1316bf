"""What happened since the token's person left, over REST."""

from uuid import UUID

from django.utils import timezone
from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.since_left import SeenIn, SinceLeftOut
from apps.chat.actions.visits import mark_seen
from apps.chat.queries.since_left import since_left
from apps.core.problems import answers
from apps.teams.queries.access import goal_visible_to

router = Router(tags=["search"])


@router.get("", response=answers(SinceLeftOut), summary="Tell what happened since you left")
def get_since_left(request: ApiRequest, goal: UUID | None = None) -> SinceLeftOut:
    """Decisions, questions, failures, files, teams and spend since you were last seen at a goal, or at all."""
    if goal:
        goal_visible_to(request.auth, goal)
    return SinceLeftOut.of(since_left(request.auth, goal, timezone.now()))


@router.post("", response=answers(SinceLeftOut), summary="Say that you are here")
def note_presence(request: ApiRequest, seen: SeenIn) -> SinceLeftOut:
    """Note that you look now; who says nothing for ten minutes has left."""
    mark_seen(request.auth, seen.goal, dismiss=seen.dismiss)
    return SinceLeftOut.of(since_left(request.auth, seen.goal, timezone.now()))
