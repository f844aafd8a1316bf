"""What clients in sessions want to hear of."""

from dataclasses import dataclass
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.attention.models import ResourceWatch


@dataclass(frozen=True)
class WatchedResource:
    """A resource by its address, of which goal it is, and the event of that which was told or was the newest."""

    uri: str
    goal_id: UUID
    seq: int


def watches_of(actor: Actor, session: str) -> list[WatchedResource]:
    """What a session of this person watches here."""
    rows = ResourceWatch.objects.filter(user=actor.user_id, workspace=actor.workspace_id, session=session)
    return [WatchedResource(row.uri, row.goal_id, row.seq) for row in rows.order_by("id")]
