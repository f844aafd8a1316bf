"""What names the token's person in rooms, over REST."""

from datetime import datetime
from uuid import UUID

from ninja import Router, Status
from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.access import ApiRequest
from apps.chat.actions.mentions import see_mention
from apps.chat.queries.mentions import unseen_mentions
from apps.core.problems import answers

router = Router(tags=["notices"])


class MentionOut(BaseModel):
    """A message that names you and that you have not seen."""

    model_config = ConfigDict(from_attributes=True)

    message: UUID
    goal: UUID
    goal_title: str
    team: UUID
    team_name: str
    by: str = Field(description="What who said it was called then.")
    text: str = Field(description="The beginning of it, on one line; it comes from people, so sanitise what you show.")
    at: datetime
    seq: int = Field(description="Its place in the goal's events.")


class MentionListOut(BaseModel):
    """The newest of them."""

    items: list[MentionOut]


@router.get("", response=answers(MentionListOut), summary="List what names you")
def list_mentions(request: ApiRequest) -> MentionListOut:
    """Messages that name you and that you have not seen, the newest first, at most 50."""
    return MentionListOut(items=[MentionOut.model_validate(one) for one in unseen_mentions(request.auth)])


@router.post("/{uuid:message_id}/seen", response=answers(None, 204), summary="Say that you know of it")
def note_mention_seen(request: ApiRequest, message_id: UUID) -> Status[None]:
    """It is listed no more; for what does not name you nothing changes."""
    see_mention(request.auth, message_id)
    return Status(204, None)
