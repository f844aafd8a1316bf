"""Owners name receivers, change them and take them away; they test them and have deliveries tried again."""

import json
import secrets
from collections.abc import Collection
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from apps.accounts.actions.resealing import reseal_column
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.queries import require
from apps.accounts.queries.sealing import Resealed, seal
from apps.core.outbound import ForbiddenTarget, for_agents
from apps.core.sentences import sentence, sentence_of
from apps.journal.actions import audit
from apps.journal.bells import ring
from apps.webhooks.bells import WebhooksBell
from apps.webhooks.domain.deliveries import DeliveryState
from apps.webhooks.domain.envelopes import TESTED, cloud_event, new_secret
from apps.webhooks.domain.kinds import GOAL_KINDS
from apps.webhooks.events import WebhooksDeed
from apps.webhooks.models import Webhook, WebhookDelivery

MOST = 10  # of a workspace
LONGEST = 500  # characters of an address


@transaction.atomic
def add_webhook(actor: Actor, url: str, kinds: Collection[str]) -> tuple[UUID, str]:
    """Send events of these kinds there from now on. Owners only. Gives its id, and its secret, which is shown once.

    Raises Refused for an address that can't be called, an unknown kind or none, or where there are too many.
    """
    require(actor, Role.OWNER)
    url = url.strip()
    _check(url, kinds)
    if Webhook.objects.filter(workspace_id=actor.workspace_id).exclude(kinds=[]).count() >= MOST:
        raise Refused(url=sentence("This workspace has {most} webhooks: remove one first.", most=MOST))
    secret = new_secret(secrets.token_bytes(32))
    hook = Webhook.objects.create(
        workspace_id=actor.workspace_id,
        url=url,
        kinds=sorted(set(kinds)),
        secret_sealed=seal(secret),
        made_by=actor.name[:200],
        since=timezone.now(),
    )
    audit(WebhooksDeed.WEBHOOK_ADDED, actor, _host(hook), hook.pk, kinds=hook.kinds)
    return hook.pk, secret


@transaction.atomic
def change_webhook(
    actor: Actor, webhook_id: UUID, *, kinds: Collection[str] | None = None, enabled: bool | None = None
) -> None:
    """Send other kinds, stop sending, or go on; None: as it is. What happened while it was off is not sent.

    Owners only. Raises NotFound and Refused.
    """
    hook = _lock(actor, webhook_id)
    if kinds is not None:
        _check(hook.url, kinds)
        hook.kinds = sorted(set(kinds))
    if enabled is not None:
        hook.since = timezone.now() if enabled and not hook.enabled else hook.since
        hook.enabled, hook.failures, hook.rests_until = enabled, 0, None
    hook.save(update_fields=["kinds", "enabled", "since", "failures", "rests_until"])
    audit(WebhooksDeed.WEBHOOK_CHANGED, actor, _host(hook), hook.pk, kinds=hook.kinds, enabled=hook.enabled)
    ring(WebhooksBell.DELIVERIES_DUE, hook.pk)


@transaction.atomic
def remove_webhook(actor: Actor, webhook_id: UUID) -> None:
    """Send nothing more there, and forget what was sent. Owners only. Raises NotFound."""
    hook = _lock(actor, webhook_id)
    audit(WebhooksDeed.WEBHOOK_REMOVED, actor, _host(hook), hook.pk)
    hook.delete()


@transaction.atomic
def send_test(actor: Actor, webhook_id: UUID) -> WebhookDelivery:
    """Send something that tells of no goal. Owners only. Raises NotFound, and Conflict where it is switched off."""
    hook = _lock(actor, webhook_id)
    if not hook.enabled:
        raise Conflict("This webhook is off: switch it on first.")
    now = timezone.now()
    event = cloud_event(f"{settings.IOA_PUBLIC_URL}/settings/webhooks/{hook.pk}", 0, TESTED, now, {"by": actor.name})
    event["id"] = str(UUID(bytes=secrets.token_bytes(16)))
    delivery = WebhookDelivery.objects.create(webhook=hook, kind=TESTED, body=json.dumps(event), due_at=now)
    _wake(hook)
    return delivery


@transaction.atomic
def retry_delivery(actor: Actor, webhook_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Have it sent now, with all its tries before it. Owners only. Raises NotFound; Conflict for what has arrived."""
    hook = _lock(actor, webhook_id)
    delivery = WebhookDelivery.objects.select_for_update(no_key=True).filter(webhook=hook, pk=delivery_id).first()
    if delivery is None:
        raise NotFound("There is no such delivery.")
    if delivery.state == DeliveryState.DELIVERED:
        raise Conflict("The receiver has accepted it already.")
    if not hook.enabled:
        raise Conflict("This webhook is off: switch it on first.")
    delivery.state, delivery.tries, delivery.due_at, delivery.ended_at = DeliveryState.WAITING, 0, timezone.now(), None
    delivery.save(update_fields=["state", "tries", "due_at", "ended_at"])
    audit(WebhooksDeed.DELIVERY_RETRIED, actor, _host(hook), hook.pk, kind=delivery.kind)
    _wake(hook)
    return delivery


def reseal_webhook_secrets() -> Resealed:
    """Seal every secret again; gives how many, and how many open with none of the keys."""
    return reseal_column(Webhook.objects.all(), "secret_sealed")


def _wake(hook: Webhook) -> None:
    """A person waits for it: it is sent though the receiver was to be left alone for a while."""
    Webhook.objects.filter(pk=hook.pk).update(rests_until=None)
    ring(WebhooksBell.DELIVERIES_DUE, hook.pk)


def _lock(actor: Actor, webhook_id: UUID) -> Webhook:
    require(actor, Role.OWNER)
    hooks = Webhook.objects.select_for_update(no_key=True).filter(workspace_id=actor.workspace_id).exclude(kinds=[])
    hook = hooks.filter(pk=webhook_id).first()
    if hook is None:
        raise NotFound("There is no such webhook in this workspace.")
    return hook


def _check(url: str, kinds: Collection[str]) -> None:
    try:
        for_agents().check(url)
    except ForbiddenTarget as error:
        raise Refused(url=sentence_of(error)) from None
    if len(url) > LONGEST:
        raise Refused(url=sentence("An address has at most {longest} characters.", longest=LONGEST))
    if not kinds:
        raise Refused(kinds="Choose what is sent.")
    if unknown := sorted(set(kinds) - GOAL_KINDS):
        raise Refused(kinds=sentence("There is no event {value!r}.", value=unknown[0][:48]))


def _host(hook: Webhook) -> str:
    return urlsplit(hook.url).hostname or hook.url
