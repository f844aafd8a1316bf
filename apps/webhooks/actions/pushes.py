"""What clients of A2A are told of a task: asked for, called off, and written down to be sent."""

import json
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Refused
from apps.accounts.queries import require_scope
from apps.accounts.queries.sealing import seal
from apps.core.outbound import ForbiddenTarget, for_agents
from apps.core.sentences import sentence, sentence_of
from apps.journal.bells import ring
from apps.webhooks.bells import WebhooksBell
from apps.webhooks.domain.pushes import MOST_PUSHES, PushTarget
from apps.webhooks.models import TaskPush, Webhook, WebhookDelivery
from apps.webhooks.queries.pushes import PushNews, PushView, own_pushes, push_view

LONGEST = 500  # characters of an address


def check_target(target: PushTarget) -> None:
    """Raise Refused for an address that can't be called."""
    try:
        for_agents().check(target.url)
    except ForbiddenTarget as error:
        raise Refused(url=sentence_of(error)) from None
    if len(target.url) > LONGEST:
        raise Refused(url=sentence("An address has at most {longest} characters.", longest=LONGEST))


@transaction.atomic
def add_push(actor: Actor, goal_id: UUID, task: str, target: PushTarget, told: str) -> PushView:
    """Tell a client of a task of a goal from now on, in place of what has the same name.

    `told`: the state that it knows. Raises Refused for an address that can't be called, or where there are too many.
    """
    require_scope(actor, Scope.RUN)
    check_target(target)
    pushes = own_pushes(actor, task).select_for_update(no_key=True)
    Webhook.objects.filter(push__in=pushes.filter(name=target.name)).delete()
    if len(pushes) >= MOST_PUSHES:
        raise Refused(url=sentence("A task has {most_pushes} of these: delete one first.", most_pushes=MOST_PUSHES))
    hook = Webhook.objects.create(
        workspace_id=actor.workspace_id,
        url=target.url,
        secret_sealed=seal(json.dumps(target.headers)),
        made_by=actor.name[:200],
        since=timezone.now(),
    )
    push = TaskPush.objects.create(
        webhook=hook,
        user_id=actor.user_id,
        token_id=actor.token_id,
        goal_id=goal_id,
        task=task,
        name=target.name,
        version=target.version,
        scheme=target.scheme,
        told=told,
        seq=0,
    )
    return push_view(push)


def remove_push(actor: Actor, task: str, name: str) -> None:
    """Tell this client nothing more; one that is not there is no error."""
    require_scope(actor, Scope.RUN)
    Webhook.objects.filter(push__in=own_pushes(actor, task).filter(name=name)).delete()


@transaction.atomic
def put_news(news: PushNews, told: str, bodies: Sequence[str], *, over: bool) -> None:
    """Write down what is to be sent, unless somebody did so since `news` was read. `told`: the state that it tells."""
    row = TaskPush.objects.filter(pk=news.push_id, seq=news.seq, over=False)
    if not row.update(seq=news.seen, told=told, over=over):
        return
    now = timezone.now()
    rows = [WebhookDelivery(webhook_id=news.push_id, kind="task", body=body, due_at=now) for body in bodies]
    WebhookDelivery.objects.bulk_create(rows)
    if rows:
        ring(WebhooksBell.DELIVERIES_DUE, news.push_id)
