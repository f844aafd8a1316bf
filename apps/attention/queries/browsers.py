"""The browsers that are told of a person's notices while no page is open."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.attention.models import PushBrowser


@dataclass(frozen=True)
class ToldBrowser:
    """One of them. `this`: the one that asks."""

    id: UUID
    device: str
    created_at: datetime
    this: bool


def workspace_of_browser(browser_id: UUID) -> UUID | None:
    """For whom it is that something is sent there; None: it is gone."""
    return PushBrowser.objects.filter(pk=browser_id).values_list("workspace_id", flat=True).first()


def browsers_of(actor: Actor, session_key: str) -> list[ToldBrowser]:
    """A person's, of the workspace that is open, the newest first."""
    rows = PushBrowser.objects.filter(user=actor.user_id, workspace=actor.workspace_id).order_by("-created_at")
    return [ToldBrowser(row.id, row.device, row.created_at, row.session_id == session_key) for row in rows]
