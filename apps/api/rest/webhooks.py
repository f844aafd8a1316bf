"""Webhooks over REST: who receives events, and what became of each."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Status

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.webhooks import (
    DeliveryOut,
    NewWebhook,
    WebhookChange,
    WebhookIn,
    WebhookOut,
    Webhooks,
)
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, moment_cursor, moment_in
from apps.core.problems import answers
from apps.webhooks.actions.webhooks import add_webhook, change_webhook, remove_webhook, retry_delivery, send_test
from apps.webhooks.queries.webhooks import deliveries_after, delivery_view, webhook_view, webhooks_of

router = Router(tags=["webhooks"])


@router.get("", response=answers(Webhooks))
def list_webhooks(request: ApiRequest) -> Webhooks:
    """Where events are sent. Owners."""
    return Webhooks(items=[WebhookOut.model_validate(one) for one in webhooks_of(request.auth)])


@router.post("", response=answers(NewWebhook, 201))
def create_webhook(request: ApiRequest, new: WebhookIn) -> Status[NewWebhook]:
    """Send events there from now on, each in a CloudEvents envelope, signed as Standard Webhooks says. Owners."""
    webhook_id, secret = add_webhook(request.auth, new.url, new.kinds)
    shown = WebhookOut.model_validate(webhook_view(request.auth, webhook_id))
    return Status(201, NewWebhook(**shown.model_dump(), secret=secret))


@router.get("/{uuid:webhook_id}", response=answers(WebhookOut))
def get_webhook(request: ApiRequest, webhook_id: UUID) -> WebhookOut:
    """One receiver, and how it does. Owners."""
    return WebhookOut.model_validate(webhook_view(request.auth, webhook_id))


@router.patch("/{uuid:webhook_id}", response=answers(WebhookOut))
def edit_webhook(request: ApiRequest, webhook_id: UUID, change: WebhookChange) -> WebhookOut:
    """Send other kinds, stop, or go on. Another address is another webhook, with a secret of its own. Owners."""
    change_webhook(request.auth, webhook_id, kinds=change.kinds, enabled=change.enabled)
    return get_webhook(request, webhook_id)


@router.delete("/{uuid:webhook_id}", response=answers(None, 204))
def delete_webhook(request: ApiRequest, webhook_id: UUID) -> Status[None]:
    """Send nothing more there, and forget what was sent. Owners."""
    remove_webhook(request.auth, webhook_id)
    return Status(204, None)


@router.post("/{uuid:webhook_id}/test", response=answers(DeliveryOut, 202))
def test_webhook(request: ApiRequest, webhook_id: UUID) -> Status[DeliveryOut]:
    """Send something that tells of no goal, to see whether it arrives. Owners."""
    return Status(202, DeliveryOut.model_validate(delivery_view(send_test(request.auth, webhook_id))))


@router.get("/{uuid:webhook_id}/deliveries", response=answers(Page[DeliveryOut]))
def list_deliveries(
    request: ApiRequest,
    webhook_id: UUID,
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = USUAL_PER_PAGE,
) -> Page[DeliveryOut]:
    """What was and is to be sent there, newest first; what ended a month ago is gone. Owners."""
    listing = f"deliveries {webhook_id}"
    after = moment_in(cursor, listing) if cursor else None
    rows = deliveries_after(request.auth, webhook_id, after, limit + 1)
    shown, following = cut(rows, limit, lambda row: moment_cursor(listing, row.created_at, row.id))
    return Page(items=[DeliveryOut.model_validate(row) for row in shown], next=following)


@router.post("/{uuid:webhook_id}/deliveries/{uuid:delivery_id}/retry", response=answers(DeliveryOut, 202))
def resend_delivery(request: ApiRequest, webhook_id: UUID, delivery_id: UUID) -> Status[DeliveryOut]:
    """Have one that was not accepted sent now, with all its tries before it. Owners."""
    delivery = retry_delivery(request.auth, webhook_id, delivery_id)
    return Status(202, DeliveryOut.model_validate(delivery_view(delivery)))
