"""What somebody is told, and what they chose to be told."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.attention.domain.notices import USUAL_HOUR, USUAL_ZONE, MailPace, NoticeKind, NoticeWishes
from apps.core.numbers import Whole
from apps.core.texts import Text


class NoticesAfter(BaseModel):
    """After which notice."""

    after: UUID | None = Field(default=None, description="The newest that you know; left out: the newest twenty.")


class NoticeOut(BaseModel):
    """One thing that you should know of. What is settled is no notice any more."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: NoticeKind
    goal_title: str = Field(validation_alias="title")
    text: str = Field(description="What is asked or told, on one line.")
    path: str = Field(description="The page where it is answered, or read.")
    noticed_at: datetime


class NoticeListOut(BaseModel):
    """Oldest first, at most twenty."""

    items: list[NoticeOut]


class NoticeWishesIn(BaseModel):
    """What you want to be told in this workspace."""

    model_config = ConfigDict(extra="forbid")

    kinds: frozenset[NoticeKind] = Field(default=frozenset(NoticeKind))
    all_goals: bool = Field(default=False, description="Not only of goals that you gave yourself.")
    pace: MailPace = Field(default=MailPace.OFF, description="How soon by mail.")
    hour: Whole = Field(default=USUAL_HOUR, ge=0, le=23, description="Of the day, for daily letters.")
    zone: Text = Field(default=USUAL_ZONE, max_length=64, description="Where you are, as Europe/Berlin.")

    @property
    def wishes(self) -> NoticeWishes:
        """The same for the action."""
        return NoticeWishes(self.kinds, self.all_goals, self.pace, self.hour, self.zone)


class NoticeWishesOut(BaseModel):
    """What you are told in this workspace."""

    model_config = ConfigDict(from_attributes=True)

    kinds: list[NoticeKind]
    all_goals: bool
    pace: MailPace
    hour: int
    zone: str


class Mute(BaseModel, extra="forbid"):
    """Whether you want to hear nothing of a goal."""

    muted: bool = Field(description="True: mute it; false: hear of it again.")
