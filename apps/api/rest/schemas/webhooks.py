"""Webhooks and what was sent to them, as the REST API has them."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from apps.core.texts import Text
from apps.webhooks.domain.deliveries import DeliveryState
from apps.webhooks.domain.kinds import GOAL_KINDS, USUAL_KINDS

KINDS: list[JsonValue] = [*sorted(GOAL_KINDS)]
SENT = "Kinds of a goal's events that are sent."


class WebhookIn(BaseModel, extra="forbid"):
    """A receiver to be."""

    url: Text = Field(min_length=1, max_length=500, description="Where events are sent by POST.")
    kinds: list[Text] = Field(
        default=[*USUAL_KINDS], max_length=100, description=SENT, json_schema_extra={"x-extensible-enum": KINDS}
    )


class WebhookChange(BaseModel, extra="forbid"):
    """What changes; what is left out stays."""

    kinds: list[Text] | None = Field(default=None, max_length=100, description=SENT)
    enabled: bool | None = Field(default=None, description="False: nothing is sent, and what happens is not kept.")


class WebhookOut(BaseModel):
    """A receiver of events."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    url: str
    kinds: list[str]
    enabled: bool
    made_by: str
    created_at: datetime
    failures: int = Field(description="Tries in a row that failed.")
    rests_until: datetime | None = Field(
        description="Nothing is sent there before, since the last try failed; a test is, and what is retried by hand. "
        "Null: it does not rest."
    )
    waiting: int = Field(description="Deliveries that were not accepted yet.")
    failed: int = Field(description="Deliveries of which every try failed.")


class NewWebhook(WebhookOut):
    """A receiver that was just added."""

    secret: str = Field(description="With it the receiver checks what it gets. It is shown only now.")


class Webhooks(BaseModel):
    """The receivers of a workspace, oldest first."""

    items: list[WebhookOut]


class DeliveryOut(BaseModel):
    """One event that is sent to one receiver."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID = Field(description="The `webhook-id` that it is sent with, each time.")
    kind: str
    goal: UUID | None = Field(validation_alias="goal_id", description="Null: a test.")
    seq: int | None = Field(description="The event's number in its goal.")
    state: DeliveryState
    tries: int
    status: int | None = Field(description="Of the receiver's last answer; null: there was none.")
    problem: str = Field(description="What was wrong the last time, as a sentence.")
    created_at: datetime
    due_at: datetime = Field(description="When it is tried again, while it waits.")
    ended_at: datetime | None
