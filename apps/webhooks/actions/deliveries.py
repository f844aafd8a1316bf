"""Sending: one worker at a time for each webhook, one delivery after the other, oldest first."""

import json
import secrets
import time
from datetime import timedelta
from uuid import UUID

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from apps.accounts.actions.signing import sign
from apps.accounts.domain.errors import Conflict
from apps.accounts.queries.sealing import unseal
from apps.agents.actions.own_cards import signed_token
from apps.core.sentences import pack_all, sentence
from apps.webhooks import gateway
from apps.webhooks.domain.deliveries import GONE, DeliveryReply, DeliveryState, pause_after, rest_after
from apps.webhooks.domain.envelopes import signed_headers
from apps.webhooks.domain.pushes import push_claims, push_headers, signed_content
from apps.webhooks.models import TaskPush, Webhook, WebhookDelivery

TAKEN = timedelta(seconds=60)  # longer than any batch; who held it longer is lost
BATCH_SECONDS = 15.0  # after so long the worker goes to other work
KEPT = timedelta(days=30)
UNSEALED = sentence("A secret opens with none of IOA_SECRET_KEYS: remove this webhook and add it anew.")


def deliver_due(webhook_id: UUID) -> None:
    """Send what is due there, until something fails or it takes long; somebody else's turn is left alone."""
    hook = _take(webhook_id)
    if hook is None:
        return
    if not hook.kinds and not TaskPush.objects.filter(pk=hook.pk).exists():
        hook.delete()  # the person or the goal that a client was to be told of is gone
        return
    try:
        until = time.monotonic() + BATCH_SECONDS
        while time.monotonic() < until:
            delivery = _due(hook).first()
            if delivery is None or not _send(hook, delivery):
                return
    finally:
        Webhook.objects.filter(pk=hook.pk, taken_until=hook.taken_until).update(taken_until=None)


def forget_old_deliveries() -> None:
    """Drop those that ended a month ago, and what told of tasks that ended and had nothing more to send."""
    before = timezone.now() - KEPT
    WebhookDelivery.objects.filter(ended_at__lt=before).delete()
    past = Q(push=None) | Q(push__over=True) | Q(enabled=False)
    Webhook.objects.filter(past, kinds=[], since__lt=before, deliveries=None).delete()


def _take(webhook_id: UUID) -> Webhook | None:
    now = timezone.now()
    free = Q(taken_until=None) | Q(taken_until__lt=now)
    rested = Q(rests_until=None) | Q(rests_until__lte=now)
    until = now + TAKEN + timedelta(microseconds=secrets.randbelow(1000))
    taken = Webhook.objects.filter(free, rested, pk=webhook_id, enabled=True).update(taken_until=until)
    return Webhook.objects.get(pk=webhook_id) if taken else None


def _due(hook: Webhook) -> "QuerySet[WebhookDelivery]":
    """What is to be sent, oldest first, what failed a moment ago too; nothing once the webhook was switched off."""
    now, waiting = timezone.now(), DeliveryState.WAITING
    rows = WebhookDelivery.objects.filter(webhook=hook, webhook__enabled=True, state=waiting, due_at__lte=now)
    return rows.order_by("created_at", "seq")


def _send(hook: Webhook, delivery: WebhookDelivery) -> bool:
    """Whether it was accepted. It is sent outside of any transaction, and may be sent twice where a worker dies."""
    secret, body = unseal(hook.secret_sealed), delivery.body.encode()
    try:
        headers = _headers(hook, delivery.pk, body, secret) if secret else None
    except Conflict:
        headers = None
    reply = async_to_sync(gateway.post)(hook.url, headers, body) if headers else DeliveryReply(None, UNSEALED)
    _note(hook, delivery, reply)
    return reply.is_accepted


def _headers(hook: Webhook, delivery: UUID, body: bytes, secret: str) -> dict[str, str]:
    """What tells a receiver who sends. Raises Conflict where no key of the settings opens the signing key."""
    at = int(time.time())
    push = TaskPush.objects.filter(pk=hook.pk).first()
    if push is None:
        return signed_headers(delivery, at, body, secret)
    claims = push_claims(settings.IOA_PUBLIC_URL, hook.url, delivery, push.task, at, body)
    signature = sign(signed_content(delivery, at, body))
    return push_headers(push.version, json.loads(secret), delivery, at, signature, signed_token(claims))


@transaction.atomic
def _note(hook: Webhook, delivery: WebhookDelivery, reply: DeliveryReply) -> None:
    """Write down what came of a try. Who is gone is sent nothing more."""
    now = timezone.now()
    tries = delivery.tries + 1
    pause = None if reply.is_accepted else pause_after(tries)
    ended = DeliveryState.DELIVERED if reply.is_accepted else DeliveryState.FAILED
    row = WebhookDelivery.objects.filter(pk=delivery.pk)
    row.update(
        tries=tries,
        status=reply.status,
        problem=reply.problem,
        made_of=pack_all(reply.problem),
        state=DeliveryState.WAITING if pause else ended,
        due_at=now + pause if pause else delivery.due_at,
        ended_at=None if pause else now,
    )
    if reply.is_accepted:
        Webhook.objects.filter(pk=hook.pk).update(failures=0, rests_until=None)
    else:
        hook.failures += 1
        failed = Webhook.objects.filter(pk=hook.pk)
        failed.update(failures=F("failures") + 1, rests_until=now + rest_after(hook.failures))
        if reply.status == GONE:
            failed.update(enabled=False)
