"""Which goals have events that a webhook was not sent yet, and which webhooks have something to send."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q

from apps.webhooks.domain.deliveries import DeliveryState
from apps.webhooks.models import Webhook

# What tells of one task has no kinds.
# Webhooks come in turn, and of each its goals as they are drawn: however many move all the time, none waits for long.
# A goal that ended a week ago has no more news; one that began before the webhook is told of from then on.
_NEWS = """
    SELECT hook.id, stream.id, coalesce(place.seq, 0)
    FROM webhooks_webhook hook
    JOIN teams_goal goal
        ON goal.workspace_id = hook.workspace_id AND (goal.ended_at IS NULL OR goal.ended_at > %s - interval '7 days')
    JOIN journal_stream stream ON stream.id = goal.id
    LEFT JOIN webhooks_webhookposition place ON place.webhook_id = hook.id AND place.goal_id = goal.id
    WHERE hook.enabled AND hook.kinds <> '[]' AND stream.seq > coalesce(place.seq, 0)
    ORDER BY row_number() OVER (PARTITION BY hook.id ORDER BY random()), hook.id
    LIMIT %s
"""


@dataclass(frozen=True)
class UnsentEvents:
    """Events of a goal with a number above `seq`, which a webhook has not seen."""

    webhook_id: UUID
    goal_id: UUID
    seq: int


def news_for_webhooks(now: datetime, limit: int) -> list[UnsentEvents]:
    """What is to be looked at, at most so many goals."""
    if not Webhook.objects.filter(enabled=True).exclude(kinds=[]).exists():
        return []
    with connection.cursor() as cursor:
        cursor.execute(_NEWS, [now, limit])
        return [UnsentEvents(*row) for row in cursor.fetchall()]


def due_webhooks(now: datetime, limit: int) -> list[UUID]:
    """Webhooks with a delivery that is due, which nobody sends just now and which need not be left alone."""
    free = Q(taken_until=None) | Q(taken_until__lt=now)
    rested = Q(rests_until=None) | Q(rests_until__lte=now)
    due = Q(deliveries__state=DeliveryState.WAITING, deliveries__due_at__lte=now)
    rows = Webhook.objects.filter(free, rested, due, enabled=True)
    return list(rows.values_list("id", flat=True).distinct()[:limit])
