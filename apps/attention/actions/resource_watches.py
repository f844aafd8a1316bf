"""What a client in a session of MCP wants to hear of: begun, ended, and how far it was told."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.attention.models import ResourceWatch
from apps.core.sentences import sentence
from apps.journal.queries import last_seq

MOST_OF_SESSION = 50
MOST_OF_PERSON = 200  # in a workspace; beyond that those fall out whose session was seen longest ago
KEPT = timedelta(days=7)
"""After this long without a stream a session counts as gone: nobody says goodbye."""

SEEN_AGAIN = timedelta(hours=1)  # a session that is there is noted this often


@transaction.atomic
def watch_resource(actor: Actor, session: str, uri: str, goal_id: UUID) -> None:
    """Have a session told of what happens to a resource from now on; a second time changes nothing. Raises Conflict."""
    here = _of(actor, session)
    if here.filter(uri=uri).exists():
        return
    if here.count() >= MOST_OF_SESSION:
        raise Conflict(
            sentence("A session watches {most} resources at most: unsubscribe from others.", most=MOST_OF_SESSION)
        )
    row = ResourceWatch(session=session, uri=uri, goal_id=goal_id, seq=last_seq(goal_id), seen_at=timezone.now())
    row.user_id, row.workspace_id = actor.user_id, actor.workspace_id
    ResourceWatch.objects.bulk_create([row], ignore_conflicts=True)
    mine = ResourceWatch.objects.filter(user=actor.user_id, workspace=actor.workspace_id).order_by("-seen_at", "-id")
    ResourceWatch.objects.filter(pk__in=[*mine.values_list("pk", flat=True)[MOST_OF_PERSON:]]).delete()


@transaction.atomic
def unwatch_resource(actor: Actor, session: str, uri: str) -> None:
    """Tell a session no more of a resource."""
    _of(actor, session).filter(uri=uri).delete()


@transaction.atomic
def note_told(actor: Actor, session: str, seqs: Mapping[UUID, int]) -> None:
    """Keep up to which event of each goal a session was told, and that it is there."""
    rows, now = _of(actor, session), timezone.now()
    rows.filter(seen_at__lt=now - SEEN_AGAIN).update(seen_at=now)
    for goal_id, seq in seqs.items():
        rows.filter(goal_id=goal_id, seq__lt=seq).update(seq=seq)


@transaction.atomic
def forget_gone_sessions() -> None:
    """Drop what nobody came to hear of for a week."""
    ResourceWatch.objects.filter(seen_at__lt=timezone.now() - KEPT).delete()


def _of(actor: Actor, session: str) -> QuerySet[ResourceWatch]:
    return ResourceWatch.objects.filter(user=actor.user_id, workspace=actor.workspace_id, session=session)
