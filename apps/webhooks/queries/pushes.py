"""Who is told of which task, and of which there is something new."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from apps.accounts.domain.access import Actor
from apps.webhooks.models import TaskPush

# Those furthest behind come first, so that busy goals keep none of the others waiting.
_NEWS = """
    SELECT push.webhook_id, hook.workspace_id, push.user_id, push.token_id, push.task, push.version,
        push.told, push.seq, stream.seq
    FROM webhooks_taskpush push
    JOIN webhooks_webhook hook ON hook.id = push.webhook_id
    JOIN journal_stream stream ON stream.id = push.goal_id
    WHERE NOT push.over AND hook.enabled AND stream.seq > push.seq
    ORDER BY stream.seq - push.seq DESC
    LIMIT %s
"""


@dataclass(frozen=True)
class PushView:
    """What a client asked for, without what it gave along."""

    name: str
    url: str
    scheme: str


@dataclass(frozen=True)
class PushNews:
    """Something happened after event `seq` of a goal, up to event `seen`, of which a client may have to be told."""

    push_id: UUID
    workspace_id: UUID
    user_id: UUID
    token_id: UUID | None
    task: str
    version: str
    told: str
    seq: int
    seen: int


def news_for_pushes(limit: int) -> list[PushNews]:
    """What is to be looked at, at most so many."""
    if not TaskPush.objects.filter(over=False).exists():
        return []
    with connection.cursor() as cursor:
        cursor.execute(_NEWS, [limit])
        return [PushNews(*row) for row in cursor.fetchall()]


def pushes_of(actor: Actor, task: str) -> list[PushView]:
    """What this person's programs asked for, oldest first; the caller has proved that the task may be seen."""
    rows = own_pushes(actor, task).select_related("webhook").order_by("webhook_id")
    return [push_view(row) for row in rows]


def push_view(row: TaskPush) -> PushView:
    """From its row."""
    return PushView(row.name, row.webhook.url, row.scheme)


def own_pushes(actor: Actor, task: str) -> "QuerySet[TaskPush]":
    """The rows of one person for one task."""
    return TaskPush.objects.filter(webhook__workspace_id=actor.workspace_id, user_id=actor.user_id, task=task)
