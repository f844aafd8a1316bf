"""Webhooks and their deliveries as doors show them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries import require
from apps.core.read_models import fill_from_row
from apps.webhooks.domain.deliveries import DeliveryState
from apps.webhooks.models import Webhook, WebhookDelivery


@dataclass(frozen=True)
class WebhookView:
    """A webhook, without its secret. `failures`: tries in a row that failed. `rests_until`: None: it does not rest."""

    id: UUID
    url: str
    kinds: list[str]
    enabled: bool
    made_by: str
    created_at: datetime
    failures: int
    rests_until: datetime | None
    waiting: int
    failed: int


@dataclass(frozen=True)
class DeliveryView:
    """A delivery and what came of it."""

    id: UUID
    kind: str
    goal_id: UUID | None
    seq: int | None
    state: DeliveryState
    tries: int
    status: int | None
    problem: str
    created_at: datetime
    due_at: datetime
    ended_at: datetime | None


def workspace_of_webhook(webhook_id: UUID) -> UUID | None:
    """For whom it is that something is sent there; None: it is gone."""
    return Webhook.objects.filter(pk=webhook_id).values_list("workspace_id", flat=True).first()


def webhooks_of(actor: Actor) -> list[WebhookView]:
    """Those of the workspace, oldest first. Owners only: an address may hold a secret."""
    return [_view_of(row) for row in _seen_by(actor)]


def webhook_view(actor: Actor, webhook_id: UUID) -> WebhookView:
    """One of the workspace. Owners only. Raises NotFound."""
    row = _seen_by(actor).filter(pk=webhook_id).first()
    if row is None:
        raise NotFound("There is no such webhook in this workspace.")
    return _view_of(row)


def deliveries_after(
    actor: Actor, webhook_id: UUID, after: tuple[datetime, UUID] | None, limit: int
) -> list[DeliveryView]:
    """What was and is to be sent there, newest first. Owners only. Raises NotFound."""
    webhook_view(actor, webhook_id)
    rows = WebhookDelivery.objects.filter(webhook_id=webhook_id).order_by("-created_at", "-id")
    if after is not None:
        moment, last = after
        rows = rows.filter(Q(created_at__lt=moment) | Q(created_at=moment, id__lt=last))
    return [delivery_view(row) for row in rows[:limit]]


def delivery_view(row: WebhookDelivery) -> DeliveryView:
    """From its row."""
    return fill_from_row(DeliveryView, row, state=DeliveryState(row.state))


def _seen_by(actor: Actor) -> "QuerySet[Webhook]":
    require(actor, Role.OWNER)
    counts = {
        state.value: Count("deliveries", filter=Q(deliveries__state=state))
        for state in (DeliveryState.WAITING, DeliveryState.FAILED)
    }
    return Webhook.objects.filter(workspace_id=actor.workspace_id).exclude(kinds=[]).annotate(**counts).order_by("id")


def _view_of(row: Webhook) -> WebhookView:
    """From its row; a rest that is over, or of one that is off, is none."""
    rests = row.enabled and row.rests_until is not None and row.rests_until > timezone.now()
    return fill_from_row(WebhookView, row, rests_until=row.rests_until if rests else None)
