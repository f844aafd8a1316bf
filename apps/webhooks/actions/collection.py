"""What happened is put into deliveries, each event once for each webhook that wants its kind."""

import json
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from apps.chat.actions.separately import separately
from apps.journal.bells import ring
from apps.journal.queries import EventView, events_after
from apps.webhooks.bells import WebhooksBell
from apps.webhooks.domain.envelopes import cloud_event, goal_source
from apps.webhooks.models import Webhook, WebhookDelivery, WebhookPosition
from apps.webhooks.queries.news import UnsentEvents, due_webhooks, news_for_webhooks

MOST_GOALS, MOST_EVENTS, MOST_RUNG = 200, 200, 50  # at one look


def sweep_webhooks() -> None:
    """Collect what is new, and ring for each webhook that has something to send: also for what was lost on the way."""
    now = timezone.now()
    for news in news_for_webhooks(now, MOST_GOALS):
        separately(partial(collect_news, news), news.goal_id)
    for webhook_id in due_webhooks(timezone.now(), MOST_RUNG):
        ring(WebhooksBell.DELIVERIES_DUE, webhook_id)


@transaction.atomic
def collect_news(news: UnsentEvents) -> None:
    """Make deliveries of a goal's events for a webhook, unless somebody is at that or it was removed meanwhile.

    The place in the goal's events moves in the same transaction, so that none is left out and none comes twice.
    """
    hook = (
        Webhook.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(pk=news.webhook_id, enabled=True)
        .first()
    )
    if hook is None:
        return
    place = WebhookPosition.objects.filter(webhook=hook, goal_id=news.goal_id).values_list("seq", flat=True).first()
    events = events_after(news.goal_id, place or 0, MOST_EVENTS)
    if not events:
        return
    wanted = [event for event in events if event.kind in hook.kinds and event.at >= hook.since]
    WebhookDelivery.objects.bulk_create([_delivery(hook, news, event) for event in wanted], ignore_conflicts=True)
    WebhookPosition.objects.bulk_create(
        [WebhookPosition(webhook=hook, goal_id=news.goal_id, seq=events[-1].seq)],
        update_conflicts=True,
        unique_fields=["webhook", "goal"],
        update_fields=["seq"],
    )


def _delivery(hook: Webhook, news: UnsentEvents, event: EventView) -> WebhookDelivery:
    told = {**vars(event), "goal": str(news.goal_id), "team": event.team_id and str(event.team_id)}
    data = {name: told[name] for name in ("goal", "seq", "kind", "actor", "team", "payload", "chain")}
    source = goal_source(settings.IOA_PUBLIC_URL, news.goal_id)
    return WebhookDelivery(
        webhook=hook,
        goal_id=news.goal_id,
        seq=event.seq,
        kind=event.kind,
        body=json.dumps(cloud_event(source, event.seq, event.kind, event.at, data)),
        due_at=timezone.now(),
    )
