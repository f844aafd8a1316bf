"""The first link of a chain of authority is written."""

from datetime import datetime
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.accounts.domain.origins import OriginKind
from apps.accounts.models import Origin
from apps.core.updates import insert_rows
from apps.journal.actions import Log


def note_origin(actor: Actor, now: datetime) -> UUID:
    """Keep who asks, and by what, and give the id that what comes of it refers to."""
    kind = OriginKind.PERSON if actor.token_id is None else OriginKind.TOKEN
    origin = Origin(
        workspace_id=actor.workspace_id, kind=kind, user_id=actor.user_id, token_id=actor.token_id, created_at=now
    )
    insert_rows([origin])
    return origin.pk


def act_for(log: Log, actor: Actor) -> UUID:
    """Note who has a transaction done: the chain of all that it tells begins there. Gives the origin's id."""
    log.by = note_origin(actor, log.now)
    return log.by
