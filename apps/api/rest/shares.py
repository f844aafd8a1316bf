"""Links by which people outside of the workspace read one goal, over REST."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone
from ninja import Router, Status
from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.access import MOST_DAYS, ApiRequest
from apps.chat.actions.shares import revoke_share, share_goal
from apps.chat.domain.goal_record import Concealable
from apps.chat.queries.shares import shares_of
from apps.core.numbers import Whole
from apps.core.problems import answers
from apps.teams.queries.access import goal_visible_to

router = Router(tags=["goals"])


class ShareOut(BaseModel):
    """A link; its secret was shown once, when it was made."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    by: str
    left_out: list[Concealable]
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    works: bool = Field(description="Whether it opens the goal now.")


class NewShare(ShareOut):
    """A link that was made, with the path that holds its secret."""

    path: str = Field(description="Shown this once; put the hub's address before it.")


class Shares(BaseModel):
    """The links of a goal, newest first."""

    items: list[ShareOut]


class ShareIn(BaseModel):
    """What a new link leaves out, and when it runs out."""

    model_config = ConfigDict(extra="forbid")

    leave_out: list[Concealable] = Field(default=[], max_length=10)
    expires_in_days: Whole | None = Field(7, ge=1, le=MOST_DAYS, description="Null: it does not run out.")


@router.get("/{uuid:goal_id}/shares", response=answers(Shares), summary="List a goal's links")
def list_shares(request: ApiRequest, goal_id: UUID) -> Shares:
    """Those that work no more too."""
    found = shares_of(goal_visible_to(request.auth, goal_id), timezone.now())
    return Shares(items=[ShareOut.model_validate(one) for one in found])


@router.post("/{uuid:goal_id}/shares", response=answers(NewShare, 201), summary="Share a goal by a link")
def create_share(request: ApiRequest, goal_id: UUID, share: ShareIn) -> Status[NewShare]:
    """Anybody who has the link reads the goal as it stands then, without what is left out. Operators."""
    made, path = share_goal(request.auth, goal_id, share.leave_out, share.expires_in_days)
    return Status(201, NewShare(**ShareOut.model_validate(made).model_dump(), path=path))


@router.delete("/{uuid:goal_id}/shares/{uuid:share_id}", response=answers(None, 204), summary="Take a link back")
def delete_share(request: ApiRequest, goal_id: UUID, share_id: UUID) -> Status[None]:
    """It opens nothing from then on. Operators."""
    revoke_share(request.auth, goal_id, share_id)
    return Status(204, None)
